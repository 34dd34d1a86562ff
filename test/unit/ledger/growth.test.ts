import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../src/ledger/database.ts';
import { maxOlderResults } from '../../../src/ledger/schema.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import type { Store, StoredResult } from '../../../src/ledger/store.ts';
import { deleteOldRows, sliceRows } from '../../../src/ledger/upkeep.ts';
import { addressOf, fillLedger } from '../../support/largeLedger.ts';
import { openSqliteStore } from '../../support/openStore.ts';

const dayMs = 24 * 3_600_000;
const now = Date.UTC(2026, 10, 1);
const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const result = (receivedAt: number, body = String(receivedAt)): StoredResult => ({
  ...key,
  part: 'summary',
  body,
  receivedAt,
});

const bodiesOf = (database: Database): unknown[] =>
  database.all('SELECT body FROM older_result ORDER BY received_at').map(({ body }) => body);

describe('the file of a ledger', () => {
  it('is synced with every commit, whole in itself, and overwrites what is deleted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'address-risk-synced-'));
    const database = new Database(join(folder, 'ledger.sqlite'));
    assert.equal(database.get('PRAGMA synchronous')?.['synchronous'], 2);
    assert.equal(database.get('PRAGMA journal_mode')?.['journal_mode'], 'truncate');
    assert.equal(database.get('PRAGMA secure_delete')?.['secure_delete'], 1);
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('results over time', () => {
  it('are kept when a newer one arrives', () => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    for (const at of [1, 2, 3]) store.saveResult(result(at));
    assert.equal(store.readResult(key, 'summary')?.body, '3');
    assert.deepEqual(bodiesOf(database), ['1', '2']);
    store.close();
  });

  it('are kept once if the same one is stored again', () => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    store.saveResult(result(1));
    store.saveResult(result(1));
    store.addResult(result(1));
    assert.deepEqual(bodiesOf(database), []);
    store.close();
  });

  it('are a hundred of each subject and part besides the newest', () => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    for (let at = 1; at <= maxOlderResults + 50; at++) store.saveResult(result(at));
    store.saveResult({ ...result(1), address: '0xB' });
    store.saveResult({ ...result(2), address: '0xB' });
    const bodies = bodiesOf(database);
    assert.equal(bodies.length, maxOlderResults + 1);
    assert.ok(!bodies.includes('49') && bodies.includes('50'));
    assert.equal(store.readResult(key, 'summary')?.receivedAt, maxOlderResults + 50);
    store.close();
  });

  it('are cleared with the newest', () => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    store.saveResult(result(1));
    store.saveResult(result(2));
    assert.equal(store.clearResults(), 1);
    assert.deepEqual(bodiesOf(database), []);
    store.close();
  });
});

describe('rows that are no longer needed', () => {
  function filled(): { database: Database; store: Store } {
    const database = new Database(':memory:');
    const store = storeOver(database);
    const old = now - 91 * dayMs;
    for (const [id, state, at] of [
      ['done-old', 'done', old],
      ['done-new', 'done', now],
      ['running-old', 'running', old],
      ['unknown-old', 'unknown', old],
    ] as const) {
      const job = { ...key, address: id, id, aggregator: 'money', origin: 'o', credential: 'c' };
      store.beginJob({ ...job, aggregator: 'money' }, { owner: 'w', now: at, tick: 1 });
      store.overrideJob(id, { state, jobId: id }, at);
    }
    store.countPoll('a', '2026-01-01', 'job');
    store.countPoll('a', '2026-10-30', 'job');
    store.saveResult(result(now - 4 * 365 * dayMs));
    store.saveResult(result(now - 2 * 365 * dayMs));
    store.saveResult(result(now - 365 * dayMs));
    return { database, store };
  }
  const ids = (store: Store): string[] =>
    store
      .listJobs()
      .map(({ id }) => id)
      .sort();

  it('are deleted after 90 days, replaced results after three years; nothing that is open', () => {
    const { database, store } = filled();
    deleteOldRows(database, now - dayMs);
    assert.equal(ids(store).length, 4, 'the first look only notes the time');
    deleteOldRows(database, now);
    assert.deepEqual(ids(store), ['done-new', 'running-old', 'unknown-old']);
    assert.deepEqual(store.readUsage('a', '2026-01-01'), []);
    assert.equal(store.readUsage('a', '2026-10-30').length, 1);
    assert.deepEqual(bodiesOf(database), [String(now - 2 * 365 * dayMs)]);
    assert.equal(store.readResult(key, 'summary')?.receivedAt, now - 365 * dayMs);
    store.close();
  });

  for (const [what, at] of [
    ['years ahead', now + 3 * 365 * dayMs],
    ['set back', now - 10 * dayMs],
  ] as const) {
    it(`stay if the clock was ${what} (hazard 31)`, () => {
      const { database, store } = filled();
      deleteOldRows(database, now - 12 * 3_600_000);
      deleteOldRows(database, at);
      assert.equal(ids(store).length, 4);
      store.close();
    });
  }

  it('are calls beyond the newest 20,000, except those of the day', () => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    const call = { ...key, kind: 'summary', aggregator: null, source: 'hover', at: now } as const;
    const reserve = (id: string, day: string): number => {
      store.reserveSpending({ ...call, id, isAutomatic: true }, { day });
      return Number(database.get('SELECT count(*) AS calls FROM spending')?.['calls']);
    };
    reserve('first', 'before');
    database.run(
      `WITH RECURSIVE more (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 20_005)
       INSERT INTO spending SELECT n, n, account, chain, address, kind, aggregator, source,
         is_automatic, day, at, charge FROM more, spending WHERE seq = 1`,
    );
    assert.equal(reserve('of the same day', 'before'), 20_006);
    assert.equal(reserve('of the next day', 'after'), 20_000);
    assert.equal(store.listSpendings('a', 1)[0]?.id, 'of the next day');
    store.close();
  });

  it('do not stay among those who wait for a turn', () => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    store.takeTurn('a', 'first', 0, 0);
    for (let index = 0; index < 50; index++) store.takeTurn('a', `gone-${index}`, 1, 1);
    store.takeTurn('a', 'last', 2, 3_600_000);
    const waiting = database.all('SELECT waiter FROM waiter').map(({ waiter }) => waiter);
    assert.deepEqual(waiting, []);
    store.close();
  });
});

