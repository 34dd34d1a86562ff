import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScoreOutcome } from '../../../src/paid/scoreRun.ts';
import { address, gesture, withDoor, type Door } from '../../support/door.ts';
import { reply, type RawAnswer } from '../../support/rawServer.ts';

const never = new AbortController().signal;
const chains = ['ethereum', 'base', 'polygon', 'arbitrum', 'optimism', 'scroll'];
const dayMs = 86_400_000;
const started = reply(200, 'job.1');

/** Accepts starts; the test decides the responses to polls. */
function service(poll: () => RawAnswer): RawAnswer {
  return (socket, request, index) => {
    const answer = request.line.startsWith('POST') ? started : poll();
    answer(socket, request, index);
  };
}

const stateOf = (outcome: ScoreOutcome): string =>
  'job' in outcome ? outcome.job.state : outcome.kind;

function score(door: Door, chain: string): Promise<ScoreOutcome> {
  const request = { account: door.account, subject: { address, chain }, gesture } as const;
  return door.scores.score({ ...request, aggregator: 'money' }, () => undefined, never);
}

describe('a quota that runs out while jobs are polled (hazard 27)', () => {
  it('pauses all of them after one response, until the user resumes each', async () => {
    let [polls, usedUpAfter] = [0, chains.length];
    const poll = (): RawAnswer => {
      const body = { risk_score: { address, risk_score: 1 } };
      if (usedUpAfter === Infinity) return reply(200, JSON.stringify(body));
      return reply(++polls > usedUpAfter ? 402 : 409);
    };
    await withDoor(service(poll), async (door) => {
      const outcomes = await Promise.all(chains.map((chain) => score(door, chain)));
      assert.deepEqual(
        outcomes.map(stateOf),
        chains.map(() => 'pausedQuota'),
      );
      assert.equal(door.count('GET'), usedUpAfter + 1);

      // No time brings it back: only the user knows when there is a quota again.
      const next = door.window();
      await next.scores.followJobs(door.account, () => assert.fail('nothing is unknown'));
      door.clock.pass(dayMs);
      await next.scores.leave();
      assert.equal(door.count('GET'), usedUpAfter + 1);

      usedUpAfter = Infinity;
      for (const { id } of door.store.listJobs()) {
        const resumed = await door.scores.resume(door.account, id, () => undefined, never);
        assert.equal(resumed.kind, 'value');
      }
      assert.equal(door.count('POST'), chains.length);
    });
  });
});

describe('the time that a job is polled (hazard 31)', () => {
  const pollsWith = async (jumpMs: number): Promise<number> => {
    let jump = (): void => undefined;
    const poll = (): RawAnswer => {
      jump();
      return reply(409);
    };
    let polls = 0;
    await withDoor(service(poll), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: 60_000 };
      jump = () => {
        jump = () => undefined;
        door.clock.jump(jumpMs);
      };
      assert.equal(stateOf(await score(door, 'ethereum')), 'stale');
      polls = door.count('GET');
    });
    return polls;
  };

  for (const ms of [dayMs, -dayMs, 3_600_000, -3_600_000]) {
    it(`does not change with a clock that is set by ${ms / 3_600_000} h`, async () => {
      const usual = await pollsWith(0);
      assert.ok(usual > 15);
      assert.equal(await pollsWith(ms), usual);
    });
  }
});
