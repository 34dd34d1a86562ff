/**
 * The reserve: the content of its files, what a window shows of them, and what goes into the
 * ledger.
 */
import assert from 'node:assert/strict';
import fs, {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { LedgerError } from '../../../src/ledger/faults.ts';
import { recover } from '../../../src/ledger/recovery.ts';
import { reservedName, Reserve, type PaidOutcome } from '../../../src/ledger/reserve.ts';
import { reservedStore } from '../../../src/ledger/reservedStore.ts';
import type { Claim, NewJob, Store, StoredResult } from '../../../src/ledger/store.ts';
import { openSqliteStore } from '../../support/openStore.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const summary: StoredResult = { ...key, part: 'summary', body: 'paid', receivedAt: 5 };
const score: StoredResult = { ...key, part: 'money', body: 'score', receivedAt: 5 };
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const claim: Claim = { owner: 'w', now: 1_000, tick: 1 };
const intent: PaidOutcome = { kind: 'start', job, change: { state: 'intent' }, at: 1 };
const running: PaidOutcome = { ...intent, change: { state: 'running', jobId: 'paid' } };
const arrived = (result: StoredResult): PaidOutcome => {
  return { kind: 'summary', key: result, owner: 'w', result };
};
const full = (): never => {
  throw new LedgerError('full');
};

let folder: string;
let store: Store;
let reserve: Reserve;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'address-risk-reserve-'));
  store = openSqliteStore(':memory:');
  reserve = new Reserve(folder);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (name: string): string => join(folder, 'reserve', name);
const keepUnsaved = (outcome: PaidOutcome): void => {
  reserve.unsaved.set(reservedName(outcome), outcome);
};

