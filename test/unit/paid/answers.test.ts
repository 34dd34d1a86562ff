/** Questions before a paid call, and what happens without an answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Aggregator } from '../../../src/api/parameters.ts';
import type { Stop } from '../../../src/ledger/store.ts';
import { gestureOf, type GestureSource } from '../../../src/paid/gesture.ts';
import type { ScoreEvent } from '../../../src/paid/jobRun.ts';
import type { ScoreOutcome } from '../../../src/paid/scoreRun.ts';
import type { SummaryOutcome, SummarySource } from '../../../src/paid/summaries.ts';
import { before, subject, withDoor, type Door } from '../../support/door.ts';
import { inTurn, reply, type RawAnswer } from '../../support/rawServer.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const never = new AbortController().signal;
const canceled = (endpoint: 'start' | 'summary') =>
  ({ kind: 'failed', failure: { kind: 'cancelled', endpoint, wasSent: false } }) as const;

/** Every start is accepted and ready at its first poll; every summary is answered. */
const service: RawAnswer = (socket, request, index) => {
  if (request.line.includes('/summary/')) reply(200, '{"balance":1}')(socket, request, index);
  else if (request.line.startsWith('POST')) reply(200, `job.${index}`)(socket, request, index);
  else reply(200, '{"risk_score":{"risk_score":1}}')(socket, request, index);
};

const at = (index: number) => ({ ...subject, address: `0x${String(index).padStart(40, '0')}` });

function score(
  { scores, account }: Pick<Door, 'scores' | 'account'>,
  where: { readonly address: string; readonly chain: string } = subject,
  source: GestureSource = 'command',
  aggregator: Aggregator = 'money',
): Promise<ScoreOutcome> {
  const request = { account, subject: where, gesture: gestureOf(source), aggregator };
  return scores.score(request, () => undefined, never);
}

const look = (
  { summaries, account }: Pick<Door, 'summaries' | 'account'>,
  source: SummarySource,
  where = subject as { readonly address: string; readonly chain: string },
): Promise<SummaryOutcome> => summaries.look(account, where, source);

/** A ledger that has replaced a damaged file so long ago. */
function loseFile({ store, clock }: Door, agoMs = 0): void {
  const lostAt = clock.now() - agoMs;
  Object.assign(store, { readLoss: () => lostAt });
}

describe('what a damaged file may have lost', () => {
  it('is not calculated again without a yes, which is asked for once', async () => {
    let asked = 0;
    let isMore = false;
    const mayStartAgain = (...[, , why]: unknown[]): Promise<boolean> => {
      assert.equal(why, 'lost');
      asked++;
      return Promise.resolve(isMore);
    };
    await withDoor(
      service,
      async (door) => {
        loseFile(door);
        door.clock.pass(1);
        const refusal = { kind: 'mayBeLost' } as const;
        assert.deepEqual(await score(door), { kind: 'declined', refusal });
        assert.deepEqual([door.server.requests.length, asked], [0, 1]);
        isMore = true;
        assert.equal((await score(door)).kind, 'value');
        assert.equal(asked, 2);
        // A start since then isn't lost; another method, network, or address may be.
        door.store.clearResults();
        assert.equal((await score(door)).kind, 'value');
        assert.equal(asked, 2);
        await score(door, subject, 'command', 'money_rank_weight');
        await score(door, { ...subject, chain: 'base' });
        assert.equal(asked, 4);
        // The batch's own question covers this.
        await score(door, at(1), 'batch');
        assert.equal(asked, 4);
      },
      { mayStartAgain },
    );
  });

  it('is asked about as long as it would be fresh, also after a start before the loss', async () => {
    let asked = 0;
    const mayStartAgain = (): Promise<boolean> => Promise.resolve(++asked > 0);
    await withDoor(
      service,
      async (door) => {
        await score(door);
        assert.equal(asked, 0);
        door.store.clearResults();
        loseFile(door);
        await score(door);
        assert.equal(asked, 1);
        loseFile(door, dayMs);
        await score(door, at(1));
        assert.equal(asked, 1);
        loseFile(door, dayMs - 1);
        await score(door, at(2));
        assert.equal(asked, 2);
      },
      { mayStartAgain },
    );
  });

  it('is fetched by a click, and by no hover while it would be fresh', () =>
    withDoor(service, async (door) => {
      loseFile(door, hourMs - 1);
      assert.deepEqual(await look(door, 'hover'), {
        kind: 'refused',
        refusal: { kind: 'mayBeLost' },
      });
      assert.equal((await look(door, 'panel')).kind, 'value');
      loseFile(door, hourMs);
      assert.equal((await look(door, 'hover', at(1))).kind, 'value');
    }));
});

