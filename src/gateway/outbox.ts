import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LedgerError } from '../ledger/faults.ts';
import { ledgerMethods, type SharedLedger, type LedgerMethod } from '../ledger/ledger.ts';
import type { Instant, SettledCharge } from '../ledger/store.ts';
import type { AuditEntry, MemberJob } from './store/requests.ts';
import { intentOf } from '../ledger/jobs.ts';
import type { Clock } from '../paid/clock.ts';
import { syncFolder } from '../paths/replaceFile.ts';

/** Each can be repeated at any later time, and changes nothing more. */
interface OutboxCalls extends Pick<
  SharedLedger,
  'keepJob' | 'overrideJob' | 'forgetJob' | 'addResult' | 'releaseCall'
> {
  settleCharge(id: string, state: SettledCharge): Promise<void>;
  releaseCharge(id: string): Promise<unknown>;
  addMemberJob(job: MemberJob, now: Instant): Promise<void>;
  addToAudit(entry: AuditEntry, now: Instant): Promise<void>;
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
 * Paid results that the store cannot accept now: kept in memory and in files of this machine. After
 * a kill, the next process sends the files.
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
   * @param ifLost recorded instead if this process ends before the store accepts the steps, and the
   * disk has no room for them
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

  /** Retries once; what remains stays in files for the next process, or is reported as lost. */
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
        // It must not keep the others out. Its file stays: the next process tries it again.
        this.#onFault('outbox', error);
        this.#entries.shift();
        continue;
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
  syncFolder(dirname(file));
}

function tryTo(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Results that this process hasn't stored yet affect these. */
const ordered: readonly LedgerMethod[] = ['readJob', 'openJobOf'];
/** Holders of a job get this long to store its result before another process takes the job. */
const quietMs = 3_000;

/**
 * A ledger that keeps paid results in the outbox while they cannot be stored. Meanwhile, this
 * process changes nothing else.
 */
export function keptLedger(
  ledger: SharedLedger,
  outbox: Outbox,
  { tick }: Pick<Clock, 'tick'>,
): SharedLedger {
  let failedAt = -Infinity;
  const inOrder = afterOutbox(ledger, outbox, () => (failedAt = tick()));

  async function kept<T>(work: () => Promise<T>, keep: () => T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      return keep();
    }
  }

  /**
   * The response to a commit may have been lost, so release everything held in vain, in this order.
   */
  const undone =
    (...steps: Parameters<Outbox['keep']>[0]) =>
    (error: unknown): never => {
      if (error instanceof LedgerError) outbox.keep(steps);
      throw error;
    };

  return {
    ...inOrder,

    // Its start is not sent.
    beginJob: (job, claim) => inOrder.beginJob(job, claim).catch(undone(['forgetJob', job.id])),
    forgetJob: (...job) => inOrder.forgetJob(...job).catch(undone(['forgetJob', ...job])),
    claimCall: (key, claim, ...rest) =>
      inOrder.claimCall(key, claim, ...rest).catch(undone(['releaseCall', key, claim.owner])),
    releaseCall: (...call) => inOrder.releaseCall(...call).catch(undone(['releaseCall', ...call])),

    claimJob: async (...args) => (tick() - failedAt < quietMs ? null : inOrder.claimJob(...args)),

    keepJob: (job, change, now, holder) =>
      kept(
        () => inOrder.keepJob(job, change, now, holder),
        () => {
          outbox.keep([['keepJob', job, change, now]]);
          return { ...intentOf(job, now), ...change };
        },
      ),

    settleJob: (id, change, claim, result) => {
      const settle = () => inOrder.settleJob(id, change, claim, result);
      if (result === undefined) return settle();
      return kept(settle, () => {
        const { now } = claim;
        outbox.keep(
          [
            ['addResult', result],
            ['overrideJob', id, change, now],
          ],
          [['overrideJob', id, { lostAt: now }, now]],
        );
        return null;
      });
    },

    settleCall: (key, owner, result) =>
      kept(
        () => inOrder.settleCall(key, owner, result),
        () =>
          outbox.keep([
            ['addResult', result],
            ['releaseCall', key, owner],
          ]),
      ),
  };
}

type AnyMethod = (...args: unknown[]) => Promise<unknown>;

/** The same ledger, each of whose methods is wrapped. */
function wrapped(
  ledger: SharedLedger,
  wrap: (method: AnyMethod, name: string) => AnyMethod,
): SharedLedger {
  const methods = Object.entries({ ...ledger } as unknown as Record<string, AnyMethod>);
  return Object.fromEntries(
    methods.map(([name, method]) => [name, wrap(method, name)]),
  ) as unknown as SharedLedger;
}

/** The same ledger, whose changes wait until the outbox is empty. */
function afterOutbox(ledger: SharedLedger, outbox: Outbox, onFailure: () => void): SharedLedger {
  return wrapped(ledger, (method, name) => {
    const isOrdered =
      name in ledgerMethods &&
      (ledgerMethods[name as LedgerMethod] !== 'read' || ordered.includes(name as LedgerMethod));
    if (!isOrdered) return method;
    return async (...args) => {
      try {
        if (outbox.size > 0) await outbox.send();
        return await method(...args);
      } catch (error) {
        if (error instanceof LedgerError) onFailure();
        throw error;
      }
    };
  });
}

/**
 * The same ledger, which reports how each of its methods ends.
 * @param onEnd with undefined for what was done
 */
export function watchedLedger(
  ledger: SharedLedger,
  onEnd: (problem: LedgerError | undefined) => void,
): SharedLedger {
  return wrapped(ledger, (method) => async (...args) => {
    try {
      const value = await method(...args);
      onEnd(undefined);
      return value;
    } catch (error) {
      if (error instanceof LedgerError) onEnd(error);
      throw error;
    }
  });
}

/**
 * A ledger whose stops end by themselves, because no user acts on them, and whose 402 stops only new
 * calls, which the spending door looks after: jobs that were paid for are polled on.
 */
export function withPausesOnly(
  ledger: SharedLedger,
  now: () => Instant,
  pauseMs: number,
): SharedLedger {
  return {
    ...ledger,
    async readStops(account, credential) {
      const stops = await ledger.readStops(account, credential);
      return stops.filter(({ status, at }) => status !== 402 && at + pauseMs > now());
    },
  };
}
