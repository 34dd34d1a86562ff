/** Every statement of a gateway reads by a key on PostgreSQL too, however much is stored. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPool, type Connection, type Query } from '../../src/gateway/postgres/pool.ts';
import { createTables, openPostgresLedger } from '../../src/gateway/postgres/postgresLedger.ts';
import { prune } from '../../src/gateway/upkeep.ts';
import type { LedgerMethod } from '../../src/ledger/ledger.ts';
import type { Store } from '../../src/ledger/store.ts';
import { oldRows } from '../../src/ledger/upkeep.ts';
import { ledgerUses, smallTables, useTeam, wholeReads } from '../support/ledgerUses.ts';
import { startPostgres } from '../support/postgres.ts';

/** The same connection, and every statement that goes through it. */
function recorded(connection: Connection): { all: Connection; statements: Set<string> } {
  const statements = new Set<string>();
  const noting =
    (query: Query): Query =>
    (statement, ...values) => {
      statements.add(statement);
      return query(statement, ...values);
    };
  const all: Connection = {
    query: noting(connection.query),
    transaction: (work) => connection.transaction((query) => work(noting(query))),
  };
  return { all, statements };
}

/** Uses a ledger as if it were at once, and waits for what it has done. */
async function useLedger(ledger: object): Promise<void> {
  for (const [name, use] of Object.entries(ledgerUses)) {
    if (!(name in ledger)) continue;
    const done: unknown[] = [];
    const method = (ledger as Record<string, (...args: unknown[]) => Promise<unknown>>)[name]!;
    const waited = { ...ledger, [name]: (...args: unknown[]) => done.push(method(...args)) };
    use(waited as unknown as Store);
    await Promise.all(done);
  }
}

/**
 * Plans scan a whole table only without an index for it, which costs more than everything else
 * here.
 */
async function wholeReadsOf({ transaction }: Connection, statement: string): Promise<string[]> {
  const places = Math.max(0, ...(statement.match(/\$\d+/g) ?? []).map((name) => +name.slice(1)));
  const values = places === 0 ? '' : `(${Array(places).fill('NULL').join(', ')})`;
  const plan = await transaction(async (query) => {
    await query('SET LOCAL enable_seqscan = off');
    // Not one that knows the values.
    await query('SET LOCAL plan_cache_mode = force_generic_plan');
    await query(`PREPARE planned AS ${statement}`);
    const rows = await query(`EXPLAIN EXECUTE planned ${values}`);
    await query('DEALLOCATE planned');
    return rows;
  });
  return plan
    .map((row) => /Seq Scan on (\w+)/.exec(String(row['QUERY PLAN']))?.[1])
    .filter((table) => table !== undefined && !smallTables.includes(table))
    .map((table) => `${table}: ${statement.replaceAll(/\s+/g, ' ')}`);
}

describe('a statement on PostgreSQL', () => {
  it('reads no table that grows as a whole (hazard 94)', async () => {
    const postgres = await startPostgres();
    const pool = openPool(await postgres.createDatabase());
    try {
      await createTables(pool);
      const { all, statements } = recorded(pool);
      const ledger = openPostgresLedger(all);
      const used = Object.keys(ledger).filter((name) => name in ledgerUses) as LedgerMethod[];
      assert.ok(used.length > 25, `${used.length} methods`);
      await useLedger(ledger);
      await useTeam(ledger, ledger);
      await prune(ledger, oldRows(1), () => undefined);
      const explained = [...statements]
        .filter((sql) => /^\s*(?:SELECT|INSERT|UPDATE|DELETE)/.test(sql))
        .filter((sql) => !wholeReads.some((pattern) => pattern.test(sql.trim())));
      assert.ok(explained.length > 60, `${explained.length} statements`);
      const found: string[] = [];
      for (const sql of explained) found.push(...(await wholeReadsOf(pool, sql)));
      assert.deepEqual(found, []);
    } finally {
      await pool.close();
      await postgres.close();
    }
  });
});
