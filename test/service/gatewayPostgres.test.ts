import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPool } from '../../src/gateway/postgres/pool.ts';
import { createTables, openPostgresLedger } from '../../src/gateway/postgres/postgresLedger.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { startGateway } from '../support/gateways.ts';
import { behavesAsSharedLedger } from '../support/ledgerConformance.ts';
import { startPooledPostgres } from '../support/pgBouncer.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { sharesOneDatabase } from './support/gatewayProcesses.ts';
import { behavesAsService } from './support/serviceConformance.ts';

describe('on PostgreSQL 15', () => behavesOn(startPostgres, 15));

// Debian has it, and no other system of the tests.
describe(
  'on PostgreSQL 18, behind PgBouncer in transaction mode',
  { skip: process.platform !== 'linux' },
  () => behavesOn(startPooledPostgres, 18),
);

function behavesOn(start: () => Promise<TestPostgres>, version: number): void {
  let postgres: TestPostgres;
  let pool: ReturnType<typeof openPool>;
  before(async () => {
    postgres = await start();
    pool = openPool(await postgres.createDatabase());
    await createTables(pool);
  });
  after(async () => {
    await pool.close();
    await postgres.close();
  });

  it('is of this version, or of the one that ADDRESS_RISK_POSTGRES names', (t) => {
    t.diagnostic(`PostgreSQL ${postgres.version}`);
    if (process.env['ADDRESS_RISK_POSTGRES'] === undefined) assert.equal(postgres.version, version);
  });

  behavesAsSharedLedger('a ledger', async () => {
    await pool.query(`DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE 'DELETE FROM ' || name;
      END LOOP; END $$`);
    // The suite sets the time.
    return openPostgresLedger(pool, (_, tick) => Promise.resolve(tick));
  });

  behavesAsService('a gateway', async () => {
    const sample = await startSampleService({ jobSeconds: 0.3 });
    const databaseUrl = await postgres.createDatabase();
    const gateway = await startGateway(sample, { storage: { databaseUrl, data: undefined } });
    const { key: revokedKey } = await gateway.addMember('alice');
    const rotated = await gateway.members.rotate('alice', Date.now());
    return {
      ...{ url: gateway.url, tenant: rotated!.tenantId, apiKey: rotated!.key, revokedKey },
      ...{ jobMs: 300, hasOurChoices: true, pollMs: 200 },
      async close() {
        await gateway.close();
        await sample.close();
      },
    };
  });

  sharesOneDatabase(() => postgres);
}
