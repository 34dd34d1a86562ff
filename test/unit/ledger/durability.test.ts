/** A paid call is stored durably or not made: the disk is full, read-only, or has room again. */
import assert from 'node:assert/strict';
import fs, { readdirSync, readlinkSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { LedgerNotice } from '../../../src/ledger/notices.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import type { Claim, NewJob, StoredResult } from '../../../src/ledger/store.ts';
import { eventually } from '../../harness/waiting.ts';
import { openSmallDisk, type SmallDisk } from '../../support/smallDisk.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const summary: StoredResult = { ...key, part: 'summary', body: 'summary', receivedAt: 1 };
const score: StoredResult = { ...key, part: 'money', body: 'score', receivedAt: 2 };
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const claim = (owner: string, tick = 1): Claim => ({ owner, now: 1_000 + tick, tick });
const spending = {
  ...key,
  id: 's',
  kind: 'start',
  aggregator: 'money',
  source: 'command',
  isAutomatic: false,
  at: 1,
} as const;
const orphan = { failures: 1, retryAt: 1, mayBeCharged: true, kind: 'tls', status: null } as const;

const usable = { after: 1, before: 2 };

let disk: SmallDisk;
let notices: LedgerNotice[];
const ledgers: Ledger[] = [];
const open = (folder = disk.folder): Ledger => {
  const ledger = openLedger(folder, (notice) => notices.push(notice));
  ledgers.push(ledger);
  return ledger;
};
/** Like a crash: nothing is closed, and nothing more is written. */
const crash = (): void => void ledgers.splice(0);
const reserved = (): string[] => readdirSync(join(disk.folder, 'reserve'));
const claimCall = (ledger: Ledger, owner: string) =>
  ledger.claimCall(key, claim(owner), usable, orphan);

beforeEach(async () => {
  disk = await openSmallDisk();
  notices = [];
});
afterEach(async () => {
  disk.free();
  await Promise.all(ledgers.splice(0).map((ledger) => ledger.close()));
  await disk.close();
});

describe('a disk that is full or read-only', () => {
  for (const reason of ['full', 'readOnly'] as const) {
    it(`lets nothing be sent, and shows what is stored: ${reason} (hazard 75)`, async () => {
      const before = open();
      await before.saveResult(summary);
      await before.beginJob({ ...job, id: 'open', chain: 'base' }, claim('one'));
      if (reason === 'full') disk.fill();
      const others = reason === 'full' ? [before, open()] : [open(disk.openReadOnly())];
      for (const ledger of others) {
        await assert.rejects(ledger.reserveSpending(spending, { day: 'd' }), { reason });
        await assert.rejects(ledger.beginJob(job, claim('one')), { reason });
        await assert.rejects(claimCall(ledger, 'one'), { reason });
        await assert.rejects(ledger.takeTurn('a', 'w', 0, 1), { reason });
        assert.equal((await ledger.readResult(key, 'summary'))?.body, 'summary');
        assert.deepEqual(
          (await ledger.listJobs()).map(({ id }) => id),
          ['open'],
        );
      }
      assert.deepEqual(
        notices,
        others.map(() => ({ kind: 'notStored', reason })),
      );
    });
  }

  it('is reported once, and once when it can be written again', async () => {
    const ledger = open();
    await ledger.saveResult(summary);
    disk.fill();
    for (let tries = 0; tries < 3; tries++) {
      await assert.rejects(ledger.beginJob(job, claim('one')), { reason: 'full' });
    }
    disk.free();
    for (let tries = 0; tries < 3; tries++) await ledger.countPoll('a', 'd', 'job');
    assert.deepEqual(notices, [{ kind: 'notStored', reason: 'full' }, { kind: 'storedAgain' }]);
  });

  it('lets nothing be sent without room for the outcome', async () => {
    const ledger = open();
    await ledger.saveResult(summary);
    // Enough for the rows, and not for what a start may bring.
    disk.fill(128 * 1024);
    await assert.rejects(ledger.beginJob(job, claim('one')), { reason: 'full' });
    assert.deepEqual(await ledger.listJobs(), []);
    assert.deepEqual(reserved(), []);
    disk.free();
    disk.fill(48 * 1024);
    await assert.rejects(claimCall(ledger, 'one'), { reason: 'full' });
    disk.free();
    assert.equal((await claimCall(ledger, 'two')).kind, 'claimed');
  });

  it('opens no ledger where there is none', async () => {
    const ledger = open(disk.openReadOnly());
    await assert.rejects(ledger.listJobs(), { reason: 'readOnly' });
    await assert.rejects(ledger.beginJob(job, claim('one')), { reason: 'readOnly' });
  });
});

describe('what was paid for and meets a full disk', () => {
  /** Windows of the same user, after this one was closed or killed. */
  const assertFound = async (ledger: Ledger): Promise<void> => {
    assert.equal((await ledger.readResult(key, 'summary'))?.body, 'summary');
    assert.equal((await ledger.readResult(key, 'money'))?.body, 'score');
    assert.equal((await ledger.readJob('job'))?.state, 'done');
    assert.equal((await claimCall(ledger, 'next')).kind, 'claimed');
    assert.deepEqual(
      reserved().map((name) => name.split('.')[1]),
      ['summary'],
    );
  };
  /** A start and a summary whose responses come while the disk is full. */
  const pay = async (ledger: Ledger): Promise<void> => {
    await ledger.saveResult({ ...summary, address: '0xOther' });
    await ledger.beginJob(job, claim('one'));
    await claimCall(ledger, 'one');
    disk.fill();
    const kept = await ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
    assert.deepEqual([kept.state, kept.jobId], ['running', 'paid']);
    const settled = await ledger.settleJob('job', { state: 'done' }, claim('one', 3), score);
    assert.equal(settled?.state, 'done');
    await ledger.settleCall(key, 'one', summary);
  };

  it('is shown at once, from the reserve', async () => {
    const ledger = open();
    await pay(ledger);
    assert.equal((await ledger.readResult(key, 'summary'))?.body, 'summary');
    assert.equal((await ledger.readJob('job'))?.state, 'done');
    assert.deepEqual(
      (await ledger.listResultsOf('a', ['0xA'])).map(({ part }) => part),
      ['money', 'summary'],
    );
    assert.equal((await ledger.listResults('a', 9)).length, 3);
    assert.equal((await ledger.listResults('a', 1)).length, 1);
  });

  it('is in the ledger within a second after there is room again (hazard 75)', async () => {
    const ledger = open();
    await pay(ledger);
    disk.free();
    const began = performance.now();
    await eventually('the reserve to be empty', () => reserved().length === 0);
    assert.ok(performance.now() - began < 1_000, `${performance.now() - began} ms`);
    crash();
    await assertFound(open());
  });

  it('is in the ledger after an ordinary close, if there is room (hazard 75)', async () => {
    const ledger = open();
    await pay(ledger);
    disk.free();
    await ledger.close();
    assert.deepEqual(reserved(), []);
    await assertFound(open());
  });

  it('is found by the next window after an ordinary close without room', async () => {
    const ledger = open();
    await pay(ledger);
    await ledger.close();
    disk.free();
    await assertFound(open());
  });

  it('is found by the next window after a crash (hazards 7, 20)', async () => {
    await pay(open());
    crash();
    disk.free();
    await assertFound(open());
  });

  it('is found by a window that is open, before it pays for the same', async () => {
    const other = open();
    await other.listJobs();
    ledgers.splice(0);
    await pay(open());
    crash();
    ledgers.push(other);
    disk.free();
    const claimed = await other.claimCall(key, claim('other'), { after: 0, before: 2 }, orphan);
    assert.equal(claimed.kind, 'stored');
    await assertFound(other);
  });

  it('is not lost if a newer one was stored meanwhile: it becomes an older result', async () => {
    await pay(open());
    crash();
    disk.free();
    // A window of an earlier state of the reserve, such as one that was stopped.
    const { openSqliteStore } = await import('../../support/openStore.ts');
    const store = openSqliteStore(join(disk.folder, 'ledger.sqlite'));
    store.saveResult({ ...score, body: 'newer', receivedAt: 9 });
    store.close();
    const next = open();
    assert.equal((await next.readResult(key, 'money'))?.body, 'newer');
    const history = await next.listHistory(key);
    assert.deepEqual(
      await Promise.all(history.map(async (each) => (await next.readPastResult(each))?.body)),
      ['newer', 'score'],
    );
  });

  it('is fetched again if it fits nowhere, and its loss is recorded', async () => {
    const ledger = open();
    await ledger.beginJob(job, claim('one'));
    await ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
    disk.fill();
    const long = { ...score, body: 'x'.repeat(300 * 1024) };
    await assert.rejects(ledger.settleJob('job', { state: 'done' }, claim('one', 3), long), {
      reason: 'full',
    });
    crash();
    disk.free();
    const next = open();
    const row = await next.readJob('job');
    assert.deepEqual([row?.state, row?.jobId, row?.lostAt], ['running', 'paid', 1_003]);
    // The result arrived again, so nothing is lost.
    await next.claimJob('job', claim('two', 100_000), 'running');
    await next.settleJob('job', { state: 'done' }, claim('two', 100_001), long);
    assert.equal((await next.readResult(key, 'money'))?.body.length, 300 * 1024);
  });

  it('is kept with what the service sent in place of an ID', async () => {
    const ledger = open();
    await ledger.beginJob(job, claim('one'));
    disk.fill();
    const change = { state: 'unknown', status: 200, unreadBody: '<html>' } as const;
    assert.equal((await ledger.keepJob(job, change, 5)).state, 'unknown');
    crash();
    disk.free();
    const row = await open().readJob('job');
    assert.deepEqual([row?.state, row?.status, row?.unreadBody], ['unknown', 200, '<html>']);
  });

  it('is not taken for a start of unknown outcome that another window has reported', async () => {
    const ledger = open();
    await ledger.beginJob(job, claim('one'));
    disk.fill();
    await ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
    ledgers.splice(0);
    disk.free();
    const { openSqliteStore } = await import('../../support/openStore.ts');
    const store = openSqliteStore(join(disk.folder, 'ledger.sqlite'));
    store.settleOrphans(9, 100_000);
    store.close();
    const row = await open().readJob('job');
    assert.deepEqual([row?.state, row?.jobId], ['running', 'paid']);
    await ledger.close();
  });
});

describe('the reserve', () => {
  it('of a start is as large as what may come of it, and stays while its job is open', async () => {
    const ledger = open();
    const size = (): number => statSync(join(disk.folder, 'reserve/job.start')).size;
    await ledger.beginJob(job, claim('one'));
    assert.equal((await ledger.beginJob({ ...job, id: 'second' }, claim('one'))).isNew, false);
    assert.deepEqual(reserved(), ['job.start']);
    assert.equal(size(), 256 * 1024);
    await ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 2, claim('one'));
    assert.equal(size(), 256 * 1024);
    // A job on hold needs no room, and is still known.
    await ledger.settleJob('job', { state: 'stale' }, claim('one'));
    assert.ok(size() < 1_024);
    await ledger.overrideJob('job', { state: 'running' }, 3);
    assert.equal(size(), 256 * 1024);
    await ledger.claimJob('job', claim('one'), 'running');
    await ledger.settleJob('job', { state: 'done' }, claim('one'), score);
    assert.deepEqual(reserved(), []);
    await ledger.beginJob({ ...job, id: 'next' }, claim('one'));
    await ledger.forgetJob('next', 'unknown');
    assert.deepEqual(reserved(), ['next.start']);
    await ledger.forgetJob('next');
    assert.deepEqual(reserved(), []);
  });

  it('of a summary is dropped when its call ends', async () => {
    const ledger = open();
    for (const end of [
      () => ledger.settleCall(key, 'one', summary),
      () => ledger.releaseCall(key, 'one', orphan),
      () => ledger.releaseCall(key, 'one'),
    ]) {
      assert.equal((await claimCall(ledger, 'one')).kind, 'claimed');
      assert.equal(reserved().length, 1);
      await end();
      assert.deepEqual(reserved(), []);
    }
  });

  it('is synced, with its name, before the intent is stored', async (t) => {
    const ledger = open();
    await ledger.listJobs();
    const synced: string[] = [];
    const sync = fs.fsyncSync;
    t.mock.method(fs, 'fsyncSync', (descriptor: number) => {
      synced.push(relative(disk.folder, readlinkSync(`/proc/self/fd/${descriptor}`)));
      sync(descriptor);
    });
    syncBuiltinESMExports();
    try {
      await ledger.beginJob(job, claim('one'));
      await ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 2);
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
    assert.deepEqual(synced, ['reserve/job.start', 'reserve', 'reserve/job.start']);
  });
});
