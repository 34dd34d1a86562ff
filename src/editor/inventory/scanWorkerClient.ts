import type { FilePlace } from '../../folder/inventory.ts';
import type {
  FolderListing,
  FolderRequest,
  WantedPaths,
  WantedRequest,
} from '../../folder/list.ts';
import { ContentUnpacker, type PackedContents } from '../../folder/encodeRows.ts';
import {
  endOf,
  readInThread,
  ScanThreads,
  DenyListSync,
  type ScanThreadOptions,
  type FolderDenyLists,
} from '../../folder/scanThreads.ts';
import type { Books } from '../book/books.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { nextTurn, runInTurns } from '../../scheduler/turns.ts';
import type { Log } from '../shell/log.ts';
import type { FileReading, FileScanner } from './fileScanner.ts';
import type { ListingThread, FolderRegistry } from './folderFiles.ts';
import { workspace, type TextDocument } from 'vscode';
import { maxFileSize } from '../../folder/fileText.ts';
import type { ThreadFile } from '../../folder/scanDiskFiles.ts';
import type { FileContent } from '../../folder/fileSearch.ts';
import { readVirtual } from '../book/folderFile.ts';

interface Ports {
  readonly readings: FileScanner;
  readonly folders: FolderRegistry;
  readonly choices: ChainChoices;
  readonly books: Pick<Books, 'bookFor'>;
  readonly log: Pick<Log, 'fault'>;
  readonly thread: Omit<ScanThreadOptions, 'onEnd'>;
}

/**
 * Lists and reads files in a thread of its own. If the thread ends, its work is not done here: what
 * ended it would end or block all extensions.
 */
export class ScanWorkerClient implements ListingThread {
  readonly #ports: Ports;
  readonly #threads: ScanThreads;
  readonly #rows = new DenyListSync(nextTurn);
  /** Another one after `end`. */
  #run = 0;
  /** What puts files into the inventory: one after the other, so that turns stay short. */
  #putting = Promise.resolve();

  constructor(ports: Ports) {
    this.#ports = ports;
    const onEnd = (error: unknown): void => ports.log.fault('inventory', error);
    this.#threads = new ScanThreads({ ...ports.thread, onEnd });
  }

  /** Lists a folder on the disk. Never rejects; undefined if the thread ends before. */
  async list(folder: FolderRequest): Promise<FolderListing | undefined> {
    return this.#threads.open()?.list(folder).catch(noneAtEnd);
  }

  /** The same for the paths that a listing would have. */
  async wanted(paths: WantedRequest): Promise<WantedPaths | undefined> {
    return this.#threads.open()?.wanted(paths).catch(noneAtEnd);
  }

  /** Never rejects. */
  async read(places: readonly FilePlace[]): Promise<void> {
    const run = this.#run;
    const { files, others } = await filesForThread(places, this.#ports);
    if (run !== this.#run) return;
    for (const each of others) await this.#put([each], run);
    await this.#readInThread(files, run);
  }

  /** Ends the thread, and reads nothing more of what was passed before. */
  end(): void {
    this.#run++;
    this.#threads.end();
  }

  #readInThread(files: readonly PlacedFile[], run: number): Promise<void> {
    return readInThread(files, {
      threads: this.#threads,
      prepare: (thread) => this.#rows.send(thread, denyListsOf(this.#ports)),
      isWanted: () => run === this.#run,
      onRead: (sent, packed) => this.#put(readingsOf(sent, packed, this.#ports.log), run),
      onLeftOut: (sent) => this.#put(sent.map(asFailed), run),
    });
  }

  async #put(readings: Iterable<PlacedReading>, run: number): Promise<void> {
    this.#putting = this.#putting.then(async () => {
      if (run === this.#run) await runInTurns('inventory', putSteps(readings, this.#ports));
      await nextTurn();
    });
    await this.#putting;
  }
}

