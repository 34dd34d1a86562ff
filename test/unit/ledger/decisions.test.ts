/** Decisions of the ledger that depend only on numbers: leases, turns, limits, faults, and age. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '../../../src/ledger/database.ts';
import { afterTurn, endOfTurn, isAlive, turnDecision } from '../../../src/ledger/leases.ts';
import { faultOf, LedgerError } from '../../../src/ledger/faults.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import { subjectName } from '../../../src/ledger/subjectKey.ts';
import {
  allowanceMs,
  type Charge,
  type JobChange,
  type Spending,
} from '../../../src/ledger/store.ts';
import { deleteOldRows } from '../../../src/ledger/upkeep.ts';
import { ledgerOver, openSqliteStore } from '../../support/openStore.ts';

const dayMs = 24 * 3_600_000;
const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const claim = { owner: 'w', now: 1, tick: 1 };

describe('a lease', () => {
  it('holds until its end, unless it is from before the machine started', () => {
    assert.equal(isAlive({ owner: null, leaseUntil: 11 }, 10), false);
    assert.equal(isAlive({ owner: 'w', leaseUntil: 10 }, 10), false);
    assert.equal(isAlive({ owner: 'w', leaseUntil: 11 }, 10), true);
    // A lease of ten seconds, read by a call that was half a minute late.
    assert.equal(isAlive({ owner: 'w', leaseUntil: 40_010 }, 10), true);
    assert.equal(isAlive({ owner: 'w', leaseUntil: 40_011 }, 10), false);
  });
});

describe('a turn', () => {
  it('is pending until its end, unless that is from before the machine started', () => {
    assert.deepEqual([endOfTurn(0), afterTurn(0)], [5_510, 1_010]);
    assert.equal(turnDecision(null, [], 0, 100), 0);
    assert.equal(turnDecision(100, [], 0, 100), 0);
    assert.equal(turnDecision(101, [], 0, 100), 1);
    assert.equal(turnDecision(35_610, [], 0, 100), 35_510);
    assert.equal(turnDecision(35_611, [], 0, 100), 0);
  });

  it('goes to the one that has waited longest, while it still asks', () => {
    const rival = (since: number, seen: number) => turnDecision(null, [{ since, seen }], 5, 9_000);
    assert.equal(rival(4, 9_000), 100);
    assert.equal(rival(4, 7_001), 100);
    assert.equal(rival(4, 7_000), 0, 'silent for two seconds');
    assert.equal(rival(4, 9_001), 0, 'from before the machine started');
    assert.equal(rival(5, 9_000), 0);
    const many = [
      { since: 6, seen: 9_000 },
      { since: 1, seen: 9_000 },
    ];
    assert.equal(turnDecision(null, many, 5, 9_000), 100);
  });
});

describe('a limit', () => {
  const at = 100 * allowanceMs;
  let ids = 0;
  const call = (change: Partial<Spending> = {}) => {
    const spending = { ...key, kind: 'summary', aggregator: null, source: 'command' } as const;
    return { ...spending, isAutomatic: false, at, ...change, id: String(++ids) };
  };
  const automatic = { source: 'hover', isAutomatic: true } as const;
  /** The decision about a call after some others, each with its outcome. */
  const decide = (
    limits: object,
    before: readonly (Partial<Spending> & { readonly charge: Charge })[],
    now = at,
    declinedAt?: number,
  ): string => {
    const store = openSqliteStore(':memory:');
    for (const { charge, ...change } of before) {
      const spending = call(change);
      assert.equal(store.reserveSpending(spending, { day: 'd' }).kind, 'granted');
      if (charge === 'sent') store.markSpending(spending.id);
      else if (charge !== 'open') store.settleSpending(spending.id, charge);
    }
    if (declinedAt !== undefined) store.decideAllowance('summary', false, declinedAt);
    const { kind } = store.reserveSpending(call({ at: now }), { day: 'd', ...limits });
    store.close();
    return kind;
  };
  const times = (count: number, charge: Charge, change: Partial<Spending> = {}) =>
    Array.from({ length: count }, () => ({ ...change, charge }));

  it('applies only if it is named, and from its number on', () => {
    const all = [...times(9, 'open', automatic), ...times(9, 'maybe', automatic)];
    assert.equal(decide({}, [...all, ...times(9, 'made')]), 'granted');
    for (const [least, limits, change, charge, decision] of [
      [5, { perDay: 5 }, automatic, 'made', 'dayUsedUp'],
      [3, { maxUnanswered: 3 }, automatic, 'maybe', 'unreliable'],
      [3, { maxUnanswered: 3 }, automatic, 'open', 'crowded'],
      [4, { perHour: 4 }, {}, 'made', 'hourUsedUp'],
    ] as const) {
      assert.equal(decide(limits, times(least - 1, charge, change)), 'granted', decision);
      assert.equal(decide(limits, times(least, charge, change)), decision);
    }
    const one = times(1, 'maybe', automatic);
    assert.equal(decide({ maxUnanswered: 3 }, [...one, ...times(1, 'open', automatic)]), 'granted');
    assert.equal(decide({ maxUnanswered: 3 }, [...one, ...times(2, 'open', automatic)]), 'crowded');
  });

  it('holds for an hour after a no, either way of it', () => {
    for (const [now, kind] of [
      [at, 'declined'],
      [at + allowanceMs - 1, 'declined'],
      [at + allowanceMs, 'granted'],
      [at - allowanceMs + 1, 'declined'],
      [at - allowanceMs, 'granted'],
    ] as const) {
      assert.equal(decide({ perHour: 4 }, [], now, at), kind);
      assert.equal(decide({}, [], now, at), 'granted');
    }
  });

  it('of an hour is of commands and tools, of one kind, and of what the team has not paid for', () => {
    const others = [
      ...times(4, 'made', { source: 'panel' }),
      ...times(4, 'made', { source: 'batch' }),
      ...times(4, 'made', { kind: 'start' }),
      ...times(4, 'made', { at: at - allowanceMs }),
      ...times(4, 'shared'),
    ];
    assert.equal(decide({ perHour: 1 }, others), 'granted');
    const last = { at: at - allowanceMs + 1 };
    assert.equal(decide({ perHour: 1 }, times(1, 'made', last)), 'hourUsedUp');
    assert.equal(decide({ perHour: 1 }, times(1, 'made', { source: 'tool' })), 'hourUsedUp');
    assert.equal(decide({ perHour: 1 }, times(1, 'none')), 'hourUsedUp');
    assert.equal(decide({ perHour: 1, countsRejected: false }, times(1, 'none')), 'granted');
  });
});

