import type { FilePlace } from '../../inventory/inventory.ts';
import type {
  FolderListing,
  FolderRequest,
  WantedPaths,
  WantedRequest,
} from '../../inventory/listFolder.ts';
import { unpack, type PackedScans } from '../../inventory/packedScans.ts';
import { endOf, readInThread } from '../../inventory/readInThread.ts';
import type { ScanThreadOptions } from '../../inventory/scanThread.ts';
import { ScanThreads } from '../../inventory/scanThreads.ts';
import { SentRows, type FolderDenyLists } from '../../inventory/sentRows.ts';
import { denyPathsOf } from '../../workspace/trust.ts';
import type { Books } from '../book/register.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { nextTurn, runInTurns } from '../../turns/turns.ts';
import type { Log } from '../shell/log.ts';
import { splitFiles, type PlacedFile } from './diskFiles.ts';
import type { FileReadings } from './fileReadings.ts';
import type { ListingThread } from './folderFiles.ts';
import type { FolderNumbers } from './folderNumbers.ts';

interface Ports {
  readonly readings: FileReadings;
  readonly folders: FolderNumbers;
  readonly choices: ChainChoices;
  readonly books: Pick<Books, 'bookFor'>;
  readonly log: Pick<Log, 'fault'>;
  readonly thread: Omit<ScanThreadOptions, 'onEnd'>;
}

/**
 * Lists and reads many files in a thread of its own, and in this one what only this one can read: what
 * the user sees, and files of virtual folders. If the thread ends, its work is not done here: what
 * ended it would end or block all extensions.
 */
export class ManyFiles implements ListingThread {
  readonly #ports: Ports;
  readonly #threads: ScanThreads;
  readonly #rows = new SentRows(nextTurn);
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
    const { onDisk, others } = this.#isReadHere(places)
      ? { onDisk: [], others: places }
      : splitFiles(places, this.#ports);
    await Promise.all([this.#readInThread(onDisk, run), this.#readHere(others, run)]);
  }

  /** Ends the thread, and reads nothing more of what was passed before. */
  end(): void {
    this.#run++;
    this.#threads.end();
  }

  /** One is read sooner than a thread starts; not one that has ended a thread. */
  #isReadHere([first, ...others]: readonly FilePlace[]): boolean {
    if (first === undefined || others.length > 0 || !this.#threads.isIdle) return false;
    return this.#ports.readings.notes.of(first).unread !== 'failed';
  }

  #readInThread(files: readonly PlacedFile[], run: number): Promise<void> {
    return readInThread(files, {
      threads: this.#threads,
      prepare: (thread) => this.#rows.send(thread, denyListsOf(this.#ports)),
      isWanted: () => run === this.#run,
      onRead: (sent, scans) => this.#put(sent, scans, run),
      onLeftOut: (sent) => leaveOut(sent, this.#ports),
    });
  }

  async #put(sent: readonly PlacedFile[], scans: PackedScans, run: number): Promise<void> {
    this.#putting = this.#putting.then(async () => {
      if (run === this.#run) await runInTurns('inventory', putSteps(sent, scans, this.#ports));
      await nextTurn();
    });
    await this.#putting;
  }

  async #readHere(places: readonly FilePlace[], run: number): Promise<void> {
    const { readings, log } = this.#ports;
    for (const place of places) {
      if (run !== this.#run) return;
      try {
        await readings.read(place);
      } catch (error) {
        log.fault('inventory', error);
      }
    }
  }
}

const denyListsOf = ({ books, folders }: Pick<Ports, 'books' | 'folders'>): FolderDenyLists[] =>
  [...folders.open()].flatMap(([, { folder }]) => {
    const loaded = books.bookFor(folder.uri)?.loaded;
    if (loaded === undefined) return [];
    const { denySearch: search } = loaded;
    return [{ root: folder.uri.fsPath, search, ownPaths: denyPathsOf(loaded) }];
  });

/** Notes files that are not read. */
async function leaveOut(
  sent: readonly PlacedFile[],
  { readings }: Pick<Ports, 'readings'>,
): Promise<void> {
  for (const { place, file } of sent) {
    const { bookNetworks } = file;
    const none = { kind: 'failed', addresses: [], listed: undefined, bookNetworks } as const;
    await runInTurns('inventory', readings.put(place, none));
  }
}

/** Puts a response into the inventory. */
function* putSteps(
  sent: readonly PlacedFile[],
  scans: PackedScans,
  { readings, log }: Pick<Ports, 'readings' | 'log'>,
): Generator<void, void> {
  let index = 0;
  for (const { kind, addresses, listed } of unpack(scans)) {
    const { place, file } = sent[index++] ?? {};
    if (place === undefined || file === undefined) return;
    try {
      if (kind === 'failed') log.fault('inventory', new FileNotScannedError());
      const { bookNetworks } = file;
      yield* readings.put(place, { kind, addresses, listed, bookNetworks });
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
