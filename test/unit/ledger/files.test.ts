/** The file of the ledger: deleted, replaced, not a file at all. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { LedgerFiles } from '../../../src/ledger/ledgerFiles.ts';
import type { LedgerNotice } from '../../../src/ledger/notices.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import type { Claim, NewJob, StoredResult } from '../../../src/ledger/store.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const summary: StoredResult = { ...key, part: 'summary', body: 'summary', receivedAt: 1 };
const score: StoredResult = { ...key, part: 'money', body: 'score', receivedAt: 2 };
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const claim = (owner: string, tick = 1): Claim => ({ owner, now: 1_000 + tick, tick });

let folder: string;
let notices: LedgerNotice[];
const ledgers: Ledger[] = [];
const at = (name: string): string => join(folder, name);
const file = (suffix = ''): string => at(`ledger.sqlite${suffix}`);
const open = (): Ledger => {
  const ledger = openLedger(folder, (notice) => notices.push(notice));
  ledgers.push(ledger);
  return ledger;
};
const closeAll = (): Promise<unknown> =>
  Promise.all(ledgers.splice(0).map((ledger) => ledger.close()));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-risk-files-'));
  notices = [];
});
afterEach(async () => {
  await closeAll();
  rmSync(folder, { recursive: true, force: true });
});

/** Two windows that have it open, with a start whose ID has not come yet. */
async function openWindows(): Promise<readonly [Ledger, Ledger]> {
  const windows = [open(), open()] as const;
  await windows[0].saveResult(summary);
  await windows[1].beginJob(job, claim('two'));
  return windows;
}

async function assertOneLedger(windows: readonly Ledger[]): Promise<void> {
  await windows[1]?.keepJob(job, { state: 'running', jobId: 'paid' }, 5);
  await windows[0]?.saveResult(score);
  for (const ledger of [...windows, open()]) {
    assert.equal((await ledger.readResult(key, 'summary'))?.body, 'summary');
    assert.equal((await ledger.readResult(key, 'money'))?.body, 'score');
    assert.equal((await ledger.readJob('job'))?.jobId, 'paid');
    const again = await ledger.beginJob({ ...job, id: 'second' }, claim('x'));
    assert.equal(again.isNew, false, 'a second start of one subject');
  }
}

describe('a ledger whose file someone deletes while windows have it open', () => {
  for (const [what, remove] of [
    ['the file', () => rmSync(file())],
    ['both of its names', () => [file(), file('.spare')].forEach((each) => rmSync(each))],
    ['the whole folder', () => rmSync(folder, { recursive: true })],
  ] as const) {
    it(`stays one ledger: ${what} (hazard 76)`, async () => {
      const windows = await openWindows();
      remove();
      await assertOneLedger(windows);
      assert.deepEqual(notices, []);
    });
  }

  it('is not taken for an empty one by a window that opens before the others notice', async () => {
    await openWindows();
    rmSync(file());
    const again = await open().beginJob({ ...job, id: 'second' }, claim('x'));
    assert.equal(again.isNew, false);
  });

  it('is not taken for an empty one after both names are gone: open starts are in the reserve', async () => {
    await openWindows();
    rmSync(file());
    rmSync(file('.spare'));
    const again = await open().beginJob({ ...job, id: 'second' }, claim('x'));
    assert.deepEqual([again.isNew, again.job.state], [false, 'unknown']);
  });
});

