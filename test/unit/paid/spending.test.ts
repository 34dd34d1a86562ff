import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gestureOf, type GestureSource } from '../../../src/paid/gesture.ts';
import type { Permit } from '../../../src/paid/permit.ts';
import { WindowSpendingDoor, type SpendingDoor } from '../../../src/paid/spending.ts';
import type { ScoreEvent } from '../../../src/paid/jobRun.ts';
import type { ScoreOutcome } from '../../../src/paid/scoreRun.ts';
import type { SummaryOutcome, SummarySource } from '../../../src/paid/summaries.ts';
import { before, subject, withDoor, type Door, diskFull } from '../../support/door.ts';
import { reply, type RawAnswer } from '../../support/rawServer.ts';

const hourMs = 3_600_000;
const never = new AbortController().signal;

/** Every start is accepted and ready at its first poll; every summary is answered. */
const service: RawAnswer = (socket, request, index) => {
  if (request.line.includes('/summary/')) reply(200, '{"balance":1}')(socket, request, index);
  else if (request.line.startsWith('POST')) reply(200, `job.${index}`)(socket, request, index);
  else reply(200, '{"risk_score":{"risk_score":1}}')(socket, request, index);
};

let addresses = 0;
/** An address that was never asked about, so that nothing stored answers. */
function another(): { readonly address: string; readonly chain: string } {
  return { address: `0x${(++addresses).toString(16).padStart(40, '0')}`, chain: 'ethereum' };
}

function score(
  door: Door,
  source: GestureSource = 'command',
  { scores = door.scores, onAccepted = (): void => undefined } = {},
): Promise<ScoreOutcome> {
  const request = { account: door.account, subject: another(), gesture: gestureOf(source) };
  const onEvent = ({ kind }: ScoreEvent): void => {
    if (kind === 'accepted') onAccepted();
  };
  return scores.score({ ...request, aggregator: 'money' }, onEvent, never);
}

function look(
  door: Door,
  source: SummarySource = 'command',
  { summaries = door.summaries } = {},
): Promise<SummaryOutcome> {
  return summaries.look(door.account, another(), source);
}

/** Answers one question after the other, no after the last; counts them. */
function userSaying(...answers: readonly boolean[]): {
  readonly mayExceed: () => Promise<boolean>;
  readonly asked: () => number;
} {
  let asked = 0;
  return { mayExceed: () => Promise.resolve(answers[asked++] ?? false), asked: () => asked };
}

const starts = (door: Door): number =>
  door.server.requests.filter(({ line }) => /^POST \/risk/.test(line)).length;
const summaries = (door: Door): number =>
  door.server.requests.filter(({ line }) => line.includes('/summary/')).length;
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

describe('calls by commands, which any extension can run (hazard 13)', () => {
  it('start twenty calculations an hour, then ask one question for all', async () => {
    const user = userSaying(false);
    await withDoor(
      service,
      async (door) => {
        const outcomes = await times(60, () => score(door));
        assert.equal(starts(door), 20);
        assert.equal(outcomes.filter(({ kind }) => kind === 'declined').length, 40);
        await times(60, () => score(door));
        assert.deepEqual([starts(door), user.asked()], [20, 1], 'a no holds');
        door.clock.pass(hourMs);
        await score(door);
        assert.equal(starts(door), 21);
      },
      user,
    );
  });

  it('fetch fifty summaries an hour', async () => {
    const user = userSaying(false);
    await withDoor(
      service,
      async (door) => {
        await times(80, () => look(door));
        assert.deepEqual([summaries(door), user.asked()], [50, 1]);
      },
      user,
    );
  });

  it('may make as many again after each yes', async () => {
    const user = userSaying(true, true, false);
    await withDoor(
      service,
      async (door) => {
        await times(100, () => score(door));
        assert.deepEqual([starts(door), user.asked()], [60, 3]);
      },
      user,
    );
  });

  it('are counted across all windows, and a no in one applies to all', async () => {
    const user = userSaying(false);
    await withDoor(
      service,
      async (door) => {
        const { scores } = door.window();
        await times(15, () => score(door));
        await times(15, () => score(door, 'command', { scores }));
        assert.deepEqual([starts(door), user.asked()], [20, 1]);
        await score(door, 'command', { scores: door.window().scores });
        assert.deepEqual([starts(door), user.asked()], [20, 1]);
      },
      user,
    );
  });

  it('do not count buttons of the report, batches, and stored results', async () => {
    const user = userSaying();
    await withDoor(
      service,
      async (door) => {
        await times(30, () => score(door, 'panel'));
        await times(60, () => look(door, 'batch'));
        await times(20, () => score(door));
        const request = { account: door.account, subject, gesture: gestureOf('panel') };
        const stored = { ...request, aggregator: 'money' } as const;
        await door.scores.score(stored, () => undefined, never);
        const byCommand = { ...stored, gesture: gestureOf('command') };
        const outcome = await door.scores.score(byCommand, () => undefined, never);
        assert.equal(outcome.kind, 'value');
        assert.deepEqual([starts(door), summaries(door), user.asked()], [51, 60, 0]);
      },
      user,
    );
  });

  it('ask again, but not endlessly, after a clock was set back', async () => {
    const user = userSaying(true, false);
    await withDoor(
      service,
      async (door) => {
        await times(20, () => score(door));
        door.clock.jump(-10 * hourMs);
        await times(30, () => score(door));
        assert.deepEqual([starts(door), user.asked()], [40, 2]);
      },
      user,
    );
  });
});

