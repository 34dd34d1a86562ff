import { heldBy, heldByNone, isAlive, type Hold } from './leases.ts';
import { deleteRows, replaceRow, select, updateRows } from './rows.ts';
import { resultTable } from './results.ts';
import { tickOf, type Step, type StepsOf } from './steps.ts';
import type { CallRow, CallTable, StoredResult, SubjectKey, UsableSummary } from './store.ts';

export const callTable: StepsOf<CallTable> = {
  *claimCall(key, claim, usable, orphan) {
    yield lockOf(key);
    const result = yield* resultTable.readResult(key, 'summary');
    if (result !== null && isUsable(result, usable)) return { kind: 'stored', result };
    const sql = 'SELECT owner, lease_until FROM summary_call';
    const [held = heldByNone] = (yield* select(sql, subjectOf(key))) as unknown as Hold[];
    const tick = yield* tickOf(claim.tick);
    if (isAlive(held, tick)) return { kind: 'busy' };
    if (held.owner !== null) {
      yield* callTable.releaseCall(key, held.owner, orphan);
      return { kind: 'orphaned' };
    }
    yield replaceRow('summary_call', { ...subjectOf(key), ...heldBy({ ...claim, tick }) });
    return { kind: 'claimed' };
  },

  *renewCall(key, claim) {
    const hold = heldBy({ ...claim, tick: yield* tickOf(claim.tick) });
    const mine = { ...subjectOf(key), owner: claim.owner };
    return (yield updateRows('summary_call', hold, mine)).length > 0;
  },

  *settleCall(key, owner, result) {
    // Not between two looks of a claim: it would miss both the call and its result.
    yield lockOf(key);
    yield* resultTable.saveResult(result);
    yield deleteRows('summary_call', { ...subjectOf(key), owner });
  },

  *releaseCall(key, owner, failure) {
    const mine = { ...subjectOf(key), owner };
    yield updateRows('summary_call', { ...heldByNone, ...failure }, mine);
  },

  *readCall(key) {
    // Without a kind, the row only marks a call in progress.
    const sql = 'SELECT failures, retry_at, may_be_charged, kind, status FROM summary_call';
    const [row] = yield* select(sql, subjectOf(key), ['AND kind IS NOT NULL']);
    return (row ?? null) as CallRow | null;
  },
};

/** Whether a stored summary takes the place of a call. */
function isUsable({ receivedAt }: StoredResult, { after, before, seen }: UsableSummary): boolean {
  if (seen !== undefined && receivedAt !== seen) return true;
  return receivedAt > after && receivedAt < before;
}

function lockOf({ account, chain, address }: SubjectKey): Step {
  return { lock: ['call', account, chain, address] };
}

function subjectOf({ account, chain, address }: SubjectKey): SubjectKey {
  return { account, chain, address };
}
