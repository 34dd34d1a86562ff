import type { Database, Row } from './database.ts';
import { aggregators } from '../api/parameters.ts';
import {
  longestHistory,
  type Part,
  type ResultHead,
  type ResultTable,
  type StoredResult,
} from './store.ts';

const columns = 'account, chain, address, part, received_at';
const ofPart = 'account = ? AND address = ? AND chain = ? AND part = ?';

export function resultTable(database: Database): ResultTable {
  return {
    ...pastResults(database),

    readResult(key, part) {
      const row = database.get(
        `SELECT * FROM result WHERE ${ofPart}`,
        key.account,
        key.address,
        key.chain,
        part,
      );
      return row === undefined ? null : toResult(row);
    },

    listResultsOf(account, addresses) {
      // The plus keeps SQLite from walking all results in the order of their time.
      return database
        .all(
          `SELECT ${columns} FROM result WHERE account = ?
           AND address IN (SELECT value FROM json_each(?)) ORDER BY +received_at DESC`,
          account,
          JSON.stringify(addresses),
        )
        .map(toResultHead);
    },

    listResults(account, limit) {
      return database
        .all(
          `SELECT ${columns} FROM result WHERE account = ?
           ORDER BY received_at DESC LIMIT ?`,
          account,
          limit,
        )
        .map(toResultHead);
    },

    saveResult(result) {
      database.run(
        'INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?)',
        result.account,
        result.chain,
        result.address,
        result.part,
        result.body,
        result.receivedAt,
      );
    },

    clearResults() {
      return database.transaction(() => {
        // A settled job only lists a result; open and unknown jobs may still bring one.
        database.run("DELETE FROM job WHERE state IN ('done', 'rejected')");
        return database.run('DELETE FROM result');
      });
    },
  };
}

/** The newest results and those that they have replaced. */
function pastResults(database: Database) {
  return {
    listHistory({ account, address, chain }) {
      return aggregators
        .flatMap((part) => {
          const subject = [account, address, chain, part] as const;
          return database.all(
            `SELECT ${columns} FROM result WHERE ${ofPart}
             UNION SELECT ${columns} FROM older_result WHERE ${ofPart}
             ORDER BY received_at DESC LIMIT ?`,
            ...[...subject, ...subject, longestHistory],
          );
        })
        .map(toResultHead)
        .sort((one, other) => other.receivedAt - one.receivedAt);
    },

    readPastResult({ account, address, chain, part, receivedAt }) {
      const head = [account, address, chain, part, receivedAt] as const;
      const row = ['result', 'older_result'].reduce<Row | undefined>(
        (found, table) =>
          found ??
          database.get(`SELECT * FROM ${table} WHERE ${ofPart} AND received_at = ?`, ...head),
        undefined,
      );
      return row === undefined ? null : toResult(row);
    },
  } satisfies Partial<ResultTable>;
}

function toResult(row: Row): StoredResult {
  return { ...toResultHead(row), body: row['body'] as string };
}

function toResultHead(row: Row): ResultHead {
  return {
    account: row['account'] as string,
    chain: row['chain'] as string,
    address: row['address'] as string,
    part: row['part'] as Part,
    receivedAt: row['received_at'] as number,
  };
}