describe('automatic calls', () => {
  let ids = 0;
  const limits = { day: 'd', perDay: 99, maxUnanswered: 3 };
  const call = (change: Partial<Spending> = {}) => {
    const spending = { ...key, kind: 'summary', aggregator: null, source: 'hover' } as const;
    return { ...spending, isAutomatic: true, at: 100_000, ...change, id: String(++ids) };
  };

  it('are as many at a time as may fail, not counting those of windows that are gone', () => {
    const store = openSqliteStore(':memory:');
    const reserve = (change: Partial<Spending> = {}) =>
      store.reserveSpending(call(change), limits).kind;
    for (const gone of [
      { at: 40_000 },
      { at: 100_001 },
      { account: 'b' },
      { isAutomatic: false },
    ] as const) {
      assert.equal(reserve(gone), 'granted');
    }
    assert.equal(reserve({ at: 40_001 }), 'granted');
    assert.equal(reserve(), 'granted');
    assert.equal(reserve(), 'granted');
    assert.equal(reserve(), 'crowded');
    store.settleSpending(String(ids - 1), 'none');
    assert.equal(reserve(), 'granted');
    store.close();
  });

  it('stop after their own failures, not after those of calls that the user requested', () => {
    const store = openSqliteStore(':memory:');
    const fail = (change: Partial<Spending>): void => {
      const failing = call(change);
      assert.equal(store.reserveSpending(failing, { day: 'd' }).kind, 'granted');
      store.settleSpending(failing.id, 'maybe');
    };
    for (let count = 0; count < 5; count++) fail({ isAutomatic: false, source: 'command' });
    for (let count = 0; count < 5; count++) fail({ account: 'b' });
    store.settleSpending('none', 'maybe');
    assert.equal(store.reserveSpending(call(), limits).kind, 'granted');
    for (let count = 0; count < 3; count++) fail({});
    assert.equal(store.reserveSpending(call(), limits).kind, 'unreliable');
    const asked = call({ isAutomatic: false, source: 'command' });
    store.reserveSpending(asked, { day: 'd' });
    store.settleSpending(asked.id, 'made');
    assert.equal(store.reserveSpending(call(), limits).kind, 'granted');
    assert.equal(store.reserveSpending(call({ account: 'b' }), limits).kind, 'unreliable');
    store.close();
  });

  it('are not relied on again because one was not charged', () => {
    const store = openSqliteStore(':memory:');
    for (const charge of ['maybe', 'maybe', 'none'] as const) {
      const spending = call();
      store.reserveSpending(spending, limits);
      store.settleSpending(spending.id, charge);
    }
    assert.equal(store.countUnanswered('a'), 2);
    store.close();
  });

  it('are counted by the day, no matter what caused them, if they were charged', () => {
    const store = openSqliteStore(':memory:');
    const withScore = call({ source: 'command' });
    const free = call({ source: 'command' });
    for (const spending of [call(), withScore, free]) {
      assert.equal(store.reserveSpending(spending, { day: 'd' }).kind, 'granted');
    }
    store.settleSpending(free.id, 'none');
    for (const other of [{ isAutomatic: false, source: 'command' }, { account: 'b' }] as const) {
      store.reserveSpending(call(other), { day: 'd' });
    }
    store.reserveSpending(call({ source: 'command' }), { day: 'e' });
    assert.equal(store.reserveSpending(call(), { day: 'd', perDay: 2 }).kind, 'dayUsedUp');
    assert.equal(store.reserveSpending(call(), { day: 'd', perDay: 3 }).kind, 'granted');
    store.close();
  });

  it('are listed as they were made', () => {
    const store = openSqliteStore(':memory:');
    const start = { ...call(), kind: 'start', aggregator: 'money', isAutomatic: false } as const;
    const summary = call();
    store.reserveSpending(start, { day: 'd' });
    store.reserveSpending(summary, { day: 'd' });
    assert.deepEqual(store.listSpendings('a', 9), [
      { ...summary, charge: 'open' },
      { ...start, charge: 'open' },
    ]);
    store.close();
  });
});

