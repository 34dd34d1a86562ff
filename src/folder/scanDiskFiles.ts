import { parentPort, workerData } from 'node:worker_threads';
import { drain } from '../book/drain.ts';
import { ListedTexts } from '../book/listedTexts.ts';
import { prepareNames } from '../networks/names.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { ContentPacker, type PackedContents } from './encodeRows.ts';
import { FileSearch, type DiskFile, type FileContent, type Search } from './fileSearch.ts';
import { listFolder, wantedPaths, type FolderRequest, type WantedRequest } from './list.ts';
import type { ThreadData } from './threads.ts';

/** A file of a folder on the disk, as a thread gets it. */
export interface ThreadFile extends DiskFile {
  /** The folder that it has to be in; absolute. */
  readonly root: string;
  /** Content that replaces the file on disk. */
  readonly content?: string | Uint8Array | undefined;
}

/** Parts of a thread's search besides the rows of deny lists. */
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

/** Messages to a thread that runs `serveFiles`. Each request has one response. */
export type ScanRequest =
  | { readonly kind: 'list'; readonly folder: FolderRequest }
  | { readonly kind: 'wanted'; readonly paths: WantedRequest }
  | { readonly kind: 'search'; readonly search: ThreadSearch }
  | { readonly kind: 'rows'; readonly portion: RowsPortion }
  | { readonly kind: 'scan'; readonly files: readonly ThreadFile[] };

/** In milliseconds, for one response of an editor: progress is shown, and a search can be stopped. */
const responseMs = 25;

/** Reads files and their addresses, and blocks its thread meanwhile. */
export class DiskScanner {
  /** By the folder. */
  readonly #wanted = new Map<string, Search>();
  readonly #searches = new Map<string, FileSearch>();
  /** Shared by all responses, except in an editor. */
  #packer: ContentPacker | undefined;

  /** Reads the names of networks, which the first file would wait for. */
  prepare(): void {
    drain(prepareNames());
  }

  /** Without it, files are read as an editor does. */
  searchFor(search: ThreadSearch): void {
    this.#wanted.set(search.folder, { ...search, listed: undefined });
    this.#packer = new ContentPacker();
  }

  /** Searches the files of a folder for rows of deny lists. */
  addRows({ root, isFirst, texts }: RowsPortion): void {
    const wanted = this.#wantedIn(root);
    const listed = isFirst ? new ListedTexts() : wanted.listed;
    if (isFirst) this.#wanted.set(root, { ...wanted, listed });
    for (const text of texts) listed?.add(text);
  }

  /**
   * Reads files; in an editor until time is up, at least one, so the response may have fewer than the
   * request. Never throws.
   * @param onFile called before each, with its index
   */
  scan(files: readonly ThreadFile[], onFile: (index: number) => void): PackedContents {
    const isOfEditor = this.#packer === undefined;
    // A folder may become a link, and what is kept of addresses would grow.
    if (isOfEditor) this.#searches.clear();
    const endMs = isOfEditor ? performance.now() + responseMs : Infinity;
    const found: FileContent[] = [];
    for (const [index, file] of files.entries()) {
      onFile(index);
      try {
        found.push(this.#contentOf(file));
      } catch {
        // A fault of our own code, whose message may have text of the file.
        found.push({ kind: 'failed' });
      }
      if (performance.now() > endMs) break;
    }
    return (this.#packer ?? new ContentPacker()).pack(found);
  }

  #contentOf({ root, content, ...file }: ThreadFile): FileContent {
    const search = this.#searches.get(root) ?? new FileSearch(this.#wantedIn(root));
    this.#searches.set(root, search);
    return search.contentOnDisk(file, content);
  }

  #wantedIn(folder: string): Search {
    const wanted = this.#wanted.get(folder) ?? {
      folder,
      folderIds: new FolderIds(folder),
      listed: undefined,
      keyTextsIn: undefined,
      namesCode: true,
      asInEditor: true,
    };
    this.#wanted.set(folder, wanted);
    return wanted;
  }
}

/** Lists, reads, and searches files on the disk, in a thread. */
export function serveFiles(): void {
  const port = parentPort;
  if (port === null) throw new Error('This runs in a thread.');
  const { kind, current } = workerData as ThreadData;
  const scanner = new DiskScanner();
  const answer = (request: ScanRequest): void => {
    switch (request.kind) {
      case 'list':
        port.postMessage(listFolder(request.folder));
        // While the host takes the files in.
        scanner.prepare();
        return;
      case 'wanted':
        port.postMessage(wantedPaths(request.paths));
        return;
      case 'search':
        scanner.searchFor(request.search);
        port.postMessage(null);
        return;
      case 'rows':
        scanner.addRows(request.portion);
        port.postMessage(null);
        return;
      case 'scan': {
        const scans = scanner.scan(request.files, (index) => Atomics.store(current, 0, index));
        Atomics.store(current, 0, -1);
        port.postMessage(scans, [scans.places.buffer]);
      }
    }
  };
  port.on('message', answer);
  // While the book is read, which the first files wait for.
  if (kind === 'files') scanner.prepare();
}
