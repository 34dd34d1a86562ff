import type { FilePlace } from '../../inventory/inventory.ts';
import type { FolderListing, FolderRequest } from '../../inventory/listFolder.ts';
import { unpack, type PackedScans } from '../../inventory/packedScans.ts';
import { ScanThreadEndedError, type ScanThreadOptions } from '../../inventory/scanThread.ts';
import { ScanThreads } from '../../inventory/scanThreads.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { nextTurn, runInTurns } from '../documents/turns.ts';
import type { Log } from '../shell/log.ts';
import { splitFiles, type PlacedFile } from './diskFiles.ts';
import type { FileReadings } from './fileReadings.ts';
import type { FolderNumbers } from './folderNumbers.ts';

interface Ports {
  readonly readings: FileReadings;
  readonly folders: FolderNumbers;
  readonly choices: ChainChoices;
  readonly log: Pick<Log, 'fault'>;
  readonly thread: Omit<ScanThreadOptions, 'onEnd'>;
  /** Called after files were read, with how many. */
  readonly onRead: (count: number) => void;
}

/** Lists and reads many files in a thread of its own, and in this one what only this one can read. */
export class ManyFiles {
  readonly #ports: Ports;
  readonly #threads: ScanThreads;
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

  /** Never rejects. */
  async read(places: readonly FilePlace[]): Promise<void> {
    const run = this.#run;
    // One is read sooner than a thread starts.
    const { onDisk, others } =
      places.length === 1 ? { onDisk: [], others: places } : splitFiles(places, this.#ports);
    await Promise.all([this.#readInThread(onDisk, run), this.#readHere(others, run)]);
  }

  /** Ends the thread, and reads nothing more of what was passed before. */
  end(): void {
    this.#run++;
    this.#threads.end();
  }

  async #readInThread(sent: readonly PlacedFile[], run: number): Promise<void> {
    let rest = sent;
    while (rest.length > 0 && run === this.#run) {
      const thread = this.#threads.open();
      const read = await thread?.scan(rest.map(({ file }) => file)).catch(endOf);
      if (run !== this.#run) return;
      if (read === undefined) {
        await this.#readHere(placesOf(rest), run);
        return;
      }
      if (read instanceof ScanThreadEndedError) {
        // It may be the reason. This thread has more memory, and reports its own faults.
        const suspect = rest.filter((_, index) => index === read.current);
        rest = rest.filter((_, index) => index !== read.current);
        await this.#readHere(placesOf(suspect), run);
        continue;
      }
      await this.#put(rest, read, run);
      rest = rest.slice(read.files.length);
    }
  }

  async #put(sent: readonly PlacedFile[], scans: PackedScans, run: number): Promise<void> {
    const failed: FilePlace[] = [];
    this.#putting = this.#putting.then(async () => {
      await runInTurns('inventory', putSteps(sent, scans, { ...this.#ports, failed }));
      await nextTurn();
    });
    await this.#putting;
    this.#ports.onRead(scans.files.length - failed.length);
    await this.#readHere(failed, run);
  }

  async #readHere(places: readonly FilePlace[], run: number): Promise<void> {
    const { readings, log, onRead } = this.#ports;
    for (const place of places) {
      if (run !== this.#run) return;
      try {
        await readings.read(place);
      } catch (error) {
        log.fault('inventory', error);
      }
      onRead(1);
    }
  }
}

/** Puts a response into the inventory. @param failed gets the files that only the host can read */
function* putSteps(
  sent: readonly PlacedFile[],
  scans: PackedScans,
  { readings, log, failed }: Pick<Ports, 'readings' | 'log'> & { readonly failed: FilePlace[] },
): Generator<void, void> {
  let index = 0;
  for (const { kind, addresses } of unpack(scans)) {
    const { place, file } = sent[index++] ?? {};
    if (place === undefined || file === undefined) return;
    try {
      if (kind === 'failed') failed.push(place);
      else yield* readings.put(place, { kind, addresses, bookNetworks: file.bookNetworks });
    } catch (error) {
      log.fault('inventory', error);
    }
    yield;
  }
}

const placesOf = (sent: readonly PlacedFile[]): FilePlace[] => sent.map(({ place }) => place);

function noneAtEnd(error: unknown): undefined {
  endOf(error);
}

function endOf(error: unknown): ScanThreadEndedError {
  if (error instanceof ScanThreadEndedError) return error;
  throw error;
}
