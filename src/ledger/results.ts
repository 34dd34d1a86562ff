import { crc32 } from 'node:zlib';
import { aggregators } from '../api/parameters.ts';
import type { Row } from './steps.ts';
import { LedgerError } from './faults.ts';
import { deleteRows, fieldsOf, replaceRow, select, storable } from './rows.ts';
import { maxOlderResults } from './schema.ts';
import type { Steps, StepsOf } from './steps.ts';
import {
  maxHistoryLength,
  type ResultHead,
  type ResultTable,
  type Statement,
  type StoredResult,
} from './store.ts';

const columns = 'account, chain, address, part, received_at';
const ofPart = 'account = ? AND address = ? AND chain = ? AND part = ?';

type ResultTableName = 'result' | 'older_result';

/** Lists and deletions for windows; a gateway has neither. */
export const resultListTable = {
  listResultsOf(account, addresses) {
    // The plus keeps SQLite from walking all results in the order of their time.
    const more = `AND address IN (SELECT value FROM json_each(?)) ORDER BY +received_at DESC`;
    return heads({ account }, more, JSON.stringify(addresses));
  },

  listResults: (account, limit) => heads({ account }, 'ORDER BY received_at DESC LIMIT ?', limit),

  *listHistory({ account, address, chain }) {
    const found: ResultHead[] = [];
    for (const part of aggregators) {
      const more = `UNION SELECT ${columns} FROM older_result WHERE ${ofPart}
        ORDER BY received_at DESC LIMIT ?`;
      const subject = { account, address, chain, part };
      found.push(...(yield* heads(subject, more, account, address, chain, part, maxHistoryLength)));
    }
    return found.sort((one, other) => other.receivedAt - one.receivedAt);
  },

  *clearResults() {
    // A settled job only lists a result; open and unknown jobs may still bring one.
    yield ["DELETE FROM job WHERE state IN ('done', 'rejected')"];
    yield ['DELETE FROM older_result'];
    return (yield deleteRows('result', {})).length;
  },
} satisfies Partial<StepsOf<ResultTable>>;

export const resultTable = {
  readResult: ({ account, address, chain }, part) =>
    readFrom('result', { account, address, chain, part }),

  *readPastResult({ account, address, chain, part, receivedAt }) {
    const where = { account, address, chain, part, receivedAt };
    return (yield* readFrom('result', where)) ?? (yield* readFrom('older_result', where));
  },

  saveResult: replaceResult,

  *addResult(result) {
    const { account, address, chain, part, receivedAt } = result;
    yield { lock: ['result', account, chain, address, part] };
    const [head] = yield* heads({ account, address, chain, part });
    const newest = head?.receivedAt;
    if (newest === undefined || newest < receivedAt) yield* replaceResult(result);
    else if (newest > receivedAt) yield insertResult('older_result', result);
  },
} satisfies Partial<StepsOf<ResultTable>>;

/** A gateway gives the age of a shared result in whole seconds: each time, it seems to be of another moment. */
const jitterMs = 2_000;

/** Stores a result as the newest; the one before goes to the older ones. */
function* replaceResult(result: StoredResult): Steps<void> {
  const subject = [result.account, result.address, result.chain, result.part] as const;
  yield [
    `INSERT INTO older_result (${columns}, body, sum)
     SELECT ${columns}, body, sum FROM result WHERE ${ofPart} AND received_at <> ?
       AND (body <> ? OR abs(received_at - ?) >= ${jitterMs})
     ON CONFLICT DO NOTHING`,
    ...[...subject, result.receivedAt, storable(result.body), result.receivedAt],
  ];
  yield [
    `DELETE FROM older_result WHERE ${ofPart} AND received_at <= (
       SELECT received_at FROM older_result WHERE ${ofPart}
       ORDER BY received_at DESC LIMIT 1 OFFSET ${maxOlderResults})`,
    ...[...subject, ...subject],
  ];
  yield insertResult('result', result);
}

function insertResult(table: ResultTableName, result: StoredResult): Statement {
  return replaceRow(table, { ...result, sum: crc32(storable(result.body)) });
}

/** @throws LedgerError with `damaged` if the body is not the one that was stored */
function* readFrom(table: ResultTableName, where: object): Steps<StoredResult | null> {
  const [row] = yield* select(`SELECT ${columns}, body, sum FROM ${table}`, where);
  if (row === undefined) return null;
  const result = intactResult(row);
  if (result === null) throw new LedgerError('damaged');
  return result;
}

/** Null if the body of a row is not the one that was stored. A database had no sums at first. */
export function intactResult({ sum, ...row }: Row): StoredResult | null {
  const { body } = row;
  if (typeof body !== 'string' || (sum !== null && crc32(body) !== sum)) return null;
  return fieldsOf(row) as unknown as StoredResult;
}

function* heads(where: object, ...more: [sql?: string, ...values: (string | number)[]]) {
  const rows = yield* select(`SELECT ${columns} FROM result`, where, more);
  return rows as unknown as ResultHead[];
}
