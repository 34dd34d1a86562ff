import type { Database, Row } from './database.ts';
import { isAlive } from './leases.ts';
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

export function callTable(database: Database, results: ResultTable): CallTable {
  function read(key: SubjectKey): Row | undefined {
    return database.get(`SELECT * FROM call WHERE ${ofSubject}`, ...subject(key));
  }

  const table: CallTable = {
    claimCall(key, claim, usable, orphan) {
      return database.transaction(() => {
        const result = results.readResult(key, 'summary');
        if (result !== null && isUsable(result, usable)) return { kind: 'stored', result };
        const row = read(key);
        const holder = row === undefined ? null : toHolder(row);
        if (holder !== null && isAlive(holder, claim.tick)) return { kind: 'busy' };
        if (holder !== null && holder.owner !== null) {
          table.failCall(key, holder.owner, orphan);
          return { kind: 'orphaned' };
        }
        database.run(
          `INSERT INTO call (account, chain, address, owner, lease_until) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until`,
          ...subject(key),
          claim.owner,
          claim.tick + leaseMs,
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

    failCall(key, owner, failure) {
      database.run(
        `UPDATE call SET owner = NULL, lease_until = 0, failures = ?, retry_at = ?,
           may_be_charged = ?, kind = ?, status = ?
         WHERE ${ofSubject} AND owner = ?`,
        failure.failures,
        failure.retryAt,
        Number(failure.mayBeCharged),
        failure.kind,
        failure.status,
        ...subject(key),
        owner,
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
      const row = read(key);
      return row === undefined ? null : toCall(row);
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

function toHolder(row: Row): { owner: string | null; leaseUntil: number } {
  return { owner: row['owner'] as string | null, leaseUntil: row['lease_until'] as number };
}

/** Null if no call has failed: the row then only marks one in progress. */
export function toCall(row: Row): CallRow | null {
  if (row['kind'] === null) return null;
  return {
    failures: row['failures'] as number,
    retryAt: row['retry_at'] as number,
    // A number in SQLite, and a truth value in PostgreSQL.
    mayBeCharged: row['may_be_charged'] === 1 || row['may_be_charged'] === true,
    kind: row['kind'] as CallRow['kind'],
    status: row['status'] as number | null,
  };
}