describe('a user who signs out while a question is open', () => {
  const open = <T>(): { asked: Promise<void>; ask: () => Promise<T>; say: (value: T) => void } => {
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<T>();
    const ask = (): Promise<T> => {
      asked.resolve(undefined);
      return answer.promise;
    };
    return { asked: asked.promise, ask, say: answer.resolve };
  };

  it('has nothing sent, whatever the answer is then', async () => {
    for (const isMore of [true, false]) {
      const question = open<boolean>();
      await withDoor(
        service,
        async (door) => {
          door.store.decideAllowance('start', true, door.clock.now());
          for (let index = 0; index < 20; index++) await score(door, at(index));
          const sent = door.count('POST');
          const scoring = score(door);
          await question.asked;
          const left = door.leave();
          // No one answers, and no one waits.
          assert.deepEqual(await scoring, canceled('start'));
          await left;
          question.say(isMore);
          assert.deepEqual(await score(door), canceled('start'));
          assert.equal(door.count('POST'), sent);
        },
        { mayExceed: question.ask },
      );
    }
  });

  it('has no score started again, and no key-sized address sent', async () => {
    const [again, keySized] = [open<boolean>(), open<boolean>()];
    const onSui = { address: `0x${'7b'.repeat(32)}`, chain: 'sui' };
    await withDoor(
      service,
      async (door) => {
        loseFile(door);
        const scoring = [score(door), score(door, onSui)];
        await Promise.all([again.asked, keySized.asked]);
        await door.leave();
        assert.deepEqual(await Promise.all(scoring), [canceled('start'), canceled('start')]);
        again.say(true);
        keySized.say(true);
        assert.equal(door.server.requests.length, 0);
      },
      { mayStartAgain: again.ask, maySendKeySized: keySized.ask },
    );
  });

  it('has a permission given back that was granted meanwhile', () =>
    withDoor(service, async (door) => {
      before(door.store, 'reserveSpending', () => void door.leave());
      assert.deepEqual(await look(door, 'command'), canceled('summary'));
      assert.deepEqual(door.store.listSpendings('account', 9), []);
      assert.equal(door.server.requests.length, 0);
    }));
});

describe('an allowance that no one can be asked to exceed', () => {
  const fixed = { start: 2, summary: 2 };

  it('is kept, without a question', async () => {
    const mayExceed = (): Promise<boolean> => assert.fail('no one can be asked');
    await withDoor(
      service,
      async (door) => {
        door.policy.fixedAllowances = fixed;
        for (const index of [0, 1]) {
          assert.equal((await score(door, at(index))).kind, 'value');
          assert.equal((await look(door, 'tool', at(index))).kind, 'value');
        }
        const refusal = { kind: 'allowance' } as const;
        assert.deepEqual(await score(door, at(2)), { kind: 'declined', refusal });
        assert.deepEqual(await look(door, 'tool', at(2)), { kind: 'refused', refusal });
        door.clock.pass(hourMs);
        assert.equal((await score(door, at(2))).kind, 'value');
      },
      { mayExceed },
    );
  });

  it('is not used up by what the service rejects, unlike one of a window', async () => {
    const rejections = async (change: Partial<Door['policy']>): Promise<number> => {
      let count = 0;
      const mayExceed = (): Promise<boolean> => Promise.resolve(false);
      await withDoor(
        reply(422),
        async (door) => {
          Object.assign(door.policy, change);
          for (let index = 0; index < 25; index++) await score(door, at(index));
          count = door.count('POST');
        },
        { mayExceed },
      );
      return count;
    };
    assert.equal(await rejections({ fixedAllowances: fixed }), 25);
    assert.equal(await rejections({}), 20);
  });

  it('is waited for while the permission of another process may be given back', () =>
    withDoor(service, async (door) => {
      door.policy.fixedAllowances = { start: 1, summary: 1 };
      const spending = { account: 'account', ...subject, id: 'other', kind: 'start' } as const;
      const other = { ...spending, aggregator: 'money', source: 'command' } as const;
      const now = door.clock.now();
      door.store.reserveSpending({ ...other, isAutomatic: false, at: now }, { day: '2026-01-15' });
      let tries = 0;
      before(door.store, 'reserveSpending', () => {
        if (++tries === 4) door.store.settleSpending('other', null);
      });
      assert.equal((await score(door)).kind, 'value');
      assert.equal(tries, 4);
    }));
});

