import { closedStates, inProgressStates, isIn } from '../risk/jobState.ts';
import { faultOf } from './faults.ts';
import { intentOf, newJobOf } from './jobs.ts';
import { recover } from './recovery.ts';
import { reservedName, type PaidOutcome, type Reserve, type StartOutcome } from './reserve.ts';
import type { CallTable, JobRow, JobTable, ResultHead, Store, StoredResult } from './store.ts';
import { subjectName } from './subjectKey.ts';

/**
 * The same store with a reserve for each paid call: prepared before the call may be sent, written
 * if the ledger cannot take the outcome, and dropped once no further outcome can arrive.
 */
export function reservedStore(store: Store, reserve: Reserve): Store {
  return {
    ...store,
    ...withUnsaved(store, reserve),
    ...jobs(store, reserve),
    ...calls(store, reserve),
    clearResults() {
      // Outcomes found only in the reserve would otherwise reappear.
      recover(store, reserve);
      return store.clearResults();
    },
  };
}

/** Stored data plus outcomes found only in this window's reserve. */
function withUnsaved(store: Store, { unsaved }: Reserve) {
  const results = (): StoredResult[] => [...unsaved.values()].flatMap(({ result }) => result ?? []);
  const heads = (isMeant: (head: ResultHead) => boolean, stored: readonly ResultHead[]) => {
    const own = results().filter(isMeant);
    const isReplaced = (head: ResultHead): boolean => own.some((each) => isSamePart(each, head));
    return [...own, ...stored.filter((head) => !isReplaced(head))].sort(
      (one, other) => other.receivedAt - one.receivedAt,
    );
  };

  return {
    readResult: (key, part) =>
      results().find((result) => isSamePart(result, { ...key, part })) ??
      store.readResult(key, part),
    listResultsOf: (account, addresses) =>
      heads(
        (head) => head.account === account && addresses.includes(head.address),
        store.listResultsOf(account, addresses),
      ),
    listResults: (account, limit) =>
      heads((head) => head.account === account, store.listResults(account, limit)).slice(0, limit),
    readJob(id) {
      const row = store.readJob(id);
      const outcome = unsaved.get(reservedName({ kind: 'start', job: { id } }));
      if (row === null || outcome?.kind !== 'start') return row;
      return { ...row, ...outcome.change };
    },
  } satisfies Partial<Store>;
}

function isSamePart(one: Omit<ResultHead, 'receivedAt'>, other: typeof one): boolean {
  return subjectName(one, one.part) === subjectName(other, other.part);
}

/** Writes an outcome to the ledger, or else to the reserve: it was paid for. */
function kept<T>(reserve: Reserve, outcome: PaidOutcome, write: () => T, instead: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!reserve.keep(outcome)) {
      if (outcome.kind === 'start' && outcome.result !== undefined) reserve.keep(lost(outcome));
      throw error;
    }
    reserve.unsaved.set(reservedName(outcome), outcome);
    // A busy ledger takes it in a moment, and the caller waits for that.
    if (faultOf(error) === 'busy') throw error;
    return instead();
  }
}

/** Keeps in the reserve what the ledger has of an open job. */
function followed<Job extends JobRow | null>(reserve: Reserve, job: Job): Job {
  if (job === null) return job;
  const { state, jobId, status, unreadBody, lostAt, unansweredAt, createdAt: at } = job;
  const change = { state, jobId, status, unreadBody, lostAt, unansweredAt };
  const outcome = { kind: 'start', job: newJobOf(job), change, at } as const;
  reserve.unsaved.delete(reservedName(outcome));
  if (isIn(state, closedStates)) reserve.drop(reservedName(outcome));
  else reserve.keep(outcome, isIn(state, inProgressStates));
  return job;
}

function jobs(store: Store, reserve: Reserve) {
  return {
    beginJob(job, claim) {
      recover(store, reserve);
      const intent = { kind: 'start', job, change: { state: 'intent' }, at: claim.now } as const;
      reserve.prepare(intent);
      let isNew = false;
      try {
        const started = store.beginJob(job, claim);
        ({ isNew } = started);
        return started;
      } finally {
        // A call that the ledger didn't accept isn't sent, and must not look like a lost start.
        if (!isNew) reserve.drop(reservedName(intent));
      }
    },

    keepJob(job, change, now, holder) {
      return kept(
        reserve,
        { kind: 'start', job, change, at: now },
        () => followed(reserve, store.keepJob(job, change, now, holder)),
        () => ({ ...(store.readJob(job.id) ?? intentOf(job, now)), ...change }),
      );
    },

    settleJob(id, change, claim, result) {
      const settle = (): JobRow | null =>
        followed(reserve, store.settleJob(id, change, claim, result));
      const job = result === undefined ? null : store.readJob(id);
      if (job === null || result === undefined) return settle();
      const done = { state: change.state, jobId: job.jobId } as const;
      const outcome = { kind: 'start', job: newJobOf(job), change: done, at: claim.now } as const;
      return kept(reserve, { ...outcome, result }, settle, () => ({ ...job, ...change }));
    },

    overrideJob: (...args) => followed(reserve, store.overrideJob(...args)),

    forgetJob(id, whileIn) {
      const isForgotten = store.forgetJob(id, whileIn);
      if (isForgotten) reserve.drop(reservedName({ kind: 'start', job: { id } }));
      return isForgotten;
    },
  } satisfies Partial<JobTable>;
}

function calls(store: Store, reserve: Reserve) {
  return {
    claimCall(key, ...rest) {
      recover(store, reserve);
      const claimed = store.claimCall(key, ...rest);
      if (claimed.kind !== 'claimed') return claimed;
      try {
        reserve.prepare({ kind: 'summary', key, owner: rest[0].owner });
      } catch (error) {
        try {
          store.releaseCall(key, rest[0].owner);
        } catch {
          // It expires.
        }
        throw error;
      }
      return claimed;
    },

    settleCall(key, owner, result) {
      const outcome = { kind: 'summary', key, owner, result } as const;
      kept(
        reserve,
        outcome,
        () => {
          store.settleCall(key, owner, result);
          reserve.drop(reservedName(outcome));
        },
        () => undefined,
      );
    },

    releaseCall(key, owner, failure) {
      reserve.drop(reservedName({ kind: 'summary', key, owner }));
      store.releaseCall(key, owner, failure);
    },
  } satisfies Partial<CallTable>;
}

/** That a result has arrived which fits nowhere. */
function lost({ job, change, at }: StartOutcome): StartOutcome {
  return { kind: 'start', job, change: { ...change, state: 'running', lostAt: at }, at };
}
