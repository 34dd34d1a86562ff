import { LedgerError } from '../ledger/faults.ts';
import { intentOf } from '../ledger/jobs.ts';
import { ledgerMethods, type LedgerMethod, type SharedLedger } from '../ledger/ledger.ts';
import type { Clock } from '../paid/clock.ts';
import type { Outbox } from './outbox.ts';
import type { Instant } from '../ledger/store.ts';

/** What this process has not stored yet decides these. */
const ordered: readonly LedgerMethod[] = ['readJob', 'openJobOf'];
/** Those who hold a job get this long to store its result before another process takes it. */
const quietMs = 3_000;

/**
 * A ledger that keeps in the outbox what was paid for and cannot be stored. While it does, this process
 * changes nothing else: what was paid for comes first.
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

  /** The answer of a commit may be lost: what is held for nothing is released, in this order. */
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
