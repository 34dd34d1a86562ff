import type { Database } from './database.ts';
import { heldBy, heldByNone, isAlive, type Hold } from './leases.ts';
import { insertRow, select, updateRows } from './rows.ts';
import {
  type CallRow,
  type CallTable,
  type ResultTable,
  type StoredResult,
  type SubjectKey,
  type UsableSummary,
} from './store.ts';

const ofSubject = 'account = ? AND chain = ? AND address = ?';
const ofOwner = `${ofSubject} AND owner = ?`;

/** Of the last failure of a call. */
export const callColumns = 'failures, retry_at, may_be_charged, kind, status';

export function callTable(database: Database, results: ResultTable): CallTable {
  const table: CallTable = {
    claimCall(key, claim, usable, orphan) {
      return database.transaction(() => {
        const result = results.readResult(key, 'summary');
        if (result !== null && isUsable(result, usable)) return { kind: 'stored', result };
        const sql = `SELECT owner, lease_until FROM call WHERE ${ofSubject}`;
        const [held = heldByNone] = select(database, sql, ...subject(key)) as unknown as Hold[];
        if (isAlive(held, claim.tick)) return { kind: 'busy' };
        if (held.owner !== null) {
          table.releaseCall(key, held.owner, orphan);
          return { kind: 'orphaned' };
        }
        insertRow(
          database,
          'call',
          { ...key, ...heldBy(claim) },
          'DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until',
        );
        return { kind: 'claimed' };
      });
    },

    renewCall(key, claim) {
      const { owner } = claim;
      return updateRows(database, 'call', heldBy(claim), [ofOwner, ...subject(key), owner]) > 0;
    },

    settleCall(key, owner, result) {
      database.transaction(() => {
        results.saveResult(result);
        database.run(`DELETE FROM call WHERE ${ofOwner}`, ...subject(key), owner);
      });
    },

    releaseCall(key, owner, failure) {
      const change = { ...heldByNone, ...failure };
      updateRows(database, 'call', change, [ofOwner, ...subject(key), owner]);
    },

    readCall(key) {
      // Without a kind, the row only marks a call in progress.
      const sql = `SELECT ${callColumns} FROM call WHERE ${ofSubject} AND kind IS NOT NULL`;
      const [row = null] = select(database, sql, ...subject(key)) as unknown as CallRow[];
      return row;
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

function subject(key: SubjectKey): [string, string, string] {
  return [key.account, key.chain, key.address];
}