const denyListsOf = ({ books, folders }: Pick<Ports, 'books' | 'folders'>): FolderDenyLists[] =>
  [...folders.open()].flatMap(([, { folder }]) => {
    const loaded = books.bookFor(folder.uri)?.loaded;
    if (loaded === undefined) return [];
    const { denySearch: search } = loaded;
    const { scheme, fsPath } = folder.uri;
    return [{ root: scheme === 'file' ? fsPath : folder.uri.toString(), search }];
  });

interface PlacedReading extends FileReading {
  readonly place: FilePlace;
}

const asFailed = ({ place, file: { networks } }: PlacedFile): PlacedReading => ({
  place,
  networks,
  content: { kind: 'failed' },
});

/** @param sent the files of a response are the first of these */
function* readingsOf(
  sent: readonly PlacedFile[],
  packed: PackedContents,
  log: Ports['log'],
): Generator<PlacedReading, void> {
  let index = 0;
  for (const content of new ContentUnpacker().unpack(packed)) {
    const { place, file } = sent[index++] ?? {};
    if (place === undefined || file === undefined) return;
    if (content.kind === 'failed') log.fault('inventory', new FileNotScannedError());
    yield { place, content, networks: file.networks };
  }
}

/** Puts readings into the inventory. */
function* putSteps(
  placed: Iterable<PlacedReading>,
  { readings, log }: Pick<Ports, 'readings' | 'log'>,
): Generator<void, void> {
  for (const { place, ...reading } of placed) {
    try {
      yield* readings.put(place, reading);
    } catch (error) {
      log.fault('inventory', error);
    }
    yield;
  }
}

/** Our own code threw in the thread, which sends no text of a file, and so no message. */
class FileNotScannedError extends Error {
  override readonly name = 'FileNotScannedError';
}

function noneAtEnd(error: unknown): undefined {
  endOf(error);
}

/** A file that a thread can read. */
interface PlacedFile {
  readonly place: FilePlace;
  readonly file: ThreadFile;
}

/** One that needs no thread: there is nothing to search. */
interface PlacedContent {
  readonly place: FilePlace;
  readonly content: FileContent;
  readonly networks: readonly string[];
}

/**
 * Files for a thread, which reads them from the disk; with what is in them, where the user sees
 * something else, or where their folder is virtual. Never rejects.
 */
async function filesForThread(
  places: readonly FilePlace[],
  ports: { readonly folders: FolderRegistry; readonly choices: ChainChoices },
): Promise<{ readonly files: PlacedFile[]; readonly others: PlacedContent[] }> {
  const files: PlacedFile[] = [];
  const others: PlacedContent[] = [];
  const unsaved = unsavedDocuments();
  for (const place of places) {
    const owner = ports.folders.at(place.folder);
    // Meanwhile it was closed.
    if (owner === undefined) continue;
    const uri = owner.uriOf(place.path);
    const { scheme, fsPath } = owner.folder.uri;
    const isOnDisk = scheme === 'file' && uri.scheme === 'file';
    const networks = ports.choices.ofFile(uri);
    const file = {
      root: isOnDisk ? fsPath : owner.folder.uri.toString(),
      path: workspace.asRelativePath(uri, false),
      networks,
    };
    const shown = unsaved.get(uri.toString())?.getText();
    if (shown !== undefined) files.push({ place, file: { ...file, content: shown } });
    else if (isOnDisk) files.push({ place, file });
    else {
      const read = await readVirtual(uri, maxFileSize);
      if (read.kind === 'bytes') files.push({ place, file: { ...file, content: read.bytes } });
      else others.push({ place, content: contentWithout(read), networks });
    }
  }
  return { files, others };
}

function contentWithout({
  kind,
}: Exclude<Awaited<ReturnType<typeof readVirtual>>, { kind: 'bytes' }>): FileContent {
  if (kind === 'missing') return { kind };
  const none = { addresses: [], listed: [], isChanged: false };
  return { kind: 'skipped', why: kind, reason: '', ...none };
}

/** What the user sees in files, where that is not what is on the disk; by their URIs. */
function unsavedDocuments(): ReadonlyMap<string, TextDocument> {
  return new Map(
    workspace.textDocuments
      .filter(({ isDirty }) => isDirty)
      .map((document) => [document.uri.toString(), document]),
  );
}
