/** A ledger in memory, over a file that can be read and not written. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Database } from '../../../src/ledger/database.ts';
import { FileLock } from '../../../src/ledger/fileLock.ts';
import { openOverlay } from '../../../src/ledger/overlay.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import type { NewJob, Store, StoredResult } from '../../../src/ledger/store.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const result: StoredResult = { ...key, part: 'money', body: 'disk', receivedAt: 5 };
const claim = (owner: string, tick = 1) => ({ owner, now: tick, tick });

describe('a ledger in memory over a file', () => {
  let folder: string;
  let disk: Database;
  let file: Store;
  let pace: FileLock;
  let store: Store;
  const openNow = (): Store => (store = openOverlay(disk, pace).store);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'address-risk-overlay-'));
    disk = new Database(join(folder, 'ledger.sqlite'));
    file = storeOver(disk);
    pace = FileLock.ofEmptyFile(join(folder, 'pace.lock'));
  });
  afterEach(() => {
    store.close();
    disk.close();
    rmSync(folder, { recursive: true });
  });

  it('has the scores over time of the file and its own', () => {
    file.saveResult({ ...result, receivedAt: 3 });
    file.saveResult(result);
    openNow();
    const times = () => store.listHistory(key).map(({ receivedAt }) => receivedAt);
    assert.deepEqual(times(), [5, 3]);
    store.saveResult({ ...result, body: 'memory', receivedAt: 8 });
    store.saveResult({ ...result, body: 'newest', receivedAt: 9 });
    assert.deepEqual(times(), [9, 8, 5, 3]);
    assert.deepEqual(
      store.listHistory(key).map((head) => store.readPastResult(head)?.body),
      ['newest', 'memory', 'disk', 'disk'],
    );
    for (let receivedAt = 10; receivedAt < 120; receivedAt++) {
      store.saveResult({ ...result, receivedAt });
    }
    assert.equal(times().length, 100);
  });

  it('has the newest score of a file of the first release', () => {
    file.saveResult({ ...result, receivedAt: 3 });
    file.saveResult(result);
    disk.run('DROP TRIGGER keep_older_result');
    disk.run('DROP TRIGGER clear_older_results');
    disk.run('DROP TABLE older_result');
    file.saveResult({ ...result, part: 'summary' });
    file.saveResult({ ...result, chain: 'polygon' });
    openNow();
    const [head, ...others] = store.listHistory(key);
    assert.deepEqual([head?.receivedAt, others.length], [5, 0]);
    assert.ok(head);
    assert.equal(store.readPastResult(head)?.body, 'disk');
  });

  it('has the open jobs, calls, usage, stops, and limits of the file', () => {
    file.beginJob(job, claim('w'));
    const done = { ...job, id: 'done', chain: 'base' };
    file.beginJob(done, claim('w'));
    file.settleJob('done', { state: 'done' }, claim('w'));
    file.countUsage('a', 'd', 'poll', 'x');
    file.setStop('a', 'c', { scope: 'risk', status: 402, at: 1 });
    file.claimCall(
      key,
      claim('w'),
      { after: 0, before: 1 },
      {
        ...{ failures: 1, retryAt: 1, mayBeCharged: true, kind: 'network', status: null },
      },
    );
    file.decideAllowance('start', false, 1_000);
    const spending = { ...key, kind: 'start', aggregator: 'money', source: 'command' } as const;
    const call = { ...spending, id: 's', isAutomatic: false, at: 1 };
    file.reserveSpending(call, { day: 'd' });
    openNow();
    assert.equal(store.openJobOf(key, 'money')?.id, 'job');
    assert.equal(store.beginJob({ ...job, id: 'second' }, claim('x')).isNew, false);
    assert.equal(store.readUsage('a', 'd').length, 2);
    assert.equal(store.readStops('a', 'c').length, 1);
    assert.equal(store.listSpendings('a', 9)[0]?.id, 's');
    const limits = { day: 'd', perHour: 9 };
    assert.equal(store.reserveSpending({ ...call, id: 't', at: 1_001 }, limits).kind, 'declined');
    const fresh = { after: 0, before: 1 };
    const orphan = { failures: 1, retryAt: 1, mayBeCharged: true, status: null } as const;
    const answer = store.claimCall(key, claim('x'), fresh, { ...orphan, kind: 'network' });
    assert.equal(answer.kind, 'busy');
    // Finished jobs are not copied, and can be read.
    assert.equal(store.readJob('done')?.state, 'done');
    assert.equal(store.readJob('none'), null);
    assert.deepEqual(
      store.listJobs().map(({ id }) => id),
      ['job'],
    );
  });

  it('shows the results of both, of each the newer one, the newest first', () => {
    file.saveResult(result);
    file.saveResult({ ...result, address: '0xB', receivedAt: 8 });
    openNow();
    store.saveResult({ ...result, body: 'memory', receivedAt: 9 });
    store.saveResult({ ...result, part: 'summary', receivedAt: 6 });
    assert.equal(store.readResult(key, 'money')?.body, 'memory');
    assert.equal(store.readResult({ ...key, address: '0xB' }, 'money')?.body, 'disk');
    const heads = (found: readonly { address: string; part: string; receivedAt: number }[]) =>
      found.map(({ address, part, receivedAt }) => `${address} ${part} ${receivedAt}`);
    const all = ['0xA money 9', '0xB money 8', '0xA summary 6'];
    assert.deepEqual(heads(store.listResults('a', 9)), all);
    assert.deepEqual(heads(store.listResults('a', 2)), all.slice(0, 2));
    assert.deepEqual(heads(store.listResultsOf('a', ['0xA', '0xB'])), all);
    assert.deepEqual(heads(store.listResultsOf('a', ['0xB'])), all.slice(1, 2));
    // Storing a result with an older time in memory does not hide the one of the file in a list.
    store.saveResult({ ...result, address: '0xB', receivedAt: 1 });
    assert.deepEqual(heads(store.listResultsOf('a', ['0xB'])), ['0xB money 8']);
    assert.throws(() => store.clearResults(), { code: 'notWritable' });
    assert.equal(file.listResults('a', 9).length, 2);
  });

  it('shows what it has if the file cannot be read any more', () => {
    file.saveResult(result);
    openNow();
    store.saveResult({ ...result, part: 'summary' });
    for (const table of ['result', 'job']) disk.run(`DROP TABLE ${table}`);
    assert.equal(store.readResult(key, 'money'), null);
    assert.equal(store.readJob('job'), null);
    assert.equal(store.listResults('a', 9).length, 1);
    assert.equal(store.listResultsOf('a', ['0xA']).length, 1);
  });

  it('follows only jobs that are its own, that it starts, and that the user resumes', () => {
    for (const [id, chain, owner] of [
      ['own', 'ethereum', 'me'],
      ['other', 'base', 'other'],
      ['resumed', 'polygon', 'other'],
    ] as const) {
      file.beginJob({ ...job, id, chain }, claim(owner));
      file.changeJob(id, { state: 'running', jobId: id }, claim(owner));
    }
    openNow();
    const late = claim('me', 100_000);
    assert.equal(store.claimJob('own', late)?.id, 'own');
    assert.equal(store.claimJob('other', late), null);
    assert.equal(store.claimJob('none', late), null);
    assert.equal(store.claimJob('resumed', late), null);
    const resumed = store.overrideJob('resumed', { state: 'running', credential: 'c2' }, 1);
    assert.deepEqual([resumed?.id, resumed?.credential], ['resumed', 'c2']);
    assert.equal(store.claimJob('resumed', late)?.owner, 'me');
    assert.equal(store.beginJob({ ...job, id: 'new', chain: 'scroll' }, claim('me')).isNew, true);
    assert.equal(store.claimJob('new', late)?.id, 'new');
    const again = store.beginJob({ ...job, id: 'no', chain: 'base' }, claim('me'));
    assert.deepEqual([again.isNew, again.job.id], [false, 'other']);
    assert.equal(store.claimJob('other', late), null);
  });

  it('leaves intents to the windows that made them', () => {
    file.beginJob(job, claim('w'));
    openNow();
    assert.deepEqual(store.settleOrphans(1, 100_000), []);
    assert.equal(store.readJob('job')?.state, 'intent');
  });

  it('respects the turn that the file names, and keeps all others from taking one', () => {
    file.takeTurn('a', 'other', 0, 0);
    file.endTurn('a', 'other', 5_000);
    openNow();
    assert.deepEqual(store.takeTurn('a', 'me', 0, 5_000), { isGranted: false, waitMs: 1_010 });
    const rival = FileLock.ofEmptyFile(join(folder, 'pace.lock'));
    assert.equal(rival.tryTake(), 'taken', 'the lock is not held without a turn');
    assert.deepEqual(store.takeTurn('a', 'me', 0, 6_010), { isGranted: false, waitMs: 250 });
    rival.release();
    assert.equal(store.takeTurn('a', 'me', 0, 6_010).isGranted, true);
    assert.equal(rival.tryTake(), 'busy');
    store.close();
    assert.equal(rival.tryTake(), 'taken', 'the window has left');
    rival.release();
    openNow();
  });

  it('gives the lock back after the pause, and not while a new turn lasts', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    openNow();
    const rival = FileLock.ofEmptyFile(join(folder, 'pace.lock'));
    assert.equal(store.takeTurn('a', 'me', 0, 0).isGranted, true);
    store.endTurn('a', 'me', 100);
    t.mock.timers.tick(1_009);
    assert.equal(rival.tryTake(), 'busy');
    t.mock.timers.tick(1);
    assert.equal(rival.tryTake(), 'taken');
    rival.release();
    assert.equal(store.takeTurn('a', 'me', 0, 1_110).isGranted, true);
    store.endTurn('a', 'me', 1_200);
    t.mock.timers.tick(1_000);
    assert.equal(store.takeTurn('b', 'me', 0, 2_300).isGranted, true);
    t.mock.timers.tick(5_000);
    assert.equal(rival.tryTake(), 'busy', 'a turn in progress');
    // Another job of this window that waits, or stops waiting, ends no turn but its own.
    assert.equal(store.takeTurn('b', 'next', 1, 2_400).isGranted, false);
    store.endTurn('b', 'next', 2_500);
    t.mock.timers.tick(5_000);
    assert.equal(rival.tryTake(), 'busy', 'its poll is still in flight');
    store.endTurn('b', 'me', 7_600);
    t.mock.timers.tick(1_010);
    assert.equal(rival.tryTake(), 'taken');
    rival.release();
  });
});
