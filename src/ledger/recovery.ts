import { closedStates, isIn } from '../risk/jobState.ts';
import { faultOf } from './faults.ts';
import type { Reserve, StartOutcome, CallOutcome } from './reserve.ts';
import type { Store } from './store.ts';

/** Starts with unknown outcomes are kept no longer than finished jobs. */
const maxKeptMs = 90 * 24 * 3_600_000;

/** A file without a row in the ledger is another window's, between the two, for no longer than this. */
const unstoredMs = 60_000;

/** A file that is written twice within this time may have the same time of its last change. */
const sameMs = 1_000;

/**
 * Brings into the ledger what only the reserve holds: of this window, and of those that have ended.
 * @param isNewFile the file has just been created: a start without a row is one that was lost with
 * another file
 */
export function recover(store: Store, reserve: Reserve, isNewFile = false): void {
  const { unsaved, known } = reserve;
  if (isNewFile) known.clear();
  const listed = reserve.list();
  // Another window has brought it into the ledger, or someone has deleted its file.
  const left = [...unsaved]
    .filter(([name]) => listed.every((file) => file.name !== name))
    .map(([name, outcome]) => ({ name, at: Date.now(), outcome }));
  for (const { name, at, outcome } of [...listed, ...left]) {
    try {
      const end =
        outcome?.kind === 'summary'
          ? recoverSummary(store, outcome) || isOld(at)
          : outcome && recoverStart(store, outcome, isNewFile || isOld(at));
      if (end === true || isOld(at, maxKeptMs)) reserve.drop(name);
      else if (end === 'same' && isOld(at, sameMs)) known.set(name, at);
      unsaved.delete(name);
    } catch (error) {
      // A file that no release has written must not keep the others out.
      if (faultOf(error) !== 'other') throw error;
    }
  }
}

/** False if it may belong to a call in progress. */
function recoverSummary(store: Store, { key, owner, result }: CallOutcome): boolean {
  if (result === undefined) return false;
  store.addResult(result);
  store.releaseCall(key, owner);
  return true;
}

/**
 * @param isLost whether a job without a row was lost; otherwise its window will store it next
 * @returns true if its file is no longer needed; `same` if it adds nothing to the ledger
 */
function recoverStart(
  store: Store,
  { job, change, at, result }: StartOutcome,
  isLost: boolean,
): boolean | 'same' {
  const row = store.readJob(job.id);
  if (result !== undefined) {
    store.addResult(result);
    store.overrideJob(job.id, { state: 'done' }, at);
    return true;
  }
  if (row !== null && isIn(row.state, closedStates)) return true;
  const hasId = typeof change.jobId === 'string';
  const isNews = hasId
    ? row?.jobId === null
    : change.state === 'unknown' && row?.state === 'intent';
  if (row === null ? isLost : isNews) {
    store.keepJob(job, { ...change, state: hasId ? 'running' : 'unknown' }, at);
  }
  if (typeof change.lostAt === 'number' && row?.lostAt === null) {
    store.overrideJob(job.id, { lostAt: change.lostAt }, at);
  }
  return row !== null && 'same';
}

function isOld(at: number, forMs = unstoredMs): boolean {
  return Date.now() - at > forMs;
}