describe('a summary fetched with a score', () => {
  const rejecting = (status: number): RawAnswer => {
    const rejected = reply(status);
    return (socket, request, index) =>
      (request.line.includes('/summary/') ? service : rejected)(socket, request, index);
  };

  for (const status of [402, 422, 500]) {
    it(`is not fetched if the start returns ${status}`, () =>
      withDoor(rejecting(status), async (door) => {
        await score(door, 'command', { onAccepted: () => assert.fail('nothing was accepted') });
      }));
  }

  it('is not fetched if the user declined the start', async () => {
    await withDoor(
      service,
      async (door) => {
        await times(20, () => score(door));
        const onAccepted = () => assert.fail('nothing was accepted');
        assert.equal((await score(door, 'command', { onAccepted })).kind, 'declined');
      },
      userSaying(false),
    );
  });

  it('is fetched once the start is accepted', () =>
    withDoor(service, async (door) => {
      let accepted = 0;
      await score(door, 'command', { onAccepted: () => accepted++ });
      assert.equal(accepted, 1);
    }));

  it('respects the daily budget and the allowance, and asks no question', async () => {
    const user = userSaying();
    await withDoor(
      service,
      async (door) => {
        door.policy.summaryCallsPerDay = 3;
        await times(2, () => look(door, 'hover'));
        const refused = await times(4, () => look(door, 'score'));
        assert.equal(summaries(door), 3);
        assert.deepEqual(
          refused.flatMap((outcome) => (outcome.kind === 'refused' ? outcome.refusal.kind : [])),
          ['budget', 'budget', 'budget'],
        );
        door.policy.summaryCallsPerDay = 200;
        await times(60, () => look(door, 'score'));
        assert.deepEqual([summaries(door), user.asked()], [52, 0]);
      },
      user,
    );
  });
});

describe('hovers', () => {
  it('stop exactly at the daily budget across all windows', () =>
    withDoor(service, async (door) => {
      door.policy.summaryCallsPerDay = 7;
      const other = door.window();
      await Promise.all([
        times(20, () => look(door, 'hover')),
        times(20, () => look(door, 'hover', other)),
      ]);
      assert.equal(summaries(door), 7);
      assert.equal((await look(door, 'panel')).kind, 'value', 'the user can still ask');
    }));
});

describe('what was spent', () => {
  it('is listed with time, address, source, and charge', () =>
    withDoor(service, async (door) => {
      await look(door, 'hover');
      door.clock.pass(1_000);
      await score(door, 'panel');
      await look(door, 'score');
      const rows = door.store.listSpendings('account', 10);
      assert.deepEqual(
        rows.map(({ kind, aggregator, source, isAutomatic, charge }) =>
          [kind, aggregator, source, isAutomatic, charge].join(' '),
        ),
        ['summary  command true made', 'start money panel false made', 'summary  hover true made'],
      );
      assert.equal(rows[1]!.at - rows[2]!.at, 1_000);
    }));

  it('is recorded before the call is made: without a record there is no call', () =>
    withDoor(service, async (door) => {
      before(door.store, 'reserveSpending', () => {
        throw diskFull();
      });
      const refusal = { kind: 'notStored', reason: 'full' } as const;
      assert.deepEqual(await score(door), { kind: 'declined', refusal });
      assert.deepEqual(await look(door), { kind: 'refused', refusal });
      assert.equal(door.server.requests.length, 0);
    }));

  it('names a rejected call as not charged, and does not count it as usage', () =>
    withDoor(reply(402), async (door) => {
      await score(door);
      await look(door);
      assert.deepEqual(
        door.store.listSpendings('account', 10).map(({ charge }) => charge),
        ['none', 'none'],
      );
    }));
});

