import { drain } from '../book/drain.ts';
import { ListedTexts } from '../book/listedTexts.ts';
import { prepareNames } from '../networks/names.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { DiskReader } from './diskReader.ts';
import { ContentPacker, type PackedContents } from './encodeRows.ts';
import { FileSearch, type FileContent, type Search, type SearchedFile } from './fileSearch.ts';
import { maxFileSize as largestText } from './fileText.ts';
import { maxFileSize } from '../paths/readFile.ts';
import type { ScannedFile } from './scanText.ts';

/** A file of a folder on the disk. Without a base revision, it has no states. */
export interface DiskFile
  extends ScannedFile, Partial<Pick<SearchedFile, 'before' | 'now' | 'hasBase'>> {
  /** Whether a listing of its folder has it, as a regular file. */
  readonly isListed?: boolean;
}

/** The same, as a thread gets it. */
export interface ThreadFile extends DiskFile {
  /** The folder that it has to be in; absolute. */
  readonly root: string;
  /** What is in it, if that is not what is on the disk. */
  readonly content?: string | Uint8Array | undefined;
}

/** What a thread looks for besides rows of deny lists. */
export type ThreadSearch = Pick<Search, 'folder' | 'keyTextsIn' | 'namesCode'>;

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

/** Reads files of one folder and searches them. */
export class DiskSearch {
  readonly files: FileSearch;
  readonly #reader: DiskReader;
  readonly #isOfEditor: boolean;

  constructor(search: Search) {
    this.files = new FileSearch(search);
    this.#reader = new DiskReader(search.folder);
    this.#isOfEditor = search.asInEditor === true;
  }

  contentOf(file: DiskFile, content?: ThreadFile['content']): FileContent {
    if (typeof content === 'string') return this.files.contentOfText(file, content);
    const { path, isListed = false } = file;
    const searched = { before: undefined, now: undefined, hasBase: false, ...file };
    const largest = this.#isOfEditor ? largestText : maxFileSize;
    return this.files.contentOf(
      searched,
      content === undefined
        ? this.#reader.read(path, largest, isListed)
        : { kind: 'bytes', bytes: Buffer.from(content) },
      this.#isOfEditor ? undefined : this.#reader.largeFileAt(path),
    );
  }
}

/** Reads files and their addresses, and blocks its thread meanwhile. */
export class DiskScanner {
  /** By the folder. */
  readonly #wanted = new Map<string, Search>();
  readonly #searches = new Map<string, DiskSearch>();
  readonly #packer = new ContentPacker();

  /** Reads the names of networks, which the first file would wait for. */
  prepare(): void {
    drain(prepareNames());
  }

  /** Without it, files are read as an editor does. */
  searchFor(search: ThreadSearch): void {
    this.#wanted.set(search.folder, { ...search, listed: undefined });
  }

  /** Searches the files of a folder for rows of deny lists. */
  addRows({ root, isFirst, texts }: RowsPortion): void {
    const wanted = this.#wantedIn(root);
    const listed = isFirst ? new ListedTexts() : wanted.listed;
    if (isFirst) this.#wanted.set(root, { ...wanted, listed });
    for (const text of texts) listed?.add(text);
  }

  /** Reads files. What is kept of addresses grows. */
  scanAll(files: readonly ThreadFile[]): PackedContents {
    return this.#packer.pack(files.map((file) => this.#contentOf(file)));
  }

  /**
   * Reads files until time is up, at least one. The response has fewer than the request, if they took
   * long. Never throws.
   * @param onFile called before each, with its index
   */
  scan(files: readonly ThreadFile[], onFile: (index: number) => void): PackedContents {
    // For one response: a folder may become a link, and what is kept of addresses would grow.
    this.#searches.clear();
    const found: FileContent[] = [];
    const end = performance.now() + responseMs;
    for (const [index, file] of files.entries()) {
      onFile(index);
      try {
        found.push(this.#contentOf(file));
      } catch {
        // A fault of our own code, whose message may have text of the file.
        found.push({ kind: 'failed' });
      }
      if (performance.now() > end) break;
    }
    return new ContentPacker().pack(found);
  }

  #contentOf({ root, content, ...file }: ThreadFile): FileContent {
    const search = this.#searches.get(root) ?? new DiskSearch(this.#wantedIn(root));
    this.#searches.set(root, search);
    return search.contentOf(file, content);
  }

  #wantedIn(folder: string): Search {
    const wanted = this.#wanted.get(folder) ?? {
      ...{ folder, folderIds: new FolderIds(folder), listed: undefined, keyTextsIn: undefined },
      ...{ namesCode: true, asInEditor: true },
    };
    this.#wanted.set(folder, wanted);
    return wanted;
  }
}
