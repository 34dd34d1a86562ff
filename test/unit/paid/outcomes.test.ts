/** The meaning of a call's outcome: for the bill, for further calls, and for its job. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Failure, FailureKind } from '../../../src/api/failure.ts';
import { accountKey, sampleAccountKey } from '../../../src/paid/account.ts';
import { dayOf, isFresh, systemClock } from '../../../src/paid/clock.ts';
import { failedCall, longestCoolDownMs } from '../../../src/paid/coolDown.ts';
import { pollAnswerOf } from '../../../src/paid/pollHeldJob.ts';
import { writeUntilStored } from '../../../src/paid/writeUntilStored.ts';
import { chargeOf } from '../../../src/api/chargeOf.ts';
import { stopAfter } from '../../../src/paid/stopAfter.ts';

const hourMs = 3_600_000;

type Charge = ReturnType<typeof chargeOf>;
type Scope = 'credential' | 'summary' | 'risk' | undefined;

/** Of a call that was sent: its charge, the stop it leaves, and what its poll means. */
const meanings: Readonly<Record<FailureKind, readonly [Charge, Scope, string]>> = {
  keyInvalid: ['none', 'credential', 'auth'],
  keyRevoked: ['none', 'credential', 'auth'],
  callsUsedUp: ['none', 'summary', 'trouble'],
  licenseNotFound: ['none', 'summary', 'trouble'],
  quotaUsedUp: ['none', 'risk', 'quota'],
  jobNotFound: ['none', undefined, 'notFound'],
  parametersRefused: ['none', undefined, 'invalidId'],
  refusedHere: ['none', undefined, 'invalidId'],
  sampleService: ['none', undefined, 'trouble'],
  notReady: ['maybe', undefined, 'notReady'],
  rateLimited: ['maybe', undefined, 'trouble'],
  serverFault: ['maybe', undefined, 'trouble'],
  redirected: ['maybe', undefined, 'trouble'],
  unexpectedStatus: ['maybe', undefined, 'trouble'],
  network: ['maybe', undefined, 'trouble'],
  tls: ['maybe', undefined, 'trouble'],
  proxy: ['maybe', undefined, 'trouble'],
  intermediary: ['maybe', undefined, 'trouble'],
  timeout: ['maybe', undefined, 'trouble'],
  tooLarge: ['maybe', undefined, 'trouble'],
  badAnswer: ['maybe', undefined, 'trouble'],
  late: ['maybe', undefined, 'trouble'],
  cancelled: ['maybe', undefined, 'cancelled'],
};

const failureOf = (kind: FailureKind, more: Partial<Failure> = {}): Failure => {
  return { kind, endpoint: 'status', wasSent: true, ...more };
};
const answerTo = (failure: Failure): ReturnType<typeof pollAnswerOf> =>
  pollAnswerOf({ ok: false, failure });

describe('a failed call', () => {
  for (const [kind, [charge, scope, poll]] of Object.entries(meanings)) {
    it(`${kind}: charged ${charge}, stops ${scope ?? 'nothing'}, its job: ${poll}`, () => {
      const failure = failureOf(kind as FailureKind, { status: 499 });
      assert.equal(chargeOf(failure), charge);
      assert.equal(chargeOf({ ...failure, wasSent: false }), 'none');
      const stop = stopAfter(failure, 7);
      assert.deepEqual(stop, scope === undefined ? undefined : { scope, status: 499, at: 7 });
      assert.equal(answerTo(failure).kind, poll);
    });
  }

  it('without a status leaves a stop that names none', () => {
    assert.deepEqual(stopAfter(failureOf('keyInvalid'), 7), {
      scope: 'credential',
      status: 0,
      at: 7,
    });
  });

  it('with 402 stops nothing if its service prices each call: others may cost nothing', () => {
    for (const kind of ['callsUsedUp', 'quotaUsedUp'] as const) {
      assert.equal(stopAfter(failureOf(kind, { status: 402, charged: 0 }), 7), undefined);
      assert.notEqual(stopAfter(failureOf(kind, { status: 402 }), 7), undefined);
    }
  });

  it('was not charged if its service says so of a rejection, and only then', () => {
    const rejected = (status: number, charged: number) =>
      chargeOf(failureOf('unexpectedStatus', { status, charged }));
    assert.equal(rejected(400, 0), 'none');
    assert.deepEqual(
      [rejected(400, 1), rejected(500, 0), chargeOf(failureOf('timeout', { charged: 0 }))],
      ['maybe', 'maybe', 'maybe'],
    );
  });

  it('with 404 to a start was not charged: there is no such path', () => {
    assert.equal(chargeOf(failureOf('unexpectedStatus', { status: 404 })), 'none');
  });

  for (const kind of ['badAnswer', 'tooLarge', 'network', 'tls', 'timeout'] as const) {
    it(`${kind} with 200 means that the result was sent`, () => {
      assert.deepEqual(answerTo(failureOf(kind, { status: 200 })), { kind: 'unreadable' });
    });
  }

  it('passes on the wait that the service requests', () => {
    const answer = answerTo(failureOf('rateLimited', { retryAfterMs: 9_000 }));
    assert.deepEqual(answer, { kind: 'trouble', retryAfterMs: 9_000 });
    assert.deepEqual(answerTo(failureOf('rateLimited')), { kind: 'trouble' });
  });
});

