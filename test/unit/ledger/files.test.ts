/** The files of the ledger, and the ones that are written before a start is sent. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { FileLock } from '../../../src/ledger/fileLock.ts';
import { openKeeper } from '../../../src/ledger/keeper.ts';
import { LedgerFiles } from '../../../src/ledger/ledgerFiles.ts';
import { isOpenElsewhere, moveAway } from '../../../src/ledger/movedFile.ts';
import type { LedgerNotice } from '../../../src/ledger/notices.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import { Reserve, type ReservedStart } from '../../../src/ledger/reserve.ts';
import type { NewJob } from '../../../src/ledger/store.ts';
import { limitFiles } from '../../support/fullDisk.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const claim = { owner: 'w', now: 1, tick: 1 };
const dayMs = 24 * 3_600_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-risk-files-'));
});
afterEach(() => {
  limitFiles('unlimited');
  rmSync(folder, { recursive: true, force: true });
});
const at = (name: string): string => join(folder, name);

describe('the files of a folder', () => {
  let files: LedgerFiles;
  beforeEach(() => {
    files = new LedgerFiles(folder);
  });

  it('are created, without what was beside a file that is gone', () => {
    for (const suffix of ['-wal', '-shm', '.spare'])
      writeFileSync(at(`ledger.sqlite${suffix}`), 'x');
    assert.equal(files.id(), undefined);
    assert.notEqual(files.logId(), undefined);
    files.create();
    assert.notEqual(files.id(), undefined);
    assert.equal(files.logId(), undefined);
    assert.equal(existsSync(at('ledger.sqlite-shm')), false);
    assert.equal(existsSync(at('ledger.sqlite.spare')), true);
  });

  it('keep the log of a file that is there', () => {
    writeFileSync(at('ledger.sqlite'), '');
    writeFileSync(at('ledger.sqlite-wal'), 'x');
    files.create();
    assert.notEqual(files.logId(), undefined);
    assert.equal(statSync(at('ledger.sqlite-wal')).mode & 0o777, 0o600);
  });

  it('keep the log while another process may move them', () => {
    writeFileSync(at('ledger.sqlite-wal'), 'x');
    const lock = FileLock.ofEmptyFile(at('move.lock'));
    assert.equal(lock.tryTake(), 'taken');
    files.create();
    assert.notEqual(files.logId(), undefined);
    lock.release();
  });

  it('have a second name, which is that of the file now', () => {
    files.create();
    files.keepSpare();
    const inode = (name: string): number => statSync(at(name)).ino;
    assert.equal(inode('ledger.sqlite.spare'), inode('ledger.sqlite'));
    rmSync(at('ledger.sqlite'));
    files.create();
    files.keepSpare();
    assert.equal(inode('ledger.sqlite.spare'), inode('ledger.sqlite'));
    assert.equal(statSync(at('ledger.sqlite')).nlink, 2);
  });

  it('get their name back only if the log is the one that belongs to them', () => {
    files.create();
    files.keepSpare();
    writeFileSync(at('ledger.sqlite-wal'), 'x');
    const [id, logId] = [files.id(), files.logId()];
    assert.equal(files.restore(logId), false, 'the file is there');
    rmSync(at('ledger.sqlite'));
    assert.equal(files.restore(undefined), false);
    assert.equal(files.restore('another'), false);
    assert.equal(files.id(), undefined);
    assert.equal(files.restore(logId), true);
    assert.equal(files.id(), id);
    rmSync(at('ledger.sqlite'));
    rmSync(at('ledger.sqlite.spare'));
    assert.equal(files.restore(logId), false, 'there is no second name');
  });

  it('are known to be open elsewhere, by their second name', () => {
    files.create();
    files.keepSpare();
    assert.equal(isOpenElsewhere(files.spare), false);
  });

  it('are moved away with what is beside them, if they are the ones that were seen', () => {
    files.create();
    writeFileSync(files.file, 'no database, '.repeat(1_000));
    writeFileSync(at('ledger.sqlite-shm'), 'index');
    assert.equal(moveAway(files, undefined), undefined);
    assert.equal(moveAway(files, 'another'), undefined);
    const lock = FileLock.ofEmptyFile(at('move.lock'));
    lock.tryTake();
    assert.equal(moveAway(files, files.id()), undefined, 'another process moves them');
    lock.release();
    const moved = moveAway(files, files.id());
    assert.match(moved ?? '', /ledger-damaged-[\d-]+T[\d-]+Z\.sqlite$/);
    assert.match(readFileSync(moved!, 'utf8'), /^no database/);
    assert.equal(readFileSync(`${moved!}-shm`, 'utf8'), 'index');
    assert.equal(files.id() ?? files.logId(), undefined);
    // The lock was given back.
    assert.equal(lock.tryTake(), 'taken');
    lock.release();
  });
});

describe('a lock on a file', () => {
  it('is held by one at a time, and taken twice by the same', () => {
    const [one, two] = [FileLock.ofEmptyFile(at('lock')), FileLock.ofEmptyFile(at('lock'))];
    assert.equal(one.tryTake(), 'taken');
    assert.equal(one.tryTake(), 'taken');
    assert.equal(two.tryTake(), 'busy');
    one.release();
    one.release();
    assert.equal(two.tryTake(), 'taken');
    two.release();
    assert.deepEqual(readdirSync(folder), ['lock']);
    assert.equal(statSync(at('lock')).size, 0);
    assert.equal(statSync(at('lock')).mode & 0o777, 0o600);
  });

  it('on writing keeps other writers out, and readers not', () => {
    const file = at('ledger.sqlite');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)');
    const lock = FileLock.ofWriting(file);
    assert.equal(lock.tryTake(), 'taken');
    assert.throws(() => database.exec('INSERT INTO t VALUES (1)'), { errcode: 5 });
    assert.equal(database.prepare('SELECT * FROM t').all().length, 0);
    lock.release();
    database.exec('INSERT INTO t VALUES (1)');
    database.exec('BEGIN IMMEDIATE');
    assert.equal(lock.tryTake(), 'busy');
    database.close();
  });

  it('is impossible where no file can be', () => {
    writeFileSync(at('file'), '');
    assert.equal(FileLock.ofEmptyFile(at('file/lock')).tryTake(), 'impossible');
    mkdirSync(at('folder'));
    assert.equal(FileLock.ofEmptyFile(at('folder')).tryTake(), 'impossible');
  });

  it('on writing is impossible without a ledger, and creates none', () => {
    assert.equal(FileLock.ofWriting(at('none.sqlite')).tryTake(), 'impossible');
    assert.throws(() => readFileSync(at('none.sqlite')), { code: 'ENOENT' });
  });
});

describe('the reserve of a start', () => {
  let reserve: Reserve;
  beforeEach(() => {
    reserve = new Reserve(folder);
  });
  const start: ReservedStart = { job, change: { state: 'running', jobId: 'paid' }, at: 5 };

  it('is as large as what may come of it, and the same after that', () => {
    assert.equal(reserve.keep(start), false, 'nothing was prepared');
    reserve.prepare('job');
    const [file] = readdirSync(at('starts'));
    assert.equal(file, 'job.start');
    assert.equal(statSync(at('starts/job.start')).size, 256 * 1024);
    assert.equal(statSync(at('starts/job.start')).mode & 0o777, 0o600);
    assert.equal(statSync(at('starts')).mode & 0o777, 0o700);
    assert.deepEqual(reserve.list(), []);
    assert.equal(reserve.keep(start), true);
    assert.equal(statSync(at('starts/job.start')).size, 256 * 1024);
    assert.deepEqual(reserve.list(), [start]);
    // A shorter one leaves nothing of a longer one.
    const result = { ...key, part: 'money', body: 'x'.repeat(9_000), receivedAt: 6 } as const;
    const done = { ...start, change: { state: 'done', jobId: 'paid' }, result } as const;
    assert.equal(reserve.keep(done), true);
    assert.deepEqual(reserve.list(), [done]);
    assert.equal(reserve.keep(start), true);
    assert.deepEqual(reserve.list(), [start]);
    reserve.drop('job');
    reserve.drop('job');
    assert.deepEqual(reserve.list(), []);
  });

  it('holds what fits exactly, and no more', () => {
    reserve.prepare('job');
    const empty = JSON.stringify({ ...start, change: { ...start.change, unreadBody: '' } });
    const unreadBody = 'x'.repeat(256 * 1024 - empty.length);
    const full = { ...start, change: { ...start.change, unreadBody } };
    assert.equal(reserve.keep(full), true);
    assert.deepEqual(reserve.list(), [full]);
    const more = { ...start, change: { ...start.change, unreadBody: `${unreadBody}x` } };
    assert.equal(reserve.keep(more), false);
    assert.deepEqual(reserve.list(), [full]);
  });

  it('skips what is not its own', () => {
    mkdirSync(at('starts'));
    reserve.prepare('job');
    reserve.keep(start);
    writeFileSync(at('starts/cut.start'), JSON.stringify(start).slice(0, 20));
    writeFileSync(at('starts/foreign.start'), '{"job":{}}');
    writeFileSync(at('starts/bare.start'), JSON.stringify({ ...start, at: 6 }));
    writeFileSync(at('starts/note.txt'), JSON.stringify(start));
    assert.deepEqual(
      reserve.list().map((kept) => kept.at),
      [6, 5],
    );
    assert.deepEqual(new Reserve(at('none')).list(), []);
  });

  it('is deleted after a day if its job is not open', () => {
    const now = Date.now();
    for (const id of ['old', 'open', 'new']) reserve.prepare(id);
    for (const id of ['old', 'open']) {
      const then = (now - dayMs - 2_000) / 1_000;
      utimesSync(at(`starts/${id}.start`), then, then);
    }
    reserve.dropUnused((id) => id === 'open', now);
    assert.deepEqual(readdirSync(at('starts')).sort(), ['new.start', 'open.start']);
  });
});

describe('the store of a folder', () => {
  const notices: LedgerNotice[] = [];
  const open = (): ReturnType<typeof openKeeper> =>
    openKeeper(folder, (notice) => notices.push(notice), 0);

  it('has another version whenever it is another store', async () => {
    const ledger = openLedger({ folder, onNotice: () => undefined, retryMs: 0 });
    await ledger.countUsage('a', 'd', 'poll', 'x');
    const versions = [await ledger.version(), await ledger.version()];
    assert.equal(versions[0], versions[1]);
    limitFiles(statSync(at('ledger.sqlite-wal')).size);
    await ledger.countUsage('a', 'd', 'poll', 'x');
    versions.push(await ledger.version());
    limitFiles('unlimited');
    assert.equal(await ledger.isDurable(), true);
    versions.push(await ledger.version());
    assert.equal(new Set(versions).size, 3);
    await ledger.close();
  });

  it('keeps the reserve of a start until nothing more can come of it', () => {
    const keeper = open();
    const reserved = (): number => readdirSync(at('starts')).length;
    keeper.run((store) => {
      store.beginJob(job, claim);
      assert.equal(store.beginJob({ ...job, id: 'second' }, claim).isNew, false);
      assert.equal(reserved(), 1);
      store.overrideJob('job', { state: 'detached' }, 1, ['running']);
      store.forgetJob('job', 'running');
      assert.equal(reserved(), 1, 'still an intent');
      store.keepJob(job, { state: 'running', jobId: 'paid' }, 2, claim);
      assert.equal(store.overrideJob('job', { polls: 1 }, 2)?.state, 'running');
      assert.equal(store.overrideJob('none', { polls: 1 }, 2), null);
      assert.equal(reserved(), 1, 'its result may still come');
      store.keepJob(job, { state: 'unknown' }, 2, claim);
      assert.equal(reserved(), 0);
      const next = { ...job, id: 'next', chain: 'base' };
      store.beginJob(next, claim);
      assert.equal(reserved(), 1);
      assert.equal(store.forgetJob('next'), true);
      assert.equal(reserved(), 0);
      store.beginJob(next, claim);
      store.keepJob(next, { state: 'running', jobId: 'paid' }, 2, claim);
      store.settleJob('next', { state: 'stale' }, claim);
      assert.equal(reserved(), 0);
    });
    keeper.close();
  });

  it('brings what the reserve holds into the ledger: an ID, an unknown start, a result', () => {
    const reserve = new Reserve(folder);
    const result = { ...key, part: 'money', body: 'score', receivedAt: 6 } as const;
    const jobs = ['running', 'unknown', 'done', 'gone'].map((id) => ({ ...job, id, chain: id }));
    const first = open();
    first.run((store) => {
      for (const each of jobs.slice(0, 3)) store.beginJob(each, claim);
    });
    first.close();
    for (const [index, state] of (['running', 'unknown', 'done', 'running'] as const).entries()) {
      const each = jobs[index]!;
      if (index === 3) reserve.prepare(each.id);
      const paid = state === 'unknown' ? {} : { jobId: 'paid' };
      const kept = { job: each, change: { state, ...paid }, at: 5 };
      assert.ok(reserve.keep(state === 'done' ? { ...kept, result } : kept));
    }
    const next = open();
    next.run((store) => {
      assert.deepEqual(
        jobs.map(({ id }) => `${id} ${String(store.readJob(id)?.state)}`),
        ['running running', 'unknown unknown', 'done done', 'gone running'],
      );
      assert.equal(store.readJob('gone')?.jobId, 'paid');
      assert.equal(store.readResult(key, 'money')?.body, 'score');
    });
    next.close();
  });
});
