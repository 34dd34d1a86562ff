/** Every statement of the ledger and of a gateway's store reads by a key, however much is stored. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../src/ledger/database.ts';
import { ledgerMethods, type LedgerMethod } from '../../../src/ledger/ledger.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import { deleteOldRows } from '../../../src/ledger/upkeep.ts';
import { addressOf, fillLedger } from '../../support/largeLedger.ts';
import {
  ledgerUses,
  smallTables,
  spending,
  useTeam,
  wholeReads,
} from '../../support/ledgerUses.ts';
import { ledgerOver } from '../../support/openStore.ts';

const dayMs = 24 * 3_600_000;
/** Without a key, a hover reads all of them: 65 ms at this size. `RESULTS=1000000` measures a million. */
const resultCount = Number(process.env['RESULTS'] ?? 200_000);

function scansOf(database: Database, statements: readonly string[]): string[] {
  return statements
    .filter((sql) => !/^\s*(?:PRAGMA|CREATE|BEGIN|COMMIT|EXPLAIN)/.test(sql))
    .filter((sql) => !wholeReads.some((pattern) => pattern.test(sql.trim())))
    .flatMap((sql) =>
      database
        .all(`EXPLAIN QUERY PLAN ${sql}`)
        .map(({ detail }) => String(detail))
        // An index used only for sorting is read up to the limit.
        .filter((plan) => /^SCAN \w+(?! USING)/.test(plan))
        .filter((plan) => !smallTables.some((table) => plan === `SCAN ${table}`))
        .filter((plan) => !/^SCAN (?:json_each|CONSTANT|\(|\d+)/.test(plan))
        .map((plan) => `${plan}: ${sql.replaceAll(/\s+/g, ' ')}`),
    );
}

describe('a statement', () => {
  it('reads no table that grows as a whole (hazard 94)', async (t) => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    deleteOldRows(database, 1);
    const prepare = t.mock.method(DatabaseSync.prototype, 'prepare');
    for (const method of Object.keys(ledgerMethods) as LedgerMethod[]) ledgerUses[method](store);
    deleteOldRows(database, 1 + dayMs);
    const ledger = ledgerOver(storeOver(database));
    await useTeam(ledger, ledger);
    const statements = [...new Set(prepare.mock.calls.map(({ arguments: [sql] }) => sql))];
    prepare.mock.restore();
    assert.ok(statements.length > 80, `${statements.length} statements`);
    assert.deepEqual(scansOf(database, statements), []);
    database.close();
  });
});

describe('many stored results', () => {
  let folder: string;
  let file: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'address-risk-million-'));
    file = join(folder, 'ledger.sqlite');
    fillLedger(file, 0, resultCount);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('cost a hover less than a millisecond of the processor (hazard 94)', (t) => {
    const database = new Database(file);
    const store = storeOver(database);
    const read = (index: number): unknown => store.listResultsOf('account', [addressOf(index)]);
    for (let index = 0; index < 20; index++) read(index);
    const reads = 100;
    const began = process.cpuUsage();
    for (let index = 0; index < reads; index++) read((index * 4_999) % resultCount);
    const { user, system } = process.cpuUsage(began);
    const eachMs = (user + system) / 1_000 / reads;
    t.diagnostic(`${eachMs.toFixed(3)} ms`);
    assert.ok(eachMs < 1, `${eachMs} ms`);
    database.close();
  });

  it('are checked before the first paid call without blocking its thread', async (t) => {
    const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
    await ledger.readUsage('a', 'd');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const began = performance.now();
    await ledger.reserveSpending(spending, { day: 'd' });
    const tookMs = performance.now() - began;
    delay.disable();
    const blockedMs = delay.max / 1e6;
    t.diagnostic(`checked in ${tookMs.toFixed(0)} ms, blocked for ${blockedMs.toFixed(0)} ms`);
    assert.ok(blockedMs < tookMs / 2, `${blockedMs} of ${tookMs} ms`);
    await ledger.close();
  });
});