describe('an address of 64 hex digits, which can also be a private key', () => {
  const digits = '7b8a1c2d3e4f5061728394a5b6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d7e8f';
  const onSui = { address: `0x${digits}`, chain: 'sui' };
  const scoreIt = (door: Door, source: GestureSource, subject = onSui): Promise<ScoreOutcome> =>
    door.scores.score(
      { account: door.account, subject, gesture: gestureOf(source), aggregator: 'money' },
      () => undefined,
      never,
    );
  const sources: readonly GestureSource[] = ['command', 'panel', 'batch', 'tool'];

  it('is sent to nobody without a yes, whatever asks', async () => {
    let asked = 0;
    const maySendKeySized = (): Promise<boolean> => Promise.resolve(asked++ < 0);
    await withDoor(
      service,
      async (door) => {
        for (const source of sources) {
          const outcome = await scoreIt(door, source);
          assert.deepEqual(outcome, { kind: 'declined', refusal: { kind: 'mayBeKey' } });
        }
        await door.summaries.look(door.account, onSui, 'hover');
        assert.deepEqual([door.server.requests.length, asked], [0, sources.length]);
      },
      { maySendKeySized },
    );
  });

  it('is sent once after a yes, and shown from the store after that', async () => {
    let asked = 0;
    const maySendKeySized = (): Promise<boolean> => Promise.resolve(++asked > 0);
    await withDoor(
      service,
      async (door) => {
        const outcomes = await Promise.all(sources.map((source) => scoreIt(door, source)));
        assert.ok(outcomes.every(({ kind }) => kind === 'value'));
        await scoreIt(door, 'command');
        assert.deepEqual([starts(door), asked], [1, 1]);
        assert.match(door.server.requests[0]?.line ?? '', new RegExp(`/0x${digits}/`));
      },
      { maySendKeySized },
    );
  });

  it('is not sent on a network whose addresses are others, nor are other keys', async () => {
    const maySendKeySized = (): Promise<boolean> => Promise.resolve(true);
    await withDoor(
      service,
      async (door) => {
        const wif = 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ';
        for (const subject of [
          { ...onSui, chain: 'ethereum' },
          { address: digits, chain: 'sui' },
          { address: wif, chain: 'sui' },
        ]) {
          const { kind } = await scoreIt(door, 'panel', subject);
          assert.equal(kind, 'failed', subject.address);
        }
        assert.equal(door.server.requests.length, 0);
      },
      { maySendKeySized },
    );
  });
});