describe('another file in place of the ledger', () => {
  const empty = (): void => writeFileSync(file(), '');
  const copies: Record<string, () => void> = {
    'an empty file': empty,
    'an older copy': () => copyFileSync(at('older'), file()),
    'a text': () => writeFileSync(file(), 'no database, '.repeat(1_000)),
    'another database': () => {
      const database = new DatabaseSync(file());
      database.exec('CREATE TABLE other (a); INSERT INTO other VALUES (1)');
      database.close();
    },
    'an empty file beside a leftover log': () => {
      empty();
      for (const suffix of ['-wal', '-shm', '-journal']) {
        writeFileSync(file(suffix), Buffer.alloc(40_000, 7));
      }
    },
  };

  for (const [what, replace] of Object.entries(copies)) {
    it(`is moved aside, round after round: ${what} (hazard 76)`, async () => {
      const windows = await openWindows();
      copyFileSync(file(), at('older'));
      await windows[0].saveResult({ ...summary, address: '0xLater' });
      for (let round = 0; round < 8; round++) {
        rmSync(file());
        replace();
        const ledger = windows[round % 2] ?? assert.fail();
        const later = await ledger.readResult({ ...key, address: '0xLater' }, 'summary');
        assert.equal(later?.body, 'summary', `round ${round}`);
        await ledger.countPoll('a', 'd', 'job');
      }
      await assertOneLedger(windows);
      assert.deepEqual(
        notices.map(({ kind }) => kind),
        Array.from({ length: 8 }, () => 'moved'),
      );
      const aside = readdirSync(folder).filter((name) => name.startsWith('ledger-replaced-'));
      assert.equal(aside.filter((name) => name.endsWith('.sqlite')).length, 8);
    });
  }

  it('is moved aside with what is beside it', async () => {
    await openWindows();
    ledgers.splice(0);
    rmSync(file());
    const suffixes = ['', '-journal', '-wal', '-shm'];
    for (const suffix of suffixes) writeFileSync(file(suffix), `of another file${suffix}`);
    await open().listJobs();
    const [notice] = notices;
    const aside = notice?.kind === 'moved' ? notice.file : assert.fail();
    for (const suffix of suffixes) {
      assert.equal(readFileSync(aside + suffix, 'utf8'), `of another file${suffix}`);
    }
  });

  it('is moved aside by a window that opens after all others were killed', async () => {
    await openWindows();
    ledgers.splice(0);
    rmSync(file());
    empty();
    assert.equal((await open().readResult(key, 'summary'))?.body, 'summary');
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['moved'],
    );
  });

  for (const [what, make] of [
    ['a pipe', () => execFileSync('mkfifo', [file()])],
    ['a folder', () => mkdirSync(file())],
    ['a link', () => symlinkSync(at('elsewhere'), file())],
    ['a link to itself', () => symlinkSync(file(), file())],
    ['a link to a pipe', () => symlinkSync('/dev/stdin', file())],
  ] as const) {
    it(`is rejected with its reason, and stored results are shown: ${what} (hazard 76)`, async () => {
      const windows = await openWindows();
      rmSync(file());
      make();
      for (const ledger of [...windows, open()]) {
        for (let round = 0; round < 8; round++) {
          const second = ledger.beginJob({ ...job, chain: 'base' }, claim('x'));
          await assert.rejects(second, { reason: 'notAFile' });
          assert.equal((await ledger.readResult(key, 'summary'))?.body, 'summary');
        }
      }
      assert.equal(existsSync(at('elsewhere')), false);
      assert.equal(notices.length, 3);
      rmSync(file(), { recursive: true });
      await assertOneLedger(windows);
    });
  }

  it('is rejected by a window that finds no ledger beside it', async () => {
    mkdirSync(file());
    await assert.rejects(open().listJobs(), { reason: 'notAFile' });
  });
});

describe('the files of a folder', () => {
  it('are created without what was beside a file that is gone', async () => {
    for (const suffix of ['-wal', '-shm', '-journal']) writeFileSync(file(suffix), 'x'.repeat(99));
    await open().saveResult(summary);
    assert.deepEqual(
      readdirSync(folder).filter((name) => /-(?:wal|shm)$/.test(name)),
      [],
    );
    assert.deepEqual(notices, []);
  });

  it('are one file with two names, and nothing beside it that could be lost alone', async () => {
    const ledger = open();
    await ledger.saveResult(summary);
    assert.equal(statSync(file()).ino, statSync(file('.spare')).ino);
    assert.equal(statSync(file('-journal')).size, 0);
    assert.equal(existsSync(file('-wal')), false);
    rmSync(file('-journal'));
    assert.equal((await open().readResult(key, 'summary'))?.body, 'summary');
  });

  it('work where the file system has no second names', async () => {
    // A folder where the second name should be: it cannot be made.
    const ledger = open();
    await ledger.saveResult(summary);
    await closeAll();
    rmSync(file('.spare'));
    const one = open();
    await one.listJobs();
    rmSync(file('.spare'));
    rmSync(file());
    writeFileSync(file(), '');
    assert.equal((await one.readResult(key, 'summary'))?.body, 'summary');
    assert.equal((await open().readResult(key, 'summary'))?.body, 'summary');
  });

  it('are not touched while another process moves them', () => {
    const files = new LedgerFiles(folder);
    files.ensureFile();
    files.exclusively(() => {
      assert.throws(() => new LedgerFiles(folder).ensureFile(), { reason: 'busy' });
    });
    files.ensureFile();
    assert.equal(statSync(at('move.lock')).size, 0);
  });

  it('leave a damaged file where it can be looked at', async () => {
    writeFileSync(file(), 'no database any more, '.repeat(2_000));
    await open().saveResult(summary);
    const [aside = ''] = readdirSync(folder).filter((name) => name.startsWith('ledger-damaged-'));
    assert.match(readFileSync(at(aside), 'utf8'), /^no database any more/);
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['salvaged'],
    );
  });
});