describe('a file of the reserve', () => {
  it('is made if it is missing when the outcome comes', () => {
    reserve.prepare(intent);
    reserve.drop('job.start');
    assert.equal(reserve.keep(running), true);
    assert.deepEqual(
      reserve.list().map(({ outcome }) => outcome),
      [running],
    );
  });

  it('is overwritten only as far as its outcome reaches', (t) => {
    reserve.prepare(intent);
    const written: number[] = [];
    const write = fs.writeSync;
    t.mock.method(fs, 'writeSync', (...args: [number, Buffer, number, number, number]) => {
      written.push(args[3]);
      return write(...args);
    });
    syncBuiltinESMExports();
    try {
      assert.equal(reserve.keep(running), true);
    } finally {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
    assert.equal(written.length, 1);
    assert.ok(written.every((bytes) => bytes < 1_024));
  });

  it('is skipped if it was cut off or changed, and the others are read', () => {
    const other: NewJob = { ...job, id: 'other' };
    reserve.prepare(intent);
    reserve.prepare({ ...intent, job: other });
    const bytes = readFileSync(fileOf('job.start'));
    for (const damaged of [
      bytes.subarray(0, 40),
      bytes.toString('latin1').replace('0xA', '0xB'),
      '',
    ]) {
      writeFileSync(fileOf('job.start'), damaged, 'latin1');
      assert.deepEqual(
        reserve.list().map(({ name }) => name),
        ['other.start'],
      );
    }
  });

  it('that no release has written keeps no other out of the ledger', () => {
    const other = { ...summary, address: '0xB' } as const;
    for (const outcome of [arrived(summary), arrived(other)]) {
      reserve.prepare(outcome);
      reserve.keep(outcome);
    }
    const picky: Store = {
      ...store,
      addResult(result) {
        if (result.address === '0xA') throw new TypeError();
        store.addResult(result);
      },
    };
    recover(picky, reserve);
    assert.deepEqual(
      [store.readResult(key, 'summary'), store.readResult(other, 'summary')?.body],
      [null, 'paid'],
    );
    assert.deepEqual(
      reserve.list().map(({ outcome }) => outcome?.result?.address),
      ['0xA'],
    );
  });

  it('is not written where there is no folder for it', () => {
    rmSync(folder, { recursive: true });
    assert.equal(reserve.keep(running), false);
  });

  it('is not taken from a copy that someone has made', () => {
    reserve.prepare(intent);
    copyFileSync(fileOf('job.start'), fileOf('job.start.bak'));
    assert.deepEqual(
      reserve.list().map(({ name }) => name),
      ['job.start'],
    );
  });

  it('has the same name in every release', () => {
    assert.equal(
      reservedName({ kind: 'summary', key, owner: 'w' }),
      '0356b02dd2f92cd6ba08842cd5db252b.summary',
    );
  });
});

describe('what a window shows while its outcome is only in the reserve', () => {
  const shown = () => reservedStore(store, reserve);

  it('is each result once, with the one that it replaces hidden', () => {
    store.saveResult({ ...summary, body: 'before', receivedAt: 1 });
    keepUnsaved(arrived(summary));
    assert.deepEqual(
      shown()
        .listResults('a', 9)
        .map(({ receivedAt }) => receivedAt),
      [5],
    );
    assert.equal(shown().listResultsOf('a', ['0xA']).length, 1);
  });

  it('is of the account and the addresses that were asked for', () => {
    keepUnsaved(arrived({ ...summary, account: 'b' }));
    keepUnsaved(arrived({ ...summary, address: '0xB' }));
    assert.deepEqual(shown().listResultsOf('a', ['0xA']), []);
    assert.equal(shown().listResultsOf('a', ['0xB']).length, 1);
  });

  it('is no job that the ledger does not have', () => {
    keepUnsaved(running);
    assert.equal(shown().readJob('job'), null);
    store.beginJob(job, claim);
    assert.equal(shown().readJob('job')?.jobId, 'paid');
  });
});

describe('an outcome for which the reserve has no room either', () => {
  /** Has no room for the first outcome. */
  class TightReserve extends Reserve {
    readonly asked: PaidOutcome[] = [];
    override keep(outcome: PaidOutcome, hasMore?: boolean): boolean {
      this.asked.push(outcome);
      return this.asked.length > 1 && super.keep(outcome, hasMore);
    }
  }
  const failing = (change: Partial<Store>) => {
    const tight = new TightReserve(folder);
    return { tight, reserved: reservedStore({ ...store, ...change }, tight) };
  };

  it('is noted as lost if it is a score: its job is fetched again', () => {
    const { tight, reserved } = failing({ settleJob: full });
    reserved.beginJob(job, claim);
    store.keepJob(job, { state: 'running', jobId: 'paid' }, 2);
    assert.throws(() => reserved.settleJob('job', { state: 'done' }, claim, score), {
      reason: 'full',
    });
    const change = { state: 'running', jobId: 'paid', lostAt: 1_000 };
    assert.deepEqual(
      tight.list().map(({ outcome }) => outcome),
      [{ ...intent, change, at: 1_000 }],
    );
  });

  it('is not noted as a lost score if it is the ID of a job, or a summary', () => {
    const { tight, reserved } = failing({ keepJob: full, settleCall: full });
    reserved.beginJob(job, claim);
    const change = { state: 'running', jobId: 'paid' } as const;
    assert.throws(() => reserved.keepJob(job, change, 2), { reason: 'full' });
    assert.equal(tight.asked.splice(0).length, 1);
    assert.throws(() => reserved.settleCall(key, 'w', summary), { reason: 'full' });
    assert.equal(tight.asked.length, 1);
  });
});

describe('a start that the ledger does not take', () => {
  it('leaves no file that would pass for a start of unknown outcome', () => {
    const reserved = reservedStore({ ...store, beginJob: full }, reserve);
    assert.throws(() => reserved.beginJob(job, claim), { reason: 'full' });
    assert.deepEqual(reserve.list(), []);
  });
});

describe('what only the reserve holds', () => {
  const age = (name: string): void => {
    const before = new Date(Date.now() - 61_000);
    utimesSync(fileOf(name), before, before);
  };

  it('is left to its window for a minute, and is a start of unknown outcome after that', () => {
    reserve.prepare(intent);
    recover(store, reserve);
    assert.equal(store.readJob('job'), null);
    age('job.start');
    recover(store, reserve);
    assert.equal(store.readJob('job')?.state, 'unknown');
  });

  it('goes into the ledger as far as this release knows it', () => {
    const later = { state: 'running', jobId: 'paid', knownToALaterRelease: 1 } as const;
    reserve.prepare({ ...intent, change: later });
    age('job.start');
    recover(store, reserve);
    const job = store.readJob('job');
    assert.deepEqual([job?.state, job?.jobId], ['running', 'paid']);
  });

  it('does not reopen a job that is closed, and its file is dropped', () => {
    reserve.prepare(running);
    store.beginJob(job, claim);
    store.settleJob('job', { state: 'rejected' }, claim);
    recover(store, reserve);
    assert.equal(store.readJob('job')?.state, 'rejected');
    assert.deepEqual(readdirSync(join(folder, 'reserve')), []);
  });

  it('stays there if the ledger cannot take it: nothing else may be paid for', () => {
    reserve.prepare(arrived(summary));
    keepUnsaved(arrived(summary));
    const blocked: Store = { ...store, addResult: full };
    assert.throws(() => recover(blocked, reserve), { reason: 'full' });
    assert.deepEqual([reserve.list().length, reserve.unsaved.size], [1, 1]);
    assert.throws(() => reservedStore(blocked, reserve).beginJob(job, claim), { reason: 'full' });
    assert.equal(store.readJob('job'), null);
  });
});

describe('a window whose ledger cannot take a result', () => {
  /** Two windows on one ledger and one reserve; the first has no room. */
  const windows = () => {
    const blocked: Store = { ...store, settleCall: full };
    return {
      first: reservedStore(blocked, reserve),
      second: reservedStore(store, new Reserve(folder)),
    };
  };
  const usable = { after: 0, before: 9_999 };
  const orphan = { failures: 1, retryAt: 0, mayBeCharged: true, kind: null, status: null };

  it('keeps it while another gives back a claim that has expired', () => {
    const { first, second } = windows();
    reserve.prepare({ kind: 'summary', key, owner: 'w' });
    first.settleCall(key, 'w', summary);
    second.releaseCall(key, 'late');
    second.releaseCall(key, 'late', orphan as never);
    assert.equal(
      second.claimCall(key, { ...claim, owner: 'x' }, usable, orphan as never).kind,
      'stored',
    );
    assert.equal(store.readResult(key, 'summary')?.body, 'paid');
  });

  it('returns the row of its job with what has changed', () => {
    reservedStore(store, reserve).beginJob(job, claim);
    store.overrideJob('job', { state: 'intent', polls: 3 }, 1);
    const first = reservedStore({ ...store, keepJob: full }, reserve);
    const kept = first.keepJob(job, { state: 'running', jobId: 'paid' }, 2);
    assert.deepEqual([kept.state, kept.jobId, kept.polls], ['running', 'paid', 3]);
  });

  it('shows what is stored once another has brought it into the ledger', () => {
    const { first, second } = windows();
    reserve.prepare({ kind: 'summary', key, owner: 'w' });
    first.settleCall(key, 'w', summary);
    recover(store, new Reserve(folder));
    store.saveResult({ ...summary, body: 'newer', receivedAt: 9 });
    recover(store, reserve);
    assert.equal(reserve.unsaved.size, 0);
    assert.equal(first.readResult(key, 'summary')?.body, 'newer');
    assert.equal(second.readResult(key, 'summary')?.body, 'newer');
  });

  it('brings it into the ledger even if someone has deleted the file', () => {
    const { first } = windows();
    reserve.prepare({ kind: 'summary', key, owner: 'w' });
    first.settleCall(key, 'w', summary);
    rmSync(join(folder, 'reserve'), { recursive: true });
    recover(store, reserve);
    assert.equal(store.readResult(key, 'summary')?.body, 'paid');
  });

  it('clears it with the others', () => {
    const { first } = windows();
    reserve.prepare({ kind: 'summary', key, owner: 'w' });
    first.settleCall(key, 'w', summary);
    first.clearResults();
    recover(store, reserve);
    assert.equal(first.readResult(key, 'summary'), null);
  });

  it('forgets its job in memory too', () => {
    const { second } = windows();
    second.beginJob(job, claim);
    store.keepJob(job, { state: 'unknown' }, 1);
    const own = reservedStore(store, reserve);
    keepUnsaved({ ...intent, change: { state: 'unknown' } });
    assert.equal(own.forgetJob('job', 'unknown'), true);
    assert.equal(reserve.unsaved.size, 0);
  });
});

describe('a file of the reserve that is known', () => {
  const written = (name: string, agoMs: number): void => {
    const at = new Date(Date.now() - agoMs);
    utimesSync(fileOf(name), at, at);
  };
  const begin = (): void => {
    reserve.prepare(intent);
    store.beginJob(job, claim);
    written('job.start', 5_000);
    recover(store, reserve);
  };

  it('is read again once it was written', () => {
    begin();
    assert.equal(reserve.list()[0]?.outcome, undefined);
    const other = new Reserve(folder);
    assert.equal(other.keep(running), true);
    recover(store, reserve);
    assert.deepEqual(
      [store.readJob('job')?.state, store.readJob('job')?.jobId],
      ['running', 'paid'],
    );
  });

  it('is read again while it may be written in the same moment', () => {
    reserve.prepare(intent);
    store.beginJob(job, claim);
    recover(store, reserve);
    assert.deepEqual(reserve.list()[0]?.outcome, intent);
  });

  it('is read again for a new file of the ledger, which lacks its job', () => {
    begin();
    const empty = openSqliteStore(':memory:');
    recover(empty, reserve, true);
    assert.equal(empty.readJob('job')?.state, 'unknown');
    empty.close();
  });

  it('goes after 90 days', (t) => {
    begin();
    const began = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: began + 89 * 24 * 3_600_000 });
    recover(store, reserve);
    assert.equal(reserve.list().length, 1);
    t.mock.timers.setTime(began + 91 * 24 * 3_600_000);
    recover(store, reserve);
    assert.deepEqual(reserve.list(), []);
  });
});