describe('a permit', () => {
  const made = { ok: true, value: { value: 1, body: '1' } } as const;
  const permitOf = async (door: Door, kind: 'start' | 'summary' = 'start'): Promise<Permit> => {
    const answer = await doorOf(door).ask({
      key: { account: 'account', ...another() },
      ...{ kind, source: 'command', signal: never },
    });
    assert.equal(answer.kind, 'granted');
    return answer.permit;
  };
  const doorOf = ({ ledger, clock, policy }: Door): SpendingDoor =>
    new WindowSpendingDoor({
      ...{ ledger, clock, policy: () => policy },
      user: {
        mayExceed: () => Promise.resolve(false),
        mayStartAgain: () => Promise.resolve(false),
        maySendKeySized: () => Promise.resolve(false),
      },
    });
  const charges = (door: Door): string[] =>
    door.store.listSpendings('account', 9).map(({ charge }) => charge);
  /** The ledger's count must match the calls that were seen: here, none. */
  const withoutCalls = (work: (door: Door) => Promise<void>): Promise<void> =>
    withDoor(service, async (door) => {
      await work(door);
      Object.assign(door.store, { readUsage: () => [] });
    });

  it('is given back if no call was made, and only once', () =>
    withoutCalls(async (door) => {
      const permit = await permitOf(door);
      assert.deepEqual(charges(door), ['open']);
      await permit.settle();
      assert.deepEqual(charges(door), []);
      await permit.settle();
      await assert.rejects(permit.spend(() => Promise.resolve(made)));
    }));

  it('is for one call', () =>
    withoutCalls(async (door) => {
      const permit = await permitOf(door);
      assert.equal(await permit.spend(() => Promise.resolve(made)), made);
      await assert.rejects(permit.spend(() => assert.fail('a second call')));
      await permit.settle();
      assert.deepEqual(charges(door), ['made']);
      let settled = 0;
      before(door.store, 'settleSpending', () => {
        settled++;
      });
      await permit.settle();
      assert.equal(settled, 0);
    }));

  it('whose call broke may have been charged', () =>
    withoutCalls(async (door) => {
      const permit = await permitOf(door);
      await assert.rejects(permit.spend(() => Promise.reject(new Error('broken'))));
      await permit.settle();
      assert.deepEqual(charges(door), ['maybe']);
    }));

  it('whose charge cannot be recorded stays sent, and fails nothing', () =>
    withoutCalls(async (door) => {
      let tries = 0;
      const isOver = Promise.withResolvers<undefined>();
      before(door.store, 'settleSpending', () => {
        if (++tries === 12) isOver.resolve(undefined);
        throw diskFull();
      });
      const permit = await permitOf(door);
      await permit.spend(() => Promise.resolve(made));
      await permit.settle();
      await isOver.promise;
      assert.deepEqual(charges(door), ['sent']);
    }));

  it('whose charge cannot be recorded at once is recorded soon (hazard 75)', () =>
    withoutCalls(async (door) => {
      let failures = 3;
      const settled = Promise.withResolvers<undefined>();
      before(door.store, 'settleSpending', () => {
        if (failures-- > 0) throw diskFull();
        settled.resolve(undefined);
      });
      const permit = await permitOf(door);
      await permit.spend(() => Promise.resolve(made));
      await permit.settle();
      await settled.promise;
      assert.deepEqual(charges(door), ['made']);
    }));

  it('is refused after a no with what was declined, and until when', () =>
    withDoor(service, async (door) => {
      const now = door.clock.now();
      door.store.decideAllowance('start', false, now);
      const outcome = await score(door);
      assert.deepEqual(outcome, {
        kind: 'declined',
        refusal: { kind: 'declined', calls: 'start', until: now + hourMs },
      });
    }));

  it('is refused to hovers beyond the budget, with its limit', () =>
    withDoor(service, async (door) => {
      door.policy.summaryCallsPerDay = 0;
      assert.deepEqual(await look(door, 'hover'), {
        kind: 'refused',
        refusal: { kind: 'budget', limit: 0 },
      });
    }));

  it('names the allowance to a summary that comes with a score', () =>
    withDoor(service, async (door) => {
      await times(50, () => look(door));
      assert.deepEqual(await look(door, 'score'), {
        kind: 'refused',
        refusal: { kind: 'allowance' },
      });
    }));
});

describe('a window that is killed or stopped between its permission and its call', () => {
  const permitted = async ({ account, ledger, clock, policy }: Door): Promise<Permit> => {
    const user = {
      mayExceed: () => Promise.resolve(true),
      mayStartAgain: () => Promise.resolve(true),
      maySendKeySized: () => Promise.resolve(false),
    };
    const door = new WindowSpendingDoor({ ledger, clock, policy: () => policy, user });
    const key = { account: account.key, ...another() };
    const call = { key, kind: 'start', aggregator: 'money', source: 'command' } as const;
    const answer = await door.ask({ ...call, signal: never });
    assert.ok(answer.kind === 'granted');
    return answer.permit;
  };

  it('has used nothing', () =>
    withDoor(service, async (door) => {
      await permitted(door);
      await score(door);
      // At the end, what is counted is what the service saw.
    }));

  it('sends nothing once it was taken for gone', () =>
    withDoor(service, async (door) => {
      const permit = await permitted(door);
      door.clock.jump(hourMs);
      await score(door);
      const outcome = await permit.spend(() => assert.fail('sent'));
      assert.ok(!outcome.ok && outcome.failure.kind === 'late' && !outcome.failure.wasSent);
      await permit.settle();
    }));

  it('sends nothing if that cannot be recorded', () =>
    withDoor(service, async (door) => {
      const permit = await permitted(door);
      before(door.store, 'markSpending', () => {
        throw diskFull();
      });
      const outcome = await permit.spend(() => assert.fail('sent'));
      assert.ok(!outcome.ok && outcome.failure.kind === 'late' && !outcome.failure.wasSent);
    }));
});