describe('what a score and a summary tell of their call', () => {
  const aged = reply(200, '{"risk_score":{"risk_score":1}}', {
    'content-type': 'application/json',
    age: '60',
  });

  it('is how old it was when it arrived', () =>
    withDoor(inTurn(reply(200, 'job.1'), aged), async (door) => {
      const outcome = await score(door);
      const receivedAt = outcome.kind === 'value' ? outcome.result.receivedAt : NaN;
      assert.equal(door.clock.now() - receivedAt, 60_000);
    }));

  it('is how often a job was polled, before and during each poll', () => {
    const notReady = reply(409);
    const answers = inTurn(reply(200, 'job.1'), notReady, notReady, aged);
    return withDoor(answers, async (door) => {
      const seen: string[] = [];
      const note = (event: ScoreEvent): void => {
        if ('polls' in event) seen.push(`${event.kind} ${event.polls}`);
      };
      const gesture = gestureOf('panel');
      const request = { account: door.account, subject, gesture, aggregator: 'money' } as const;
      await door.scores.score(request, note, never);
      const expected = [0, 1, 2].flatMap((polls) => [`waiting ${polls}`, `asking ${polls + 1}`]);
      assert.deepEqual(seen, expected);
      const [job] = door.store.listJobs();
      assert.deepEqual([job?.polls, job?.status, job?.unreadBody], [3, 200, null]);
    });
  });

  it('is that a check could not be sent, which is no check', () =>
    withDoor(inTurn(reply(200, 'job.1'), reply(409), aged), async (door) => {
      const { client } = door.account;
      const status = client.status.bind(client);
      let calls = 0;
      Object.assign(client, {
        status: (...args: Parameters<typeof status>) =>
          ++calls === 2
            ? Promise.resolve({
                ok: false,
                failure: { endpoint: 'status', kind: 'network', wasSent: false },
              })
            : status(...args),
      });
      const seen: string[] = [];
      const note = (event: ScoreEvent): void => {
        if (event.kind === 'waiting') seen.push(`${event.polls} ${event.isOutOfReach}`);
      };
      const gesture = gestureOf('panel');
      await door.scores.score({ ...door, subject, gesture, aggregator: 'money' }, note, never);
      assert.deepEqual(seen, ['0 false', '1 false', '1 true']);
      assert.deepEqual([calls, door.count('GET'), door.store.listJobs()[0]?.polls], [3, 2, 2]);
    }));

  it('is that a stop came before a check, which was not sent and is not counted', () =>
    withDoor(inTurn(reply(200, 'job.1'), reply(409)), async (door) => {
      let waits = 0;
      const note = (event: ScoreEvent): void => {
        if (event.kind !== 'waiting' || ++waits !== 2) return;
        const { key, credential } = door.account;
        door.store.setStop(key, credential, { scope: 'risk', status: 402, at: door.clock.now() });
      };
      const gesture = gestureOf('panel');
      await door.scores.score({ ...door, subject, gesture, aggregator: 'money' }, note, never);
      const [job] = door.store.listJobs();
      assert.deepEqual(
        [door.count('GET'), job?.polls, job?.state, job?.unansweredAt],
        [1, 1, 'pausedQuota', null],
      );
    }));

  it('is that the license has no summaries left: a stop, and no failure of an address', () =>
    withDoor(reply(402), async (door) => {
      const key = { account: 'account', ...subject } as const;
      assert.equal((await look(door, 'hover')).kind, 'failed');
      assert.equal(door.store.readCall(key), null);
      const [stop] = door.store.readStops('account', door.account.credential);
      assert.deepEqual(await look(door, 'hover'), {
        kind: 'refused',
        refusal: { kind: 'stopped', stop },
      });
    }));

  it('is that a limit of the team is used up: neither a stop nor a wait, because others may pay', () => {
    const headers = { 'address-risk-charged': '0' };
    const limit = { 'address-risk-limit': 'team; until=2026-11-29T00:00:00Z' };
    return withDoor(reply(402, '', { ...headers, ...limit }), async (door) => {
      for (const count of [1, 2]) {
        const outcome = await look(door, 'hover');
        const failure = outcome.kind === 'failed' ? outcome.failure : assert.fail(outcome.kind);
        assert.deepEqual(failure.limit, { of: 'team', until: Date.UTC(2026, 10, 29) });
        assert.equal(door.count('POST'), count);
      }
      assert.deepEqual(door.store.readStops('account', door.account.credential), []);
    });
  });

  it('is no stop if the ledger cannot say whether there is one', () =>
    withDoor(service, async (door) => {
      before(door.store, 'readStops', () => {
        throw new Error('busy');
      });
      assert.equal((await score(door)).kind, 'value');
    }));

  it('is a stop that another window has stored since', () =>
    withDoor(service, async (door) => {
      const { credential } = door.account;
      for (const [scope, state] of [
        ['credential', 'pausedAuth'],
        ['risk', 'pausedQuota'],
      ] as const) {
        const stop: Stop = { scope, status: 402, at: 1 };
        const where = { ...subject, chain: scope === 'risk' ? 'base' : 'ethereum' };
        let isStored = false;
        before(door.store, 'takeTurn', () => {
          if (!isStored) door.store.setStop('account', credential, stop);
          isStored = true;
        });
        const outcome = await score(door, where);
        assert.equal(outcome.kind === 'onHold' ? outcome.job.state : outcome.kind, state);
      }
      assert.equal(door.count('GET'), 0);
    }));
});