describe('the reserve of 500 open jobs', () => {
  it('is read in a fraction of its size, and is not kept forever (hazard 75)', (t) => {
    const reserve = new Reserve(folder);
    for (let at = 0; at < 500; at++) {
      const open = { ...job, id: `job-${at}`, address: `0x${at}` };
      reserve.prepare({ ...intent, job: open, change: { state: 'unknown' } });
      store.keepJob(open, { state: 'unknown' }, 1);
    }
    const whole = t.mock.method(fs, 'readFileSync');
    const parts = t.mock.method(fs, 'readSync');
    syncBuiltinESMExports();
    assert.equal(reserve.list().length, 500);
    t.mock.restoreAll();
    syncBuiltinESMExports();
    const bytes = parts.mock.calls.reduce((sum, { result = 0 }) => sum + result, 0);
    assert.equal(whole.mock.callCount(), 0);
    assert.ok(bytes <= 500 * 4_096, `${bytes} bytes`);
    // Unchanged files are not even opened, because every paid call would pay for it.
    const before = new Date(Date.now() - 2_000);
    for (const { name } of reserve.list())
      utimesSync(join(folder, 'reserve', name), before, before);
    recover(store, reserve);
    const opened = t.mock.method(fs, 'openSync');
    const rows = t.mock.fn((id: string) => store.readJob(id));
    syncBuiltinESMExports();
    recover({ ...store, readJob: rows }, reserve);
    t.mock.restoreAll();
    syncBuiltinESMExports();
    assert.deepEqual([opened.mock.callCount(), rows.mock.callCount()], [0, 0]);
    const old = new Date(Date.now() - 91 * 24 * 3_600_000);
    utimesSync(join(folder, 'reserve', 'job-7.start'), old, old);
    recover(store, reserve);
    assert.equal(reserve.list().length, 499);
    assert.equal(store.readJob('job-7')?.state, 'unknown');
  });
});
