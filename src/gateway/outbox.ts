import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LedgerError } from '../ledger/faults.ts';
import type { SharedLedger } from '../ledger/ledger.ts';
import type { Instant, SettledCharge } from '../ledger/store.ts';
import type { MemberJob } from './store/requests.ts';

/** Each can be repeated at any later time, and changes nothing more. */
interface OutboxCalls extends Pick<
  SharedLedger,
  'keepJob' | 'overrideJob' | 'forgetJob' | 'addResult' | 'releaseCall'
> {
  settleCharge(id: string, state: SettledCharge): Promise<void>;
  releaseCharge(id: string): Promise<unknown>;
  addMemberJob(job: MemberJob, now: Instant): Promise<void>;
}

type Step = {
  [Name in keyof OutboxCalls]: readonly [Name, ...Parameters<OutboxCalls[Name]>];
}[keyof OutboxCalls];

interface Entry {
  readonly file: string;
  readonly steps: readonly Step[];
  /** Whether it is found by the next process if this one ends. */
  readonly isOnDisk: boolean;
}

const retryMs = 250;

/**
 * What was paid for and the store cannot take now: in memory and in files of this machine until it
 * can. Files of a process that was killed are sent by the next one.
 */
export class Outbox {
  readonly #folder: string;
  readonly #calls: OutboxCalls;
  readonly #onFault: (where: string, error: unknown) => void;
  readonly #entries: Entry[];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #isClosed = false;

  /**
   * @param folder of all processes on this machine that share a store
   * @throws the error of the file system if the folder cannot be used
   */
  constructor(
    folder: string,
    calls: OutboxCalls,
    onFault: (where: string, error: unknown) => void,
  ) {
    this.#folder = folder;
    this.#calls = calls;
    this.#onFault = onFault;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#entries = readEntries(folder);
    this.#sendLater();
  }

  get size(): number {
    return this.#entries.length;
  }

  /**
   * @param ifLost what is recorded if this process ends before the store has taken the steps, and
   * there is no room for them on the disk either
   */
  keep(steps: readonly Step[], ifLost: readonly Step[] = []): void {
    const file = join(this.#folder, `${String(Date.now()).padStart(15, '0')}-${randomUUID()}.json`);
    const isOnDisk = tryTo(() => writeSteps(file, steps));
    if (!isOnDisk) {
      this.#onFault('outbox', new LedgerError('full'));
      tryTo(() => writeSteps(file, ifLost));
    }
    this.#entries.push({ file, steps, isOnDisk });
    this.#sendLater();
  }

  /**
   * Stores what is kept, in its order.
   * @throws LedgerError if the store still cannot take it
   */
  async send(): Promise<void> {
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  /** Tries once more; what stays is in files for the next process, or is reported as lost. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.send().catch(() => undefined);
    const lost = this.#entries.filter(({ isOnDisk }) => !isOnDisk);
    if (lost.length > 0) this.#onFault('outbox lost', new LedgerError('full'));
  }

  async #send(): Promise<void> {
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      try {
        for (const [name, ...args] of entry.steps) {
          await (this.#calls[name] as (...values: unknown[]) => Promise<unknown>)(...args);
        }
      } catch (error) {
        if (error instanceof LedgerError) throw error;
        // A file that no release has written must not keep the others out.
        this.#onFault('outbox', error);
      }
      this.#entries.shift();
      rmSync(entry.file, { force: true });
    }
  }

  #sendLater(): void {
    if (this.#entries.length === 0 || this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.send()
        .catch(() => undefined)
        .then(() => this.#sendLater());
    }, retryMs).unref();
  }
}

/** In the order of their times; without those that another process has sent meanwhile. */
function readEntries(folder: string): Entry[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().flatMap((name) => {
    const file = join(folder, name);
    try {
      const steps = JSON.parse(readFileSync(file, 'utf8')) as readonly Step[];
      return [{ file, steps, isOnDisk: true }];
    } catch {
      return [];
    }
  });
}

/** Whole and synced under its name, or not there. */
function writeSteps(file: string, steps: readonly Step[]): void {
  const draft = `${file}.new`;
  try {
    writeFileSync(draft, JSON.stringify(steps), { mode: 0o600, flush: true });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  // Not possible on Windows; the file itself is synced.
  tryTo(() => {
    const descriptor = openSync(join(file, '..'), 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  });
}

function tryTo(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
