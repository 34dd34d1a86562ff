/** A gateway that runs for long deletes what is older than it promises to keep. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sliceRows } from '../../src/ledger/upkeep.ts';
import { eventually } from '../harness/waiting.ts';
import { adminPort, changedClock, startGateway, usdc } from '../support/gateways.ts';
import { ask, baseOf } from './support/rawHttp.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

const hourMs = 3_600_000;
/** More than two slices of each. */
const rows = 2 * sliceRows + 1;
const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
/** Rows of long ago; a ledger on files deletes all but the audit by its own clock (`growth.test.ts`). */
const fillings = {
  audit: `INSERT INTO audit
    SELECT 'old' || i, 1, 'm', 'start', 'ethereum', 'a', 200, 1 FROM n`,
  charge: `INSERT INTO charge
    SELECT 'old' || i, 'm', '1970-01-01', 1, 'start', 'ethereum', 'a', 'money', 'made', 1 FROM n`,
  result: `INSERT INTO result (account, chain, address, part, body, sum, received_at)
    SELECT 'a', 'ethereum', 'old' || i, 'money', '{}', 2745614147, 1 FROM n`,
  member_job: `INSERT INTO member_job (id, member, created_at, chain, account, spelling, aggregator)
    SELECT 'old' || i, 'm', 1, 'ethereum', 'a', 'a', 'money' FROM n`,
} as const;

describe('a gateway that runs for long', () => {
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.close());

  for (const [store, tables] of [
    ['SQLite', ['audit']],
    ['PostgreSQL', Object.keys(fillings)],
  ] as const) {
    it(`on ${store} has the record of requests where docs/gateway.md reads it`, async () => {
      const databaseUrl = store === 'SQLite' ? undefined : await postgres.createDatabase();
      const gateway = await startGateway(
        { url: 'http://127.0.0.1:9', tenant: 'team', apiKey: 'key' },
        {
          ...(databaseUrl !== undefined && { storage: { databaseUrl, data: undefined } }),
          auditDays: 1,
        },
      );
      try {
        const { summary } = await gateway.addMember('alice');
        await summary(usdc);
        const program = store === 'SQLite' ? 'sqlite3' : 'psql';
        const page = readFileSync(join(import.meta.dirname, '../../docs/gateway.md'), 'utf8');
        const line = page.split('\n').find((each) => each.startsWith(`${program} `)) ?? '';
        const [sql = assert.fail('no command')] = /SELECT [^"]+/.exec(line) ?? [];
        const read = () => gateway.storage.ledger.query(sql);
        await eventually('the record', async () => (await read()).length === 1);
        const [row] = await read();
        assert.deepEqual(
          [row?.['name'], row?.['endpoint'], row?.['account'], row?.['status']],
          ['alice', 'summary', usdc, 503],
        );
      } finally {
        await gateway.close();
      }
    });

    it(`on ${store} deletes what is old by the hour, and nothing else`, async () => {
      const databaseUrl = store === 'SQLite' ? undefined : await postgres.createDatabase();
      let aheadMs = 0;
      const gateway = await startGateway(
        { url: 'http://127.0.0.1:9', tenant: 'team', apiKey: 'key' },
        {
          ...(databaseUrl !== undefined && { storage: { databaseUrl, data: undefined } }),
          clockOf: (clock) => changedClock(clock, { now: () => clock.now() + aheadMs }),
          ...{ auditDays: 1, admin: adminPort },
        },
      );
      const { ledger, clock } = gateway.storage;
      const count = async (): Promise<number[]> => {
        const sql = (table: string): string => `SELECT count(*) AS n FROM ${table}`;
        const counts = await Promise.all(tables.map((table) => ledger.query(sql(table))));
        return counts.map(([row]) => Number(row?.['n']));
      };
      const fill = async (): Promise<void> => {
        for (const table of tables) {
          await ledger.change(`${numbers} ${fillings[table as keyof typeof fillings]}`);
        }
      };
      try {
        await gateway.addMember('alice');
        await ledger.change(
          `INSERT INTO audit VALUES ('new', ?, 'm', 'start', 'ethereum', 'a', 200, 1)`,
          clock.now(),
        );
        const left = tables.map((table) => (table === 'audit' ? 1 : 0));
        for (let round = 0; round < 2; round++) {
          await fill();
          aheadMs += hourMs;
          await eventually('what is left', async () => String(await count()) === String(left));
        }
        const base = baseOf(gateway.adminUrl ?? '');
        const { body } = await ask(base, 'GET', '/metrics', {});
        for (const table of tables) {
          const metric = `gateway_deleted_rows_total{table="${table}"} ${2 * rows}`;
          assert.match(body, new RegExp(metric));
        }
      } finally {
        await gateway.close();
      }
    });
  }
});