describe('a change of a job', () => {
  const changes: readonly JobChange[] = [
    { state: 'running' },
    { credential: 'c2' },
    { jobId: 'paid' },
    { polls: 7 },
    { status: 409 },
    { status: null },
    { unreadBody: '<html>' },
    { isNoticed: true },
    { isNoticed: false },
  ];

  it('writes what it names, and leaves the rest', () => {
    const store = openSqliteStore(':memory:');
    const job = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' } as const;
    store.beginJob(job, claim);
    for (const change of changes) {
      const before = store.readJob('job');
      assert.deepEqual(store.changeJob('job', change, claim), { ...before, ...change });
    }
    store.close();
  });

  it('by another window is no change, and neither is one of no job', () => {
    const store = openSqliteStore(':memory:');
    const other = { ...claim, owner: 'other' };
    assert.equal(store.changeJob('none', { polls: 1 }, claim), null);
    assert.equal(store.claimJob('none', claim, 'running'), null);
    assert.equal(store.settleJob('none', { state: 'done' }, other), null);
    assert.equal(store.claimJob('none', claim, 'unknown'), null);
    store.close();
  });
});

describe('a list of jobs', () => {
  it('has open ones beyond the newest 200 in the order of their time', () => {
    const store = openSqliteStore(':memory:');
    const job = { ...key, aggregator: 'money', origin: 'o', credential: 'c' } as const;
    for (let now = 1; now <= 203; now++) {
      const [id, address] = [String(now), `0x${now}`];
      store.beginJob({ ...job, id, address }, { ...claim, now });
      store.overrideJob(id, { state: now === 1 ? 'unknown' : now === 2 ? 'stale' : 'done' }, now);
    }
    const times = store.listJobs().map(({ createdAt }) => createdAt);
    assert.equal(times.length, 202);
    assert.deepEqual(times.slice(-3), [4, 2, 1]);
    store.close();
  });

  it('has every open one, however many there are', () => {
    const store = openSqliteStore(':memory:');
    const job = { ...key, aggregator: 'money', origin: 'o', credential: 'c' } as const;
    for (let now = 1; now <= 450; now++) {
      const state = now % 2 === 0 ? 'unknown' : 'running';
      store.keepJob({ ...job, id: String(now), address: `0x${now}` }, { state }, now);
    }
    assert.equal(store.listJobs().length, 450);
    assert.equal(store.listJobsInProgress().length, 225);
    store.close();
  });
});