describe('a ledger of 50,000 jobs and 100,000 results', () => {
  let folder: string;
  let file: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'address-risk-growth-'));
    file = join(folder, 'ledger.sqlite');
    fillLedger(file, 50_000, 100_000);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is opened and read without a scan of a table', (t) => {
    const began = performance.now();
    const store = openSqliteStore(file);
    t.diagnostic(`opened in ${(performance.now() - began).toFixed(1)} ms`);
    const subject = { account: 'account', chain: 'ethereum', address: addressOf(7) };
    const looks: Readonly<Record<string, () => unknown>> = {
      listJobs: () => store.listJobs('account'),
      listJobsInProgress: () => store.listJobsInProgress(),
      settleOrphans: () => store.settleOrphans(1, 1),
      openJobOf: () => store.openJobOf(subject, 'money'),
      listResults: () => store.listResults('account', 200),
      listResultsOf: () => store.listResultsOf('account', [subject.address]),
      readResult: () => store.readResult(subject, 'money'),
    };
    for (const [name, look] of Object.entries(looks)) {
      look();
      const start = performance.now();
      look();
      t.diagnostic(`${name}: ${(performance.now() - start).toFixed(2)} ms`);
    }
    store.close();
  });

  it('has an index for every statement that is run often', () => {
    const plans: string[] = [];
    const database = new DatabaseSync(file);
    for (const sql of [
      `SELECT * FROM job WHERE account = 'a' ORDER BY created_at DESC LIMIT 200`,
      `SELECT * FROM job WHERE account = 'a' AND state = 'x' ORDER BY created_at DESC LIMIT 200`,
      `SELECT * FROM job WHERE state = 'x' ORDER BY created_at DESC LIMIT 200`,
      `SELECT * FROM job WHERE state = 'unknown' AND is_noticed = 0 LIMIT 200`,
      `SELECT account, chain, address, part, received_at FROM result WHERE account = 'a'
       ORDER BY received_at DESC LIMIT 200`,
    ]) {
      for (const { detail } of database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()) {
        plans.push(String(detail));
      }
    }
    database.close();
    assert.deepEqual(
      plans.filter((plan) => plan.startsWith('SCAN') && !plan.includes('INDEX')),
      [],
    );
  });
});

describe('a ledger that stays open', () => {
  it('deletes what is old by the hour, a slice at a time', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'address-risk-hours-'));
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
    await ledger.countPoll('a', new Date().toISOString().slice(0, 10), 'job');
    const database = new Database(join(folder, 'ledger.sqlite'));
    database.run('INSERT OR REPLACE INTO upkeep (id, at) VALUES (1, ?)', Date.now() - 2 * dayMs);
    const count = (): unknown => database.get('SELECT count(*) AS n FROM poll_count')?.['n'];
    const fill = (): void => {
      database.run(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= ?)
         INSERT INTO poll_count SELECT i, '2020-01-01', 'job', 1 FROM n`,
        sliceRows,
      );
    };
    fill();
    t.mock.timers.tick(3_600_000);
    assert.equal(count(), 2, 'one is left for the next slice');
    t.mock.timers.tick(1_000);
    assert.equal(count(), 1, 'what is not old stays');
    fill();
    t.mock.timers.tick(3_600_000);
    assert.equal(count(), sliceRows + 2, 'it was done today');
    database.run('UPDATE upkeep SET at = ?', Date.now() - 2 * dayMs);
    t.mock.timers.tick(3_600_000);
    t.mock.timers.tick(1_000);
    assert.equal(count(), 1);
    database.close();
    await ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
