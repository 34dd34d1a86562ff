/** Facts about a result that may have been returned but was not stored (hazards 20, 89). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JobRow } from '../../../src/ledger/store.ts';
import type { ScoreOutcome } from '../../../src/paid/scoreRun.ts';
import { lostSince, unansweredSince } from '../../../src/risk/jobState.ts';
import { address, before, diskFull, gesture, subject, withDoor } from '../../support/door.ts';
import type { Door } from '../../support/door.ts';
import { destroy, reply, type RawAnswer } from '../../support/rawServer.ts';

const result = JSON.stringify({ risk_score: { address, chain: 'ethereum', risk_score: 42.1 } });
const [started, ready, notReady] = [reply(200, '"job.1"'), reply(200, result), reply(409)];
const never = new AbortController().signal;
const minuteMs = 60_000;

/** Starts are accepted; polls are answered in turn, the last one again and again. */
function service(...polls: readonly RawAnswer[]): RawAnswer {
  let polled = 0;
  return (socket, request, index) => {
    const answer = request.line.startsWith('POST') ? started : (polls[polled++] ?? polls.at(-1));
    answer?.(socket, request, index);
  };
}

function score(door: Door): Promise<ScoreOutcome> {
  const request = { account: door.account, subject, aggregator: 'money', gesture } as const;
  return door.scores.score(request, () => undefined, never);
}

const jobOf = (door: Door): JobRow => door.store.listJobs()[0] ?? assert.fail();

/** A job as a window leaves it that is killed during a status call. */
async function leavePolled(door: Door): Promise<number> {
  const { credential, origin, key: account } = door.account;
  const job = { ...subject, id: 'job', account, aggregator: 'money', origin, credential } as const;
  const [now, tick] = [door.clock.now(), door.clock.tick()];
  door.store.keepJob(job, { state: 'running', jobId: 'job.1' }, now);
  const claim = { owner: 'killed', now, tick };
  door.store.claimJob('job', claim, 'running');
  door.store.changeJob('job', { polls: 1, unansweredAt: now }, claim);
  door.clock.pass(15_000);
  // The other window follows it until it has been polled some times.
  door.policy.rhythm = { intervalMs: 3_000, timeoutMs: minuteMs };
  await door.scores.resume(door.account, 'job', () => undefined, never);
  return now;
}

describe('a status call', () => {
  it('is not sent unless the row says that its response is missing', () =>
    withDoor(service(notReady, ready), async (door) => {
      let failures = 0;
      before(door.store, 'changeJob', (_, change) => {
        // The door asserts for each poll that the row records this.
        if (change.unansweredAt === undefined || ++failures > 3) return;
        throw diskFull();
      });
      assert.equal((await score(door)).kind, 'value');
      assert.ok(failures > 3);
      assert.deepEqual([door.count('POST'), door.count('GET')], [1, 2]);
    }));

  it('leaves no trace once it is answered', () =>
    withDoor(service(notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: minuteMs };
      assert.equal((await score(door)).kind, 'onHold');
      assert.deepEqual([jobOf(door).state, jobOf(door).unansweredAt], ['stale', null]);
    }));

  it('whose connection ends before a response may have lost the result, whatever follows', () =>
    withDoor(service(notReady, destroy, notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: minuteMs };
      const begun = door.clock.now();
      assert.equal((await score(door)).kind, 'onHold');
      const { status, unansweredAt } = jobOf(door);
      assert.equal(status, 409);
      assert.ok(unansweredAt !== null && unansweredAt > begun && unansweredAt < begun + minuteMs);
    }));
});

describe('a job whose window was killed during a status call', () => {
  it('may have lost its result: 409 says no more, and is not the end (hazard 22)', () =>
    withDoor(service(notReady), async (door) => {
      const at = await leavePolled(door);
      const job = jobOf(door);
      assert.deepEqual([job.state, job.status, job.unansweredAt], ['stale', 409, at]);
      const now = door.clock.now();
      assert.deepEqual([unansweredSince(job, now), lostSince(job, now)], [at, null]);
    }));

  it('has lost it if the service does not know the job any more (hazard 26)', () =>
    withDoor(service(reply(404)), async (door) => {
      let seen: JobRow | undefined;
      before(door.store, 'takeTurn', () => {
        // At the second poll: half a minute before the job is given up.
        if (jobOf(door).status === 404) seen ??= jobOf(door);
      });
      const at = await leavePolled(door);
      assert.equal(seen?.state, 'running');
      assert.equal(lostSince(seen, door.clock.now()), at);
      assert.equal(lostSince(jobOf(door), door.clock.now()), at);
    }));

  it('has lost nothing if the service sends the result again', () =>
    withDoor(service(notReady, ready), async (door) => {
      await leavePolled(door);
      const job = jobOf(door);
      assert.equal(job.state, 'done');
      const now = door.clock.now();
      assert.deepEqual([unansweredSince(job, now), lostSince(job, now)], [null, null]);
    }));

  it('is not said to have lost anything while a call is in progress, or after a 404 alone', () => {
    const job = { state: 'running', status: 404, lostAt: null } as const;
    assert.equal(lostSince({ ...job, unansweredAt: 1_000 }, 11_000), null);
    assert.equal(lostSince({ ...job, unansweredAt: 1_000 }, 11_001), 1_000);
    assert.equal(lostSince({ ...job, unansweredAt: null }, minuteMs), null);
    assert.equal(lostSince({ ...job, unansweredAt: null, lostAt: 5 }, minuteMs), 5);
  });
});
