import { allOf } from '../book/allOf.ts';
import { ListedTexts } from '../book/listedTexts.ts';
import { prepareNames } from '../networks/names.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { FileSearch, type FileContent } from './fileSearch.ts';
import { DiskReader } from './diskReader.ts';
import { ContentPacker, type PackedContents } from './encodeRows.ts';
import type { ScannedFile } from './scanText.ts';
import { largestFile } from './fileText.ts';

/** A file of a folder, as a thread gets it. */
export interface ThreadFile extends ScannedFile {
  /** The folder that it has to be in; absolute. */
  readonly root: string;
  /** What is in it, if that is not what is on the disk. */
  readonly content?: string | Uint8Array | undefined;
}

/** Rows of deny lists for the files of a folder. */
export interface RowsPortion {
  /** Absolute. */
  readonly root: string;
  /** Whether rows from before count no more. */
  readonly isFirst: boolean;
  /** Listed texts in lower case. */
  readonly texts: readonly string[];
}

/** In milliseconds, for one response: progress is shown, and a search can be stopped. */
const responseMs = 25;

/** Reads files and their addresses, and blocks its thread meanwhile. Never throws. */
export class DiskScanner {
  /** What deny lists have, by the folder. */
  readonly #listed = new Map<string, ListedTexts>();
  readonly #folderIds = new Map<string, FolderIds>();

  /** Reads the names of networks, which the first file would wait for. */
  prepare(): void {
    allOf(prepareNames());
  }

  /** Searches the files of a folder for rows of deny lists. */
  addRows({ root, isFirst, texts }: RowsPortion): void {
    if (isFirst) this.#listed.set(root, new ListedTexts());
    const listed = this.#listed.get(root);
    for (const text of texts) listed?.add(text);
  }

  /**
   * Reads files until time is up, at least one. The response has fewer than the request, if they took
   * long.
   * @param onFile called before each, with its index
   */
  scan(files: readonly ThreadFile[], onFile: (index: number) => void): PackedContents {
    // For one response: a folder may become a link, and what is kept of addresses would grow.
    const searches = new Map<string, FolderSearch>();
    const found: FileContent[] = [];
    const end = performance.now() + responseMs;
    for (const [index, file] of files.entries()) {
      onFile(index);
      found.push(this.#contentOf(file, searches));
      if (performance.now() > end) break;
    }
    return new ContentPacker().pack(found);
  }

  #contentOf(file: ThreadFile, searches: Map<string, FolderSearch>): FileContent {
    const { root, path, content } = file;
    let folder = searches.get(root);
    if (folder === undefined) searches.set(root, (folder = this.#searchOf(root)));
    const { search, reader } = folder;
    try {
      if (typeof content === 'string') return search.contentOfText(file, content);
      const read =
        content === undefined
          ? reader.read(path, largestFile, false)
          : ({ kind: 'bytes', bytes: Buffer.from(content) } as const);
      return search.contentOf({ ...file, before: undefined, now: undefined, hasBase: false }, read);
    } catch {
      // A fault of our own code, whose message may have text of the file.
      return { kind: 'failed' };
    }
  }

  #searchOf(root: string): FolderSearch {
    const folderIds = this.#folderIds.get(root) ?? new FolderIds(root);
    this.#folderIds.set(root, folderIds);
    const listed = this.#listed.get(root);
    const shared = { folder: root, folderIds, listed };
    const search = new FileSearch({
      ...{ ...shared, keyTextsIn: undefined, namesCode: true, asInEditor: true },
    });
    return { search, reader: new DiskReader(root) };
  }
}

interface FolderSearch {
  readonly search: FileSearch;
  readonly reader: DiskReader;
}
