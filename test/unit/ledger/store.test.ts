import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../../src/ledger/database.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import { rowsOfDamaged } from '../../../src/ledger/damagedFile.ts';
import { schemaVersion } from '../../../src/ledger/schema.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import { behavesAsLedger } from '../../support/ledgerConformance.ts';
import { ledgerOver, openSqliteStore } from '../../support/openStore.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;

behavesAsLedger('a ledger in memory', () => ledgerOver(openSqliteStore(':memory:')));

behavesAsLedger('the ledger of a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'address-risk-conformance-'));
  const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
  return {
    ...ledger,
    async close() {
      await ledger.close();
      rmSync(folder, { recursive: true });
    },
  };
});

describe('a file of this release', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'address-risk-file-'));
    file = join(folder, 'ledger.sqlite');
    openSqliteStore(file).close();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const change = (sql: string): void => {
    const sqlite = new DatabaseSync(file);
    sqlite.exec(sql);
    sqlite.close();
  };

  it('has all of what a method writes, or nothing', () => {
    const store = openSqliteStore(file);
    const job = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' } as const;
    const claim = { owner: 'w', now: 1, tick: 1 };
    store.beginJob(job, claim);
    store.keepJob(job, { state: 'running', jobId: 'paid' }, 1);
    change(`CREATE TRIGGER no_room BEFORE UPDATE ON job BEGIN SELECT RAISE(ABORT, 'full'); END`);
    const result = { ...key, part: 'money', body: '{}', receivedAt: 1 } as const;
    assert.throws(() => store.settleJob('job', { state: 'done' }, claim, result));
    assert.equal(store.readResult(key, 'money'), null);
    store.close();
  });

  it('is damaged if it lacks one of its columns', () => {
    change('ALTER TABLE job DROP COLUMN unread_body');
    assert.throws(() => openSqliteStore(file), { reason: 'damaged' });
  });
});

describe('a file that a later release has added to', () => {
  it('is used by this one, which leaves alone what it does not know', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'address-risk-later-'));
    const file = join(folder, 'ledger.sqlite');
    openSqliteStore(file).close();
    const later = new DatabaseSync(file);
    later.exec(`
      ALTER TABLE result ADD COLUMN charged INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE job ADD COLUMN note TEXT;
      CREATE TABLE teammate (id TEXT PRIMARY KEY) STRICT;
      INSERT INTO teammate VALUES ('one');
      CREATE INDEX result_by_part ON result (part);`);
    later.close();
    const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
    const key = { account: 'a', chain: 'ethereum', address: '0xA' };
    const job = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' } as const;
    await ledger.beginJob(job, { owner: 'w', now: 1, tick: 1 });
    const result = { ...key, part: 'money', body: '{}', receivedAt: 1 } as const;
    await ledger.settleJob('job', { state: 'done' }, { owner: 'w', now: 1, tick: 1 }, result);
    await ledger.close();
    const again = new DatabaseSync(file);
    assert.deepEqual(
      { ...again.prepare('SELECT body, charged FROM result').get() },
      {
        body: '{}',
        charged: 1,
      },
    );
    assert.equal(again.prepare('SELECT id FROM teammate').get()?.['id'], 'one');
    assert.equal(again.prepare('PRAGMA user_version').get()?.['user_version'], schemaVersion);
    again.close();
    rmSync(folder, { recursive: true });
  });

  it('is left alone if it says that this one cannot use it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'address-risk-later-'));
    const file = join(folder, 'ledger.sqlite');
    openSqliteStore(file).close();
    const later = new DatabaseSync(file);
    later.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
    later.close();
    const notices: unknown[] = [];
    const ledger = openLedger(folder, (notice) => notices.push(notice));
    await assert.rejects(ledger.listJobs(), { reason: 'newer' });
    await assert.rejects(ledger.countPoll('a', 'd', 'job'), { reason: 'newer' });
    assert.deepEqual(notices, [{ kind: 'notStored', reason: 'newer' }]);
    await ledger.close();
    rmSync(folder, { recursive: true });
  });
});

describe('a file of another format', () => {
  const inFolder = async (work: (folder: string, file: string) => Promise<void>): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'address-risk-format-'));
    await work(folder, join(folder, 'ledger.sqlite'));
    rmSync(folder, { recursive: true });
  };

  it('gets what it lacks if it is an older one, and is not taken for damaged (hazard 33)', () =>
    inFolder(async (folder, file) => {
      const key = { account: 'a', chain: 'ethereum', address: '0xA' };
      const before = openSqliteStore(file);
      before.saveResult({ ...key, part: 'money', body: '{}', receivedAt: 1 });
      const job = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' } as const;
      before.keepJob(job, { state: 'running', jobId: 'paid' }, 1);
      before.close();
      const older = new DatabaseSync(file);
      older.exec('DROP TABLE charge; DROP INDEX result_of_address; PRAGMA user_version = 1');
      older.exec('ALTER TABLE job DROP COLUMN unanswered_at');
      older.close();
      const reader = new Database(file, { isReadOnly: true });
      assert.equal(storeOver(reader).readResult(key, 'money')?.body, '{}');
      reader.close();
      const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
      assert.deepEqual(await ledger.query('SELECT id FROM charge'), []);
      assert.equal((await ledger.readResult(key, 'money'))?.body, '{}');
      const { jobId, unansweredAt } = (await ledger.readJob('job'))!;
      assert.deepEqual([jobId, unansweredAt], ['paid', null]);
      await ledger.close();
      // Its rows are found in a damaged file, too.
      const saved = [...rowsOfDamaged(file)].filter(({ table }) => table === 'job');
      assert.deepEqual(
        saved.map(({ row }) => row['job_id']),
        ['paid'],
      );
      assert.deepEqual(readdirSync(folder).sort(), [
        ...['ledger.sqlite', 'ledger.sqlite-journal', 'ledger.sqlite.spare', 'move.lock'],
      ]);
    }));

  it('is left alone and named if it is of another program (hazard 33)', () =>
    inFolder(async (folder, file) => {
      const other = new DatabaseSync(file);
      other.exec('CREATE TABLE note (text TEXT)');
      other.close();
      const ledger = openLedger(folder, () => undefined);
      await assert.rejects(ledger.listJobs(), { reason: 'foreign' });
      await assert.rejects(ledger.countPoll('a', 'd', 'job'), { reason: 'foreign' });
      await ledger.close();
      const again = new DatabaseSync(file);
      assert.deepEqual(again.prepare('SELECT name FROM sqlite_schema').all().length, 1);
      again.close();
    }));
});
