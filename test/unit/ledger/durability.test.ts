import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { LedgerNotice } from '../../../src/ledger/notices.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import { Reserve } from '../../../src/ledger/reserve.ts';
import type { Claim, NewJob, StoredResult } from '../../../src/ledger/store.ts';
import { eventually } from '../../harness/waiting.ts';
import { limitFiles } from '../../support/fullDisk.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const result: StoredResult = { ...key, part: 'summary', body: 'body', receivedAt: 1 };
const score: StoredResult = { ...key, part: 'money', body: 'score', receivedAt: 2 };
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const claim = (owner: string, tick = 1): Claim => ({ owner, now: 1_000 + tick, tick });
const retryMs = 50;

/** A process that writes a row and keeps the file open until it is killed. */
function spawnHolder(file: string) {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.exec("INSERT INTO usage VALUES ('a', 'd', 'poll', 'x', 1)");
    process.stdout.write('open');
    setInterval(() => undefined, 1_000);`;
  return spawn(process.execPath, ['-e', script, file], { stdio: ['ignore', 'pipe', 'ignore'] });
}

describe('a ledger whose file is lost, replaced, damaged, or full', () => {
  let folder: string;
  let notices: LedgerNotice[];
  const ledgers: Ledger[] = [];
  const open = (): Ledger => {
    const ledger = openLedger({ folder, onNotice: (notice) => notices.push(notice), retryMs });
    ledgers.push(ledger);
    return ledger;
  };
  const file = (suffix = ''): string => join(folder, `ledger.sqlite${suffix}`);
  const forgetAll = (): void => {
    // As a crash does: nothing is closed, and nothing more is written.
    ledgers.length = 0;
  };
  const storedAgain = (ledger: Ledger): Promise<boolean> =>
    eventually('the file to be written again', () => ledger.isDurable());

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-durable-'));
    notices = [];
  });
  afterEach(async () => {
    limitFiles('unlimited');
    await Promise.all(ledgers.splice(0).map((ledger) => ledger.close()));
    await rm(folder, { recursive: true, force: true });
  });

  for (const [what, suffixes] of [
    ['its file', ['']],
    ['its file and what is beside it', ['', '-wal', '-shm', '.spare']],
    ['its file, in a folder without links', ['', '.spare']],
  ] as const) {
    it(`stays one ledger if someone deletes ${what} while windows have it open`, async () => {
      const [one, two] = [open(), open()];
      await one.saveResult(result);
      await two.beginJob(job, claim('two'));
      for (const suffix of suffixes) rmSync(file(suffix), { force: true });
      await two.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
      await one.saveResult(score);
      const third = open();
      for (const ledger of [one, two, third]) {
        assert.equal((await ledger.readResult(key, 'summary'))?.body, 'body');
        assert.equal((await ledger.readResult(key, 'money'))?.body, 'score');
        assert.equal((await ledger.readJob('job'))?.jobId, 'paid');
        const again = await ledger.beginJob({ ...job, id: 'second' }, claim('x'));
        assert.equal(again.isNew, false, 'a second start of one subject');
      }
      assert.deepEqual(notices, []);
    });
  }

  it('gives a deleted file its name back if another process has it open', async () => {
    const first = open();
    await first.saveResult(result);
    const other = spawnHolder(file());
    await once(other.stdout, 'data');
    await first.close();
    rmSync(file());
    const ledger = open();
    // Its row is in the log of the file that was deleted.
    assert.equal((await ledger.readUsage('a', 'd'))[0]?.count, 1);
    assert.equal((await ledger.readResult(key, 'summary'))?.body, 'body');
    other.kill('SIGKILL');
    await once(other, 'exit');
    assert.deepEqual(notices, []);
  });

  for (const method of ['beginJob', 'claimCall', 'reserveSpending', 'takeTurn'] as const) {
    it(`tries the file again before what all windows must know of: ${method}`, async () => {
      const ledger = openLedger({ folder, onNotice: (notice) => notices.push(notice) });
      ledgers.push(ledger);
      await ledger.saveResult(result);
      limitFiles(statSync(file('-wal')).size);
      await ledger.saveResult(score);
      limitFiles('unlimited');
      // For ten seconds, the ledger works without the file.
      await ledger.saveResult({ ...score, receivedAt: 3 });
      assert.equal(await ledger.isDurable(), false);
      const orphan = { failures: 1, retryAt: 1, mayBeCharged: true, status: null } as const;
      const spending = { ...key, id: 's', kind: 'start', aggregator: 'money' } as const;
      const calls = {
        beginJob: () => ledger.beginJob(job, claim('w')),
        claimCall: () =>
          ledger.claimCall(
            key,
            claim('w'),
            { after: 9, before: 10 },
            { ...orphan, kind: 'network' },
          ),
        reserveSpending: () =>
          ledger.reserveSpending(
            { ...spending, source: 'command', isAutomatic: false, at: 1 },
            { day: 'd' },
          ),
        takeTurn: () => ledger.takeTurn('a', 'w', 0, 1),
      };
      await calls[method]();
      assert.equal(await ledger.isDurable(), true);
      assert.equal((await open().readResult(key, 'money'))?.receivedAt, 3);
    });
  }

  it('is a new one if someone deletes the file while no window has it open', async () => {
    const one = open();
    await one.saveResult(result);
    await one.close();
    rmSync(file());
    // As a crash leaves it behind.
    writeFileSync(file('-wal'), '');
    const two = open();
    assert.equal(await two.readResult(key, 'summary'), null);
    assert.equal(await two.isDurable(), true);
    assert.deepEqual(notices, []);
  });

  it('brings what it has into a file that replaces its own, the newer row of each', async () => {
    const one = open();
    await one.saveResult({ ...result, body: 'old' });
    await one.beginJob(job, claim('one'));
    const copy = file('.copy');
    const tool = new DatabaseSync(file());
    tool.exec(`VACUUM INTO '${copy}'`);
    tool.close();
    await one.keepJob(job, { state: 'running', jobId: 'paid' }, 9_000);
    await one.saveResult({ ...result, body: 'new', receivedAt: 7 });
    const other = new DatabaseSync(copy);
    other.exec(`INSERT INTO usage VALUES ('a', '2026-01-01', 'poll', 'job', 3)`);
    other.close();
    for (const suffix of ['', '-wal', '-shm', '.spare']) rmSync(file(suffix), { force: true });
    copyFileSync(copy, file());
    const later = open();
    assert.equal((await one.readJob('job'))?.jobId, 'paid');
    assert.equal((await later.readJob('job'))?.jobId, 'paid');
    assert.equal((await later.readResult(key, 'summary'))?.body, 'new');
    assert.equal((await one.readUsage('a', '2026-01-01'))[0]?.count, 3);
  });

  it('shows what is stored on a full disk, says so once, and stores the rest later', async () => {
    const ledger = open();
    await ledger.saveResult(result);
    limitFiles(statSync(file('-wal')).size);
    await ledger.saveResult(score);
    assert.equal(await ledger.isDurable(), false);
    assert.equal((await ledger.readResult(key, 'summary'))?.body, 'body');
    assert.equal((await ledger.readResult(key, 'money'))?.body, 'score');
    assert.deepEqual(
      (await ledger.listResultsOf('a', ['0xA'])).map(({ part }) => part),
      ['money', 'summary'],
    );
    assert.deepEqual(notices, [{ kind: 'notStored', reason: 'notWritable' }]);
    limitFiles('unlimited');
    await storedAgain(ledger);
    assert.equal((await open().readResult(key, 'money'))?.body, 'score');
    assert.deepEqual(notices.slice(1), [{ kind: 'storedAgain' }]);
  });

  it('opens on a full disk what another window has stored, and works there', async () => {
    const before = open();
    await before.saveResult(result);
    await before.beginJob(job, claim('before'));
    limitFiles(statSync(file('-wal')).size);
    const ledger = open();
    assert.equal((await ledger.readResult(key, 'summary'))?.body, 'body');
    assert.equal(await ledger.isDurable(), false);
    // The other window may follow its job: this one cannot know, and leaves it alone.
    assert.equal((await ledger.beginJob({ ...job, id: 'second' }, claim('x'))).isNew, false);
    assert.equal(await ledger.claimJob('job', claim('x', 100_000)), null);
    assert.deepEqual(await ledger.settleOrphans(9, 100_000), []);
  });

  it('keeps the ID of a start on disk if the disk is full when it arrives (hazards 7, 20)', async () => {
    const ledger = open();
    // The log is longer than the reserve: then the reserve can be written, and the log cannot grow.
    for (let n = 0; n < 100; n++) {
      await ledger.saveResult({ ...result, address: `0x${n}`, body: 'x'.repeat(3_000) });
    }
    await ledger.beginJob(job, claim('one'));
    assert.equal(readdirSync(join(folder, 'starts')).length, 1);
    limitFiles(statSync(file('-wal')).size);
    const kept = await ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
    assert.equal(kept.jobId, 'paid');
    assert.equal((await ledger.openJobOf(key, 'money'))?.jobId, 'paid');
    // The window is killed, and the disk has room again.
    forgetAll();
    limitFiles('unlimited');
    const next = open();
    assert.equal((await next.readJob('job'))?.jobId, 'paid');
    assert.equal((await next.readJob('job'))?.state, 'running');
  });

  it('keeps a result on disk in the same way, and drops the reserve once all is stored', async () => {
    const ledger = open();
    for (let n = 0; n < 100; n++) {
      await ledger.saveResult({ ...result, address: `0x${n}`, body: 'x'.repeat(3_000) });
    }
    await ledger.beginJob(job, claim('one'));
    await ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
    assert.notEqual(await ledger.claimJob('job', claim('one', 2)), null);
    limitFiles(statSync(file('-wal')).size);
    const settled = await ledger.settleJob('job', { state: 'done' }, claim('one', 3), score);
    assert.equal(settled?.state, 'done');
    forgetAll();
    limitFiles('unlimited');
    const next = open();
    assert.equal((await next.readResult(key, 'money'))?.body, 'score');
    assert.equal((await next.readJob('job'))?.state, 'done');
    assert.deepEqual(readdirSync(join(folder, 'starts')), []);
  });

  it('starts nothing as if it were stored if there is no room for the reserve', async () => {
    const ledger = open();
    await ledger.saveResult(result);
    limitFiles(200_000);
    const { isNew } = await ledger.beginJob(job, claim('one'));
    assert.equal(isNew, true);
    assert.equal(await ledger.isDurable(), false);
    assert.deepEqual(readdirSync(join(folder, 'starts')), []);
  });

  it('polls a job whose ID arrives on a full disk', async () => {
    const ledger = open();
    await ledger.beginJob(job, claim('one'));
    limitFiles(statSync(file('-wal')).size);
    await ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
    assert.equal(await ledger.isDurable(), false);
    assert.equal((await ledger.claimJob('job', claim('one', 2)))?.jobId, 'paid');
  });

  it('forgets in the file what was forgotten while that was full: it was not sent', async () => {
    const ledger = open();
    await ledger.beginJob(job, claim('one'));
    limitFiles(statSync(file('-wal')).size);
    await ledger.forgetJob('job');
    assert.equal(await ledger.readJob('job'), null);
    limitFiles('unlimited');
    await storedAgain(ledger);
    assert.equal(await ledger.readJob('job'), null);
    assert.deepEqual(await ledger.settleOrphans(9, 100_000), []);
    assert.deepEqual(readdirSync(join(folder, 'starts')), []);
  });

  it('does not take the claim of another window when it goes back to the file', async () => {
    const [one, two] = [open(), open()];
    const fresh = { after: 0, before: 1 };
    const orphan = { failures: 1, retryAt: 9, mayBeCharged: true, kind: 'network' } as const;
    const claimed = async (ledger: Ledger, owner: string): Promise<string> =>
      (await ledger.claimCall(key, claim(owner), fresh, { ...orphan, status: null })).kind;
    assert.equal(await claimed(one, 'one'), 'claimed');
    await one.releaseCall(key, 'one');
    await two.listJobs();
    limitFiles(statSync(file('-wal')).size);
    await two.countUsage('a', 'd', 'poll', 'x');
    limitFiles('unlimited');
    assert.equal(await claimed(one, 'one'), 'claimed');
    assert.equal(await claimed(two, 'two'), 'busy');
  });

  it('is not taken for full if another window writes when a start is stored', async () => {
    const ledger = open();
    await ledger.saveResult(result);
    const other = new DatabaseSync(file());
    other.exec('BEGIN IMMEDIATE');
    const beginning = ledger.beginJob(job, claim('one'));
    setTimeout(() => other.exec('ROLLBACK'), 300);
    assert.equal((await beginning).isNew, true);
    assert.equal(await ledger.isDurable(), true);
    assert.deepEqual(readdirSync(join(folder, 'starts')), ['job.start']);
    assert.deepEqual(notices, []);
    other.close();
  });

  it('keeps an ID on disk while another window writes for long', async () => {
    const ledger = open();
    await ledger.beginJob(job, claim('one'));
    const other = new DatabaseSync(file());
    other.exec('BEGIN IMMEDIATE');
    const keeping = ledger.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
    await eventually('the reserve', () => new Reserve(folder).list()[0]?.change.jobId === 'paid');
    other.exec('ROLLBACK');
    other.close();
    assert.equal((await keeping).jobId, 'paid');
  });

  it('is still known to be open after the disk was full', async () => {
    const ledger = open();
    await ledger.saveResult(result);
    limitFiles(statSync(file('-wal')).size);
    await ledger.takeTurn('a', 'w', 0, 100);
    await ledger.endTurn('a', 'w', 200);
    limitFiles('unlimited');
    await storedAgain(ledger);
    // Another process asks: locks of its own are no obstacle to a process.
    const module = new URL('../../../src/ledger/movedFile.ts', import.meta.url).href;
    const script = `import { isOpenElsewhere } from '${module}';
      process.stdout.write(String(isOpenElsewhere(process.argv[1])));`;
    const asked = spawnSync(process.execPath, ['--input-type=module', '-e', script, file()]);
    assert.equal(asked.stdout.toString(), 'true', asked.stderr.toString());
  });

  it('lets one window at a time poll while turns cannot be stored (hazard 17)', async () => {
    const [one, two] = [open(), open()];
    await one.saveResult(result);
    await two.saveResult(result);
    limitFiles(statSync(file('-wal')).size);
    await one.saveResult(score);
    await two.saveResult(score);
    assert.equal((await one.takeTurn('a', 'w1', 0, 100)).isGranted, true);
    assert.equal((await two.takeTurn('a', 'w2', 0, 5_000)).isGranted, false);
    await one.endTurn('a', 'w1', 100);
    // The lock outlasts the pause that the service wants.
    assert.equal((await two.takeTurn('a', 'w2', 0, 5_000)).isGranted, false);
    const released = performance.now();
    await eventually('the turn of the other window', async () => {
      return (await two.takeTurn('a', 'w2', 0, 5_000)).isGranted;
    });
    assert.ok(performance.now() - released > 900);
  });

  it('leaves a damaged file where it is while another process has it open (hazard 33)', async () => {
    const first = open();
    await first.saveResult(result);
    await first.close();
    const child = spawnHolder(file());
    await once(child.stdout, 'data');
    rmSync(file('-shm'), { force: true });
    rmSync(file('-wal'), { force: true });
    writeFileSync(file(), 'no database any more, '.repeat(2_000));
    const ledger = open();
    await ledger.saveResult(score);
    assert.deepEqual(notices, [{ kind: 'notStored', reason: 'damaged' }]);
    assert.equal(existsSync(file()), true);
    assert.equal(readdirSync(folder).filter((name) => name.includes('damaged')).length, 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await storedAgain(ledger);
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['notStored', 'moved', 'storedAgain'],
    );
    assert.equal((await open().readResult(key, 'money'))?.body, 'score');
  });
});
