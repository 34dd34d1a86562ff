import type { Database } from './database.ts';
import { heldBy, heldByNone, isAlive, type Hold } from './leases.ts';
import { deleteRows, replaceRow, select, updateRows } from './rows.ts';
import type {
  CallRow,
  CallTable,
  ResultTable,
  StoredResult,
  SubjectKey,
  UsableSummary,
} from './store.ts';

/** Of the last failure of a call. */
export const callColumns = 'failures, retry_at, may_be_charged, kind, status';

export function callTable(database: Database, results: ResultTable): CallTable {
  const table: CallTable = {
    claimCall(key, claim, usable, orphan) {
      return database.transaction(() => {
        const result = results.readResult(key, 'summary');
        if (result !== null && isUsable(result, usable)) return { kind: 'stored', result };
        const sql = 'SELECT owner, lease_until FROM call';
        const [held = heldByNone] = select(database, sql, subjectOf(key)) as unknown as Hold[];
        if (isAlive(held, claim.tick)) return { kind: 'busy' };
        if (held.owner !== null) {
          table.releaseCall(key, held.owner, orphan);
          return { kind: 'orphaned' };
        }
        replaceRow(database, 'call', { ...subjectOf(key), ...heldBy(claim) });
        return { kind: 'claimed' };
      });
    },

    renewCall(key, claim) {
      const mine = { ...subjectOf(key), owner: claim.owner };
      return updateRows(database, 'call', heldBy(claim), mine) > 0;
    },

    settleCall(key, owner, result) {
      database.transaction(() => {
        results.saveResult(result);
        deleteRows(database, 'call', { ...subjectOf(key), owner });
      });
    },

    releaseCall(key, owner, failure) {
      const mine = { ...subjectOf(key), owner };
      updateRows(database, 'call', { ...heldByNone, ...failure }, mine);
    },

    readCall(key) {
      // Without a kind, the row only marks a call in progress.
      const sql = `SELECT ${callColumns} FROM call`;
      const [row] = select(database, sql, subjectOf(key), ['AND kind IS NOT NULL']);
      return (row ?? null) as CallRow | null;
    },
  };
  return table;
}

/** Whether a stored summary takes the place of a call. */
export function isUsable(
  { receivedAt }: StoredResult,
  { after, before, seen }: UsableSummary,
): boolean {
  if (seen !== undefined && receivedAt !== seen) return true;
  return receivedAt > after && receivedAt < before;
}

function subjectOf({ account, chain, address }: SubjectKey): SubjectKey {
  return { account, chain, address };
}
