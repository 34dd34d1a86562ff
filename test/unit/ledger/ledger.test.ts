import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { LedgerNotice } from '../../../src/ledger/notices.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import type { StoredResult } from '../../../src/ledger/store.ts';

const result: StoredResult = {
  account: 'a',
  chain: 'ethereum',
  address: '0xA',
  part: 'summary',
  body: 'body',
  receivedAt: 1,
};

describe('the ledger of a folder', () => {
  let folder: string;
  let notices: LedgerNotice[];
  const ledgers: Ledger[] = [];
  const open = (at = folder): Ledger => {
    const ledger = openLedger({
      folder: at,
      onNotice: (notice) => notices.push(notice),
    });
    ledgers.push(ledger);
    return ledger;
  };
  const file = (): string => join(folder, 'ledger.sqlite');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-ledger-'));
    notices = [];
  });
  afterEach(async () => {
    await Promise.all(ledgers.splice(0).map((ledger) => ledger.close()));
    await rm(folder, { recursive: true, force: true });
  });

  it('is shared by everyone who opens its folder, and reports that another window has written', async () => {
    const [one, two] = [open(), open()];
    const before = await two.version();
    await one.saveResult(result);
    assert.deepEqual(await two.readResult(result, 'summary'), result);
    assert.notEqual(await two.version(), before);
    assert.deepEqual(notices, []);
  });

  it('takes a thousand writes from two windows at once', async () => {
    const [one, two] = [open(), open()];
    const writes = Array.from({ length: 500 }, () => [
      one.countUsage('a', 'd', 'poll', 'x'),
      two.countUsage('a', 'd', 'poll', 'x'),
    ]).flat();
    await Promise.all(writes);
    assert.deepEqual(await one.readUsage('a', 'd'), [{ kind: 'poll', source: 'x', count: 1_000 }]);
  });

  it('moves a foreign file away, and reports it (hazard 33)', async () => {
    await writeFile(file(), 'not a database, and long enough to be taken for a page'.repeat(100));
    const ledger = open();
    await ledger.saveResult(result);
    assert.equal(notices.length, 1);
    const [notice] = notices;
    assert.equal(notice?.kind, 'moved');
    const aside = (await readdir(folder)).filter((name) => name.startsWith('ledger-damaged-'));
    assert.equal(aside.length, 1);
    assert.match(await readFile(join(folder, aside[0] ?? ''), 'utf8'), /^not a database/);
  });

  it('leaves a file of a newer version alone, and says that nothing is stored', async () => {
    const newer = new DatabaseSync(file());
    newer.exec('PRAGMA user_version = 99; CREATE TABLE later (a); INSERT INTO later VALUES (1)');
    newer.close();
    const ledger = open();
    await ledger.saveResult(result);
    assert.equal(await ledger.isDurable(), false);
    assert.deepEqual(await ledger.readResult(result, 'summary'), result);
    assert.deepEqual(notices, [{ kind: 'notStored', reason: 'newer' }]);
    const left = new DatabaseSync(file());
    assert.deepEqual({ ...left.prepare('SELECT a FROM later').get() }, { a: 1 });
    left.close();
  });

  it('moves a file away whose tables are not its own (hazard 33)', async () => {
    const other = new DatabaseSync(file());
    other.exec('PRAGMA user_version = 1; CREATE TABLE result (account TEXT)');
    other.close();
    const ledger = open();
    await ledger.saveResult(result);
    assert.equal(notices[0]?.kind, 'moved');
    assert.deepEqual(await ledger.readResult(result, 'summary'), result);
  });

  it('moves a damaged file away once, even if two windows find it (hazard 33)', async () => {
    const [one, two] = [open(), open()];
    await one.countUsage('a', 'd', 'poll', 'x');
    await two.countUsage('a', 'd', 'poll', 'x');
    const tool = new DatabaseSync(file());
    tool.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    tool.close();
    await writeFile(file(), 'no database any more, '.repeat(2_000));
    await one.saveResult(result);
    // It has the old file open still, and must not take the new one for it.
    await two.countUsage('a', 'd', 'poll', 'x');
    assert.deepEqual(await two.readResult(result, 'summary'), result);
    const third = open();
    assert.deepEqual(await third.readResult(result, 'summary'), result);
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['moved'],
    );
  });

  it('waits for a file that another process has locked', async () => {
    const ledger = open();
    await ledger.saveResult(result);
    const other = new DatabaseSync(file());
    other.exec('BEGIN IMMEDIATE');
    let isSaved = false;
    const saved = ledger.saveResult({ ...result, receivedAt: 2 }).then(() => (isSaved = true));
    for (let round = 0; round < 50; round++) await setImmediate();
    assert.equal(isSaved, false);
    other.exec('ROLLBACK');
    other.close();
    await saved;
    assert.equal((await ledger.readResult(result, 'summary'))?.receivedAt, 2);
    assert.deepEqual(notices, []);
  });

  it('works in memory if the folder cannot be written, and reports it', async () => {
    const blocked = join(folder, 'a-file');
    await writeFile(blocked, '');
    const ledger = open(join(blocked, 'storage'));
    await ledger.saveResult(result);
    assert.deepEqual(await ledger.readResult(result, 'summary'), result);
    assert.deepEqual(notices, [{ kind: 'notStored', reason: 'notWritable' }]);
    assert.equal(await ledger.isDurable(), false);
  });
});
