import { mostOlderResults } from '../../ledger/schema.ts';
import type { SharedLedger } from '../../ledger/ledger.ts';
import type { Part, StoredResult, SubjectKey } from '../../ledger/store.ts';
import type { Connection, PgRow, Query } from './connection.ts';

const columns = 'account, chain, address, part, body, received_at';
const ofPart = 'account = $1 AND address = $2 AND chain = $3 AND part = $4';

export function pgResults({ query, transaction }: Connection) {
  return {
    readResult: (key, part) => readResult(query, key, part),

    async readPastResult({ account, address, chain, part, receivedAt }) {
      for (const table of ['result', 'older_result'] as const) {
        const rows = await query(
          `SELECT ${columns} FROM ${table} WHERE ${ofPart} AND received_at = $5`,
          ...[account, address, chain, part, receivedAt],
        );
        if (rows[0] !== undefined) return toResult(rows[0]);
      }
      return null;
    },

    saveResult: (result) => transaction((each) => replaceResult(each, result)),

    addResult: (result) =>
      transaction(async (each) => {
        const newest = await readResult(each, result, result.part, 'FOR UPDATE');
        if (newest === null || newest.receivedAt < result.receivedAt) {
          await replaceResult(each, result);
        } else if (newest.receivedAt > result.receivedAt) await addOlder(each, result);
      }),
  } satisfies Partial<SharedLedger>;
}

export async function readResult(
  query: Query,
  { account, address, chain }: SubjectKey,
  part: Part,
  lock = '',
): Promise<StoredResult | null> {
  const [row] = await query(
    `SELECT ${columns} FROM result WHERE ${ofPart} ${lock}`,
    ...[account, address, chain, part],
  );
  return row === undefined ? null : toResult(row);
}

async function addOlder(query: Query, result: StoredResult): Promise<void> {
  const { account, address, chain, part, body, receivedAt } = result;
  await query(
    `INSERT INTO older_result (${columns}) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    ...[account, chain, address, part, storable(body), receivedAt],
  );
}

/** Stores a result as the newest; the one before goes to the older ones. */
export async function replaceResult(query: Query, result: StoredResult): Promise<void> {
  const { account, address, chain, part, receivedAt } = result;
  const subject = [account, address, chain, part] as const;
  await query(
    `INSERT INTO older_result (${columns})
     SELECT ${columns} FROM result WHERE ${ofPart} AND received_at <> $5
     ON CONFLICT DO NOTHING`,
    ...[...subject, receivedAt],
  );
  await query(
    `DELETE FROM older_result WHERE ${ofPart} AND received_at <= (
       SELECT received_at FROM older_result WHERE ${ofPart}
       ORDER BY received_at DESC LIMIT 1 OFFSET ${mostOlderResults})`,
    ...subject,
  );
  await query(
    `INSERT INTO result (${columns}) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (account, address, chain, part)
     DO UPDATE SET body = excluded.body, received_at = excluded.received_at`,
    ...[account, chain, address, part, storable(result.body), receivedAt],
  );
}

/** PostgreSQL has no NUL in its texts; no JSON has one either. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}

function toResult(row: PgRow): StoredResult {
  return {
    account: row['account'] as string,
    chain: row['chain'] as string,
    address: row['address'] as string,
    part: row['part'] as Part,
    body: row['body'] as string,
    receivedAt: row['received_at'] as number,
  };
}
