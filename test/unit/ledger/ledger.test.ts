import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
    const ledger = openLedger(at, (notice) => notices.push(notice));
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
      one.countPoll('a', 'd', 'job'),
      two.countPoll('a', 'd', 'job'),
    ]).flat();
    await Promise.all(writes);
    assert.deepEqual(await one.readUsage('a', 'd'), [
      { kind: 'poll', source: 'job', count: 1_000 },
    ]);
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

  it('is busy after ten seconds of waiting for a file that another process has locked', async (t) => {
    const ledger = open();
    await ledger.saveResult(result);
    const other = new DatabaseSync(file());
    other.exec('BEGIN IMMEDIATE');
    let now = 0;
    t.mock.method(performance, 'now', () => (now += 6_000));
    await assert.rejects(ledger.saveResult({ ...result, receivedAt: 2 }), { reason: 'busy' });
    t.mock.restoreAll();
    other.close();
    assert.deepEqual(notices, []);
  });

  it('is not there if its folder cannot be made', async () => {
    const blocked = join(folder, 'a-file');
    await writeFile(blocked, '');
    const ledger = open(join(blocked, 'storage'));
    await assert.rejects(ledger.listJobs(), { reason: 'failing' });
    assert.deepEqual(notices, [], 'nothing was to be stored');
    await assert.rejects(ledger.saveResult(result), { reason: 'failing' });
    assert.deepEqual(notices, [{ kind: 'notStored', reason: 'failing' }]);
  });
});