describe('a failed summary', () => {
  const rhythm = { intervalMs: 3_000, timeoutMs: hourMs };
  const policy = { summaryMs: hourMs, riskMs: hourMs, summaryCallsPerDay: 1, rhythm };

  it('that may have been charged waits as long as a stored one would be used', () => {
    const failure = failureOf('serverFault', { status: 503 });
    assert.deepEqual(failedCall(failure, 2, policy, 1_000), {
      failures: 3,
      retryAt: 1_000 + hourMs,
      mayBeCharged: true,
      kind: 'serverFault',
      status: 503,
    });
    const short = { ...policy, summaryMs: 1_000 };
    assert.equal(failedCall(failure, 1, short, 0).retryAt, 60_000);
  });

  it('that cost nothing waits for twice as long each time, up to ten minutes', () => {
    const failure = failureOf('network', { wasSent: false });
    const { status, ...row } = failedCall(failure, 0, policy, 1_000);
    assert.equal(status, null);
    assert.deepEqual(row, {
      failures: 1,
      retryAt: 31_000,
      mayBeCharged: false,
      kind: 'network',
    });
    assert.equal(failedCall(failure, 40, policy, 0).retryAt, 600_000);
  });

  it('waits no longer than its time and what a clock may be wrong by', () => {
    assert.equal(longestCoolDownMs(policy), 26 * hourMs);
    assert.equal(longestCoolDownMs({ ...policy, summaryMs: 0 }), 25 * hourMs + 600_000);
  });
});

describe('time', () => {
  it('makes a result fresh for so long, and not if it is from a clock that was wrong', () => {
    assert.equal(isFresh(1_000, 1_999, 1_000), true);
    assert.equal(isFresh(1_000, 2_000, 1_000), false);
    assert.equal(isFresh(25 * hourMs, 0, 1_000), true);
    assert.equal(isFresh(25 * hourMs + 1, 0, 1_000), false);
  });

  it('is counted in local days', () => {
    assert.equal(dayOf(new Date(2026, 2, 4, 0, 0).getTime()), '2026-03-04');
    assert.equal(dayOf(new Date(2026, 10, 22, 23, 59).getTime()), '2026-11-22');
  });

  it('of the machine goes on, in milliseconds, and waits until a signal says otherwise', async () => {
    const before = [Date.now(), Number(process.hrtime.bigint() / 1_000_000n)] as const;
    assert.ok(systemClock.now() - before[0] < 1_000 && systemClock.now() >= before[0]);
    assert.ok(systemClock.tick() - before[1] < 1_000 && systemClock.tick() >= before[1]);
    assert.ok(systemClock.random() < 1);
    await systemClock.wait(hourMs, AbortSignal.abort());
    const began = performance.now();
    await systemClock.wait(20, new AbortController().signal);
    assert.ok(performance.now() - began >= 15);
  });
});

describe('what was paid for', () => {
  it('is stored again and again for a minute, and then the user must act', async () => {
    const waits: number[] = [];
    let tries = 0;
    const write = (): Promise<never> => {
      tries++;
      return Promise.reject(new Error('full'));
    };
    const clock = {
      wait: (ms: number): Promise<void> => {
        assert.ok(waits.push(ms) < 50, 'it never ends');
        return Promise.resolve();
      },
    };
    await assert.rejects(writeUntilStored(clock, write), { message: 'full' });
    assert.equal(tries, 11);
    assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, ...Array<number>(6).fill(8_000)]);
  });
});

describe('the key of an account', () => {
  it('is the same for all keys of a tenant, and another one for each tenant and service', () => {
    const keys = [
      accountKey('https://a.example', 'tenant'),
      accountKey('https://a.example', 'other'),
      accountKey('https://b.example', 'tenant'),
    ];
    assert.equal(new Set(keys).size, 3);
    // Stored results are found by it: it must not change between releases.
    assert.equal(keys[0], '984cf23b33e6bc9ed7afea1f8636e8f1');
    assert.equal(sampleAccountKey, 'sample');
  });
});