describe('a start of unknown outcome', () => {
  it('can be reported again by the window that was about to, and by no other one', () => {
    const store = openSqliteStore(':memory:');
    const job = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' } as const;
    store.keepJob(job, { state: 'unknown' }, 1);
    assert.equal(store.claimJob('job', claim, 'unknown')?.owner, 'w');
    assert.equal(store.claimJob('job', claim, 'unknown')?.owner, 'w');
    assert.equal(store.claimJob('job', { ...claim, owner: 'other' }, 'unknown'), null);
    assert.equal(store.claimJob('job', claim, 'running'), null);
    store.close();
  });
});

describe('a call', () => {
  it('that was given back leaves nothing behind', () => {
    const store = openSqliteStore(':memory:');
    const orphan = { failures: 1, retryAt: 1, mayBeCharged: true, status: 1 } as const;
    const take = (owner: string) =>
      store.claimCall(
        key,
        { ...claim, owner },
        { after: 0, before: 9 },
        { ...orphan, kind: 'tls' },
      );
    assert.equal(take('w').kind, 'claimed');
    store.releaseCall(key, 'other');
    assert.equal(take('x').kind, 'busy');
    store.releaseCall(key, 'w');
    assert.equal(take('x').kind, 'claimed');
    assert.equal(store.readCall(key), null);
    // A result of the future is from a clock that was wrong, and does not answer.
    const result = { ...key, part: 'summary', body: 'b', receivedAt: 9 } as const;
    store.settleCall(key, 'w', result);
    assert.equal(take('y').kind, 'busy', 'only its holder ends a call');
    store.settleCall(key, 'x', result);
    assert.equal(take('y').kind, 'claimed');
    store.releaseCall(key, 'y', { ...orphan, mayBeCharged: false, kind: 'tls' });
    assert.deepEqual(store.readCall(key), { ...orphan, mayBeCharged: false, kind: 'tls' });
    store.close();
  });
});

describe('a fault', () => {
  const withCode = (errcode: unknown): Error => Object.assign(new Error('x'), { errcode });

  for (const [code, fault] of [
    [3, 'readOnly'],
    [5, 'busy'],
    [6, 'busy'],
    [8, 'readOnly'],
    [10, 'failing'],
    [11, 'damaged'],
    [13, 'full'],
    [14, 'readOnly'],
    [22, 'full'],
    [26, 'damaged'],
    [1, 'other'],
    [19, 'other'],
  ] as const) {
    it(`${code} of SQLite is ${fault}, with and without its extension`, () => {
      assert.equal(faultOf(withCode(code)), fault);
      assert.equal(faultOf(withCode(code + 256 * 3)), fault);
    });
  }

  for (const [code, fault] of [
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EFBIG', 'full'],
    ['EROFS', 'readOnly'],
    ['EACCES', 'readOnly'],
    ['EPERM', 'readOnly'],
    ['EIO', 'failing'],
  ] as const) {
    it(`${code} of the file system is ${fault}`, () => {
      assert.equal(faultOf(Object.assign(new Error('x'), { syscall: 'open', code })), fault);
    });
  }

  it('of any other kind is ours', () => {
    assert.equal(faultOf(withCode('11')), 'other');
    assert.equal(faultOf(new Error('x')), 'other');
    assert.equal(faultOf({ errcode: 11 }), 'other');
    assert.equal(faultOf(new LedgerError('notAFile')), 'notAFile');
  });

  it('is named without its message, which may quote a path; a fault of ours is heard as it is', async () => {
    const store = openSqliteStore(':memory:');
    const ledger = ledgerOver(store);
    Object.assign(store, {
      listJobs() {
        throw Object.assign(new Error('/home/x'), { errcode: 13 });
      },
    });
    await assert.rejects(ledger.listJobs(), {
      ...{ reason: 'full', message: 'The ledger cannot be used (full).' },
    });
    await ledger.close();
    await assert.rejects(ledger.readJob('x'), { code: 'ERR_INVALID_STATE' });
  });
});

