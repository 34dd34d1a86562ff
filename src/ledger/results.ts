import { crc32 } from 'node:zlib';
import { aggregators } from '../api/parameters.ts';
import type { Database, Row, RowValue } from './database.ts';
import { LedgerError } from './faults.ts';
import { fieldsOf, replaceRow, select } from './rows.ts';
import { mostOlderResults } from './schema.ts';
import { longestHistory, type ResultHead, type ResultTable, type StoredResult } from './store.ts';

const columns = 'account, chain, address, part, received_at';
const ofPart = 'account = ? AND address = ? AND chain = ? AND part = ?';

type ResultTableName = 'result' | 'older_result';

export function resultTable(database: Database): ResultTable {
  return {
    readResult: ({ account, address, chain }, part) =>
      readFrom(database, 'result', { account, address, chain, part }),

    listResultsOf(account, addresses) {
      // The plus keeps SQLite from walking all results in the order of their time.
      const more = `AND address IN (SELECT value FROM json_each(?)) ORDER BY +received_at DESC`;
      return heads(database, { account }, more, JSON.stringify(addresses));
    },

    listResults: (account, limit) =>
      heads(database, { account }, 'ORDER BY received_at DESC LIMIT ?', limit),

    listHistory({ account, address, chain }) {
      return aggregators
        .flatMap((part) => {
          const more = `UNION SELECT ${columns} FROM older_result WHERE ${ofPart}
            ORDER BY received_at DESC LIMIT ?`;
          const subject = { account, address, chain, part };
          return heads(database, subject, more, account, address, chain, part, longestHistory);
        })
        .sort((one, other) => other.receivedAt - one.receivedAt);
    },

    readPastResult({ account, address, chain, part, receivedAt }) {
      const where = { account, address, chain, part, receivedAt };
      return readFrom(database, 'result', where) ?? readFrom(database, 'older_result', where);
    },

    saveResult: (result) => database.transaction(() => replaceResult(database, result)),

    addResult(result) {
      database.transaction(() => {
        const { account, address, chain, part, receivedAt } = result;
        const [head] = heads(database, { account, address, chain, part });
        const newest = head?.receivedAt;
        if (newest === undefined || newest < receivedAt) replaceResult(database, result);
        else if (newest > receivedAt) insertResult(database, 'older_result', result);
      });
    },

    clearResults() {
      return database.transaction(() => {
        // A settled job only lists a result; open and unknown jobs may still bring one.
        database.run("DELETE FROM job WHERE state IN ('done', 'rejected')");
        database.run('DELETE FROM older_result');
        return database.run('DELETE FROM result');
      });
    },
  };
}

/** Stores a result as the newest; the one before goes to the older ones. */
function replaceResult(database: Database, result: StoredResult): void {
  const subject = [result.account, result.address, result.chain, result.part] as const;
  database.run(
    `INSERT OR IGNORE INTO older_result (${columns}, body, sum)
     SELECT ${columns}, body, sum FROM result WHERE ${ofPart} AND received_at <> ?`,
    ...[...subject, result.receivedAt],
  );
  database.run(
    `DELETE FROM older_result WHERE ${ofPart} AND received_at <= (
       SELECT received_at FROM older_result WHERE ${ofPart}
       ORDER BY received_at DESC LIMIT 1 OFFSET ${mostOlderResults})`,
    ...[...subject, ...subject],
  );
  insertResult(database, 'result', result);
}

function insertResult(database: Database, table: ResultTableName, result: StoredResult): void {
  replaceRow(database, table, { ...result, sum: crc32(result.body) });
}

/** @throws LedgerError with `damaged` if the body is not the one that was stored */
function readFrom(database: Database, table: ResultTableName, where: object): StoredResult | null {
  const [row] = select(database, `SELECT ${columns}, body, sum FROM ${table}`, where);
  if (row === undefined) return null;
  const result = intactResult(row);
  if (result === null) throw new LedgerError('damaged');
  return result;
}

/** Null if the body of a row is not the one that was stored. */
export function intactResult({ sum, ...row }: Row): StoredResult | null {
  const { body } = row;
  if (typeof body !== 'string' || crc32(body) !== sum) return null;
  return fieldsOf(row) as unknown as StoredResult;
}

function heads(database: Database, where: object, ...more: [sql?: string, ...RowValue[]]) {
  const rows = select(database, `SELECT ${columns} FROM result`, where, more);
  return rows as unknown as ResultHead[];
}
