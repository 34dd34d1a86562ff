import { closedStates, inProgressStates } from '../risk/jobState.ts';
import { faultOf } from './faults.ts';
import { recover } from './recovery.ts';
import { reservedName, type PaidOutcome, type Reserve } from './reserve.ts';
import type { CallTable, JobChange, JobRow, JobTable, NewJob, Store } from './store.ts';
import { withUnsaved, type Unsaved } from './unsaved.ts';

/** A store, and where the outcomes of paid calls go if it cannot take them. */
interface Parts {
  readonly store: Store;
  readonly reserve: Reserve;
  readonly unsaved: Unsaved;
}

/**
 * The same store, with a reserve for each paid call: prepared before the call may be sent, written if
 * the ledger cannot take what came of it, dropped once nothing more can come of it.
 */
export function reservedStore(parts: Parts): Store {
  const { store, unsaved } = parts;
  return {
    ...store,
    ...withUnsaved(store, unsaved),
    ...jobs(parts),
    ...calls(parts),
    clearResults() {
      // What only the reserve has would come back.
      recover(parts);
      return store.clearResults();
    },
  };
}

/** Writes an outcome to the ledger, or else to the reserve: it was paid for. */
function kept<T>(
  { reserve, unsaved }: Parts,
  outcome: PaidOutcome,
  write: () => T,
  instead: () => T,
): T {
  try {
    return write();
  } catch (error) {
    if (!reserve.keep(outcome)) {
      if (outcome.kind === 'start' && outcome.result !== undefined) reserve.keep(lost(outcome));
      throw error;
    }
    unsaved.set(reservedName(outcome), outcome);
    // A busy ledger takes it in a moment, and the caller waits for that.
    if (faultOf(error) === 'busy') throw error;
    return instead();
  }
}

/** Keeps in the reserve what the ledger has of an open job. */
function followed<Job extends JobRow | null>({ reserve, unsaved }: Parts, job: Job): Job {
  if (job === null) return job;
  const outcome = outcomeOf(job);
  unsaved.delete(reservedName(outcome));
  if (isIn(job, closedStates)) reserve.drop(reservedName(outcome));
  else reserve.keep(outcome, isIn(job, inProgressStates));
  return job;
}

function jobs(parts: Parts) {
  const { store, reserve, unsaved } = parts;
  return {
    beginJob(job, claim) {
      recover(parts);
      const intent = { kind: 'start', job, change: { state: 'intent' }, at: claim.now } as const;
      reserve.prepare(intent);
      const started = store.beginJob(job, claim);
      if (!started.isNew) reserve.drop(reservedName(intent));
      return started;
    },

    keepJob(job, change, now, holder) {
      return kept(
        parts,
        { kind: 'start', job, change, at: now },
        () => followed(parts, store.keepJob(job, change, now, holder)),
        () => changed(store.readJob(job.id), job, change),
      );
    },

    settleJob(id, change, claim, result) {
      const settle = (): JobRow | null =>
        followed(parts, store.settleJob(id, change, claim, result));
      const job = result === undefined ? null : store.readJob(id);
      if (job === null || result === undefined) return settle();
      const done = { state: change.state, jobId: job.jobId } as const;
      const outcome = { kind: 'start', job: newJobOf(job), change: done, at: claim.now } as const;
      return kept(parts, { ...outcome, result }, settle, () => ({ ...job, ...change }));
    },

    overrideJob: (...args) => followed(parts, store.overrideJob(...args)),

    forgetJob(id, whileIn) {
      const isForgotten = store.forgetJob(id, whileIn);
      if (isForgotten) {
        const name = reservedName({ kind: 'start', job: { id } });
        reserve.drop(name);
        unsaved.delete(name);
      }
      return isForgotten;
    },
  } satisfies Partial<JobTable>;
}

function calls(parts: Parts) {
  const { store, reserve, unsaved } = parts;
  return {
    claimCall(key, ...rest) {
      recover(parts);
      const claimed = store.claimCall(key, ...rest);
      if (claimed.kind !== 'claimed') return claimed;
      try {
        reserve.prepare({ kind: 'summary', key, owner: rest[0].owner });
      } catch (error) {
        // If the claim cannot be given back, it expires.
        attempt(() => store.releaseCall(key, rest[0].owner));
        throw error;
      }
      return claimed;
    },

    settleCall(key, owner, result) {
      const outcome = { kind: 'summary', key, owner, result } as const;
      kept(
        parts,
        outcome,
        () => {
          store.settleCall(key, owner, result);
          unsaved.delete(reservedName(outcome));
          reserve.drop(reservedName(outcome));
        },
        () => undefined,
      );
    },

    failCall(key, owner, row) {
      reserve.drop(reservedName({ kind: 'summary', key, owner }));
      store.failCall(key, owner, row);
    },

    releaseCall(key, owner) {
      reserve.drop(reservedName({ kind: 'summary', key, owner }));
      store.releaseCall(key, owner);
    },
  } satisfies Partial<CallTable>;
}

/** That a result has arrived which fits nowhere. */
function lost({ job, change, at }: Extract<PaidOutcome, { kind: 'start' }>): PaidOutcome {
  return { kind: 'start', job, change: { ...change, state: 'running', lostAt: at }, at };
}

function outcomeOf(job: JobRow): PaidOutcome {
  const { state, jobId, status, unreadBody, lostAt, createdAt } = job;
  const change = { state, jobId, status, unreadBody, lostAt };
  return { kind: 'start', job: newJobOf(job), change, at: createdAt };
}

function changed(row: JobRow | null, job: NewJob, change: JobChange): JobRow {
  const unread = { jobId: null, polls: 0, status: null, unreadBody: null, lostAt: null } as const;
  const none = { owner: null, leaseUntil: 0, isNoticed: false, createdAt: 0 } as const;
  const known = row ?? { ...job, ...unread, ...none, state: 'unknown' as const };
  return { ...known, ...change };
}

function newJobOf({ id, account, chain, address, aggregator, origin, credential }: JobRow): NewJob {
  return { id, account, chain, address, aggregator, origin, credential };
}

function isIn({ state }: JobRow, states: readonly string[]): boolean {
  return states.includes(state);
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The caller has a more important error.
  }
}