describe('the age of rows', () => {
  const usageAfter = (gapMs: number): number => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    const now = Date.UTC(2026, 10, 1);
    deleteOldRows(database, now);
    store.countPoll('a', '2020-01-01', 'job');
    deleteOldRows(database, now + gapMs);
    const left = store.readUsage('a', '2020-01-01').length;
    store.close();
    return left;
  };

  it('is looked at once a day, unless the clock has moved by more than a year', () => {
    assert.equal(usageAfter(dayMs - 1), 1);
    assert.equal(usageAfter(dayMs), 0);
    assert.equal(usageAfter(365 * dayMs), 0);
    assert.equal(usageAfter(365 * dayMs + 1), 1);
    assert.equal(usageAfter(-1), 1);
  });

  it('ends that of failed calls, and of no call in progress', () => {
    const database = new Database(':memory:');
    const store = storeOver(database);
    const now = Date.UTC(2026, 10, 1);
    const orphan = { failures: 1, mayBeCharged: true, kind: 'tls', status: null } as const;
    for (const [address, retryAt] of [
      ['old', now - 90 * dayMs - 1],
      ['new', now - 90 * dayMs],
    ] as const) {
      const subject = { ...key, address };
      store.claimCall(subject, claim, { after: 0, before: 1 }, { ...orphan, retryAt });
      store.releaseCall(subject, 'w', { ...orphan, retryAt });
    }
    const held = { ...key, address: 'held' };
    store.claimCall(held, claim, { after: 0, before: 1 }, { ...orphan, retryAt: 0 });
    deleteOldRows(database, now - dayMs);
    deleteOldRows(database, now);
    assert.deepEqual(
      database
        .all('SELECT address FROM summary_call ORDER BY address')
        .map(({ address }) => address),
      ['held', 'new'],
    );
    store.close();
  });
});

describe('the name of a subject', () => {
  it('is equal for equal keys, and for no others', () => {
    const { account, ...anyAccount } = key;
    const names = [
      subjectName(key),
      subjectName(anyAccount),
      subjectName(key, 'money'),
      subjectName(key, 'summary'),
      subjectName({ ...key, chain: 'base' }),
      subjectName({ ...key, address: '0xB' }),
      subjectName({ ...key, account: 'b' }),
      subjectName({ ...key, chain: '0xA', address: 'ethereum' }),
    ];
    assert.equal(new Set(names).size, names.length);
    assert.equal(subjectName({ ...anyAccount, account }), names[0]);
  });
});

describe('rows with given fields', () => {
  it('are neither changed nor deleted if one of the fields has no value', () => {
    const store = openSqliteStore(':memory:');
    const missing = undefined as unknown as string;
    const stop = { scope: 'risk', status: 402, at: 1 } as const;
    store.setStop('a', 'c', stop);
    assert.throws(() => store.clearStops(missing), TypeError);
    assert.throws(() => store.forgetJob(missing), TypeError);
    assert.throws(() => store.renewTurn('a', missing, 1), TypeError);
    assert.deepEqual(store.readStops('a', 'c'), [stop]);
    store.close();
  });
});
