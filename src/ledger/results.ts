import { crc32 } from 'node:zlib';
import { aggregators } from '../api/parameters.ts';
import type { Database, Row, RowValue } from './database.ts';
import { LedgerError } from './faults.ts';
import { fieldsOf, insertRow, select } from './rows.ts';
import { mostOlderResults } from './schema.ts';
import { longestHistory, type ResultHead, type ResultTable, type StoredResult } from './store.ts';

const columns = 'account, chain, address, part, received_at';
const ofPart = 'account = ? AND address = ? AND chain = ? AND part = ?';

export function resultTable(database: Database): ResultTable {
  return {
    readResult: ({ account, address, chain }, part) =>
      readWhere(database, `result WHERE ${ofPart}`, account, address, chain, part),

    listResultsOf(account, addresses) {
      // The plus keeps SQLite from walking all results in the order of their time.
      return headsWhere(
        database,
        `result WHERE account = ? AND address IN (SELECT value FROM json_each(?))
         ORDER BY +received_at DESC`,
        ...[account, JSON.stringify(addresses)],
      );
    },

    listResults: (account, limit) =>
      headsWhere(
        database,
        'result WHERE account = ? ORDER BY received_at DESC LIMIT ?',
        ...[account, limit],
      ),

    listHistory({ account, address, chain }) {
      return aggregators
        .flatMap((part) => {
          const subject = [account, address, chain, part] as const;
          return headsWhere(
            database,
            `result WHERE ${ofPart} UNION SELECT ${columns} FROM older_result WHERE ${ofPart}
             ORDER BY received_at DESC LIMIT ?`,
            ...[...subject, ...subject, longestHistory],
          );
        })
        .sort((one, other) => other.receivedAt - one.receivedAt);
    },

    readPastResult({ account, address, chain, part, receivedAt }) {
      const where = `WHERE ${ofPart} AND received_at = ?`;
      const values = [account, address, chain, part, receivedAt] as const;
      return (
        readWhere(database, `result ${where}`, ...values) ??
        readWhere(database, `older_result ${where}`, ...values)
      );
    },

    saveResult: (result) => database.transaction(() => replaceResult(database, result)),

    addResult(result) {
      database.transaction(() => {
        const { account, address, chain, part, receivedAt } = result;
        const row = database.get(
          `SELECT received_at FROM result WHERE ${ofPart}`,
          ...[account, address, chain, part],
        );
        const newest = row?.['received_at'] as number | undefined;
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

function insertResult(
  database: Database,
  table: 'result' | 'older_result',
  result: StoredResult,
): void {
  const replacing =
    'DO UPDATE SET received_at = excluded.received_at, body = excluded.body, sum = excluded.sum';
  insertRow(database, table, { ...result, sum: crc32(result.body) }, replacing);
}

/** @throws LedgerError with `damaged` if the body is not the one that was stored */
function readWhere(database: Database, from: string, ...values: RowValue[]): StoredResult | null {
  const row = database.get(`SELECT ${columns}, body, sum FROM ${from}`, ...values);
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

function headsWhere(database: Database, from: string, ...values: RowValue[]): ResultHead[] {
  const sql = `SELECT ${columns} FROM ${from}`;
  return select(database, sql, ...values) as unknown as ResultHead[];
}
