import type { Database } from './database.ts';
import { isAlive } from './leases.ts';
import { fieldsOf, insertRow } from './rows.ts';
import {
  leaseMs,
  type CallRow,
  type CallTable,
  type ResultTable,
  type StoredResult,
  type SubjectKey,
  type UsableSummary,
} from './store.ts';

const ofSubject = 'account = ? AND chain = ? AND address = ?';

/** Of the last failure of a call. */
export const callColumns = 'failures, retry_at, may_be_charged, kind, status';

interface Holder {
  readonly owner: string | null;
  readonly leaseUntil: number;
}

export function callTable(database: Database, results: ResultTable): CallTable {
  const table: CallTable = {
    claimCall(key, claim, usable, orphan) {
      return database.transaction(() => {
        const result = results.readResult(key, 'summary');
        if (result !== null && isUsable(result, usable)) return { kind: 'stored', result };
        const row = database.get(`SELECT * FROM call WHERE ${ofSubject}`, ...subject(key));
        const held = row ?? { owner: null, lease_until: 0 };
        const { owner, leaseUntil } = fieldsOf(held) as unknown as Holder;
        if (isAlive({ owner, leaseUntil }, claim.tick)) return { kind: 'busy' };
        if (owner !== null) {
          table.failCall(key, owner, orphan);
          return { kind: 'orphaned' };
        }
        const [account, chain, address] = subject(key);
        insertRow(
          database,
          'call',
          { account, chain, address, owner: claim.owner, leaseUntil: claim.tick + leaseMs },
          'DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until',
        );
        return { kind: 'claimed' };
      });
    },

    renewCall(key, claim) {
      const renewed = database.run(
        `UPDATE call SET lease_until = ? WHERE ${ofSubject} AND owner = ?`,
        claim.tick + leaseMs,
        ...subject(key),
        claim.owner,
      );
      return renewed > 0;
    },

    settleCall(key, owner, result) {
      database.transaction(() => {
        results.saveResult(result);
        database.run(`DELETE FROM call WHERE ${ofSubject} AND owner = ?`, ...subject(key), owner);
      });
    },

    failCall(key, owner, { failures, retryAt, mayBeCharged, kind, status }) {
      database.run(
        `UPDATE call SET owner = NULL, lease_until = 0, failures = ?, retry_at = ?,
           may_be_charged = ?, kind = ?, status = ?
         WHERE ${ofSubject} AND owner = ?`,
        ...[failures, retryAt, Number(mayBeCharged), kind, status, ...subject(key), owner],
      );
    },

    releaseCall(key, owner) {
      database.run(
        `UPDATE call SET owner = NULL, lease_until = 0 WHERE ${ofSubject} AND owner = ?`,
        ...subject(key),
        owner,
      );
    },

    readCall(key) {
      // Without a kind, the row only marks a call in progress.
      const row = database.get(
        `SELECT ${callColumns} FROM call WHERE ${ofSubject} AND kind IS NOT NULL`,
        ...subject(key),
      );
      return row === undefined ? null : (fieldsOf(row) as unknown as CallRow);
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
