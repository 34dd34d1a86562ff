import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Aggregator } from '../../../src/api/parameters.ts';
import { sendWithinMs, type JobRow, type SubjectKey } from '../../../src/ledger/store.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { followJob, type ScoreOutcome } from '../../../src/paid/scoreRun.ts';
import type { JobProgress } from '../../../src/paid/jobRun.ts';
import type { Scores } from '../../../src/paid/scores.ts';
import { destroy, reply, type RawAnswer } from '../../support/rawServer.ts';
import {
  address,
  before,
  gesture,
  openDoor,
  subject,
  withDoor,
  type Door,
  diskFull,
} from '../../support/door.ts';

const result = JSON.stringify({ risk_score: { address, chain: 'ethereum', risk_score: 42.1 } });
const never = new AbortController().signal;
const ignore = (): void => undefined;
const ignoreJob = (): Promise<void> => Promise.resolve();

/** Starts get one answer, polls theirs in turn, the last again and again. */
function service(start: RawAnswer, ...polls: readonly RawAnswer[]): RawAnswer {
  let polled = 0;
  return (socket, request, index) => {
    const answer = request.line.startsWith('POST')
      ? start
      : (polls[polled++] ?? polls.at(-1) ?? destroy);
    answer(socket, request, index);
  };
}

function score(
  door: Door,
  options: {
    scores?: Scores;
    aggregator?: Aggregator;
    signal?: AbortSignal;
    isRepeat?: boolean;
    onProgress?: (progress: JobProgress) => void;
    onAccepted?: () => void;
  } = {},
): Promise<ScoreOutcome> {
  return (options.scores ?? door.scores).score(
    {
      account: door.account,
      subject,
      aggregator: options.aggregator ?? 'money',
      gesture,
      isRepeat: options.isRepeat ?? false,
    },
    (event) => (event.kind === 'accepted' ? options.onAccepted?.() : options.onProgress?.(event)),
    options.signal ?? never,
  );
}

const started = reply(200, 'job.1');
const notReady = reply(409);
const ready = reply(200, result);
const stateOf = (outcome: ScoreOutcome): string =>
  'job' in outcome ? outcome.job.state : outcome.kind;

describe('a risk score', () => {
  it('is started once, polled until it is ready, and stored', () =>
    withDoor(service(started, notReady, notReady, ready), async (door) => {
      const seen: string[] = [];
      const outcome = await score(door, { onProgress: ({ kind }) => seen.push(kind) });
      assert.equal(outcome.kind === 'value' ? outcome.result.body : '', result);
      assert.deepEqual([door.count('POST'), door.count('GET')], [1, 3]);
      assert.deepEqual(seen, [
        'starting',
        ...['waiting', 'asking', 'waiting', 'asking', 'waiting', 'asking'],
      ]);
      await score(door);
      assert.equal(door.count('POST'), 1, 'a stored score is not paid for again');
    }));

  it('has its intent stored before the start is sent, and its ID before the first poll', async () => {
    const states: string[] = [];
    let open: Door | undefined;
    const witnessed =
      (answer: RawAnswer): RawAnswer =>
      (socket, request, index) => {
        const job = open?.store.listJobs()[0];
        states.push(`${request.line.slice(0, 4)} ${String(job?.state)} ${String(job?.jobId)}`);
        answer(socket, request, index);
      };
    await withDoor(service(witnessed(started), witnessed(ready)), async (door) => {
      open = door;
      await score(door);
    });
    assert.deepEqual(states, ['POST intent null', 'GET  running job.1']);
  });

  it('is one start for a hundred callers and several windows (hazards 5, 6)', () =>
    withDoor(service(started, notReady, ready), async (door) => {
      const other = door.window();
      const outcomes = await Promise.all([
        ...Array.from({ length: 50 }, () => score(door)),
        ...Array.from({ length: 50 }, () => score(door, { scores: other.scores })),
      ]);
      assert.equal(door.count('POST'), 1);
      assert.ok(outcomes.every(({ kind }) => kind === 'value'));
    }));

  it('is separate for each aggregator', () =>
    withDoor(service(started, ready), async (door) => {
      await score(door);
      await score(door, { aggregator: 'money_rank_weight' });
      assert.equal(door.count('POST'), 2);
    }));
});

describe('a start that went wrong', () => {
  for (const [name, answer] of [
    ['a reset', destroy],
    ['no id', reply(200, '{}')],
    ['a web page', reply(200, '<html>', { 'content-type': 'text/html' })],
    ['421', reply(421)],
    ['307', reply(307, '', { location: '/x' })],
    ['429', reply(429)],
    ['500', reply(500)],
    ['409', reply(409)],
  ] as const) {
    it(`${name}: is unknown, and is not sent again automatically (hazards 1, 9, 15, 39)`, () =>
      withDoor(service(answer, ready), async (door) => {
        const outcome = await score(door);
        assert.equal(outcome.kind, 'unknown');
        assert.equal((await score(door)).kind, 'unknown');
        assert.equal((await score(door, { isRepeat: true })).kind, 'unknown');
        assert.equal(door.count('POST'), 1);
        // Only the user can release it.
        door.store.forgetJob(outcome.job.id);
        await score(door);
        assert.equal(door.count('POST'), 2);
      }));
  }

  it('keeps the beginning of a response it could not read', () =>
    withDoor(service(reply(200, '{"jobId":"x"}')), async (door) => {
      await score(door);
      assert.equal(door.store.listJobs()[0]?.unreadBody, '{"jobId":"x"}');
    }));

  for (const status of [401, 402, 403, 404, 422] as const) {
    it(`${status}: was rejected, and can be requested again`, () =>
      withDoor(service(reply(status, '{"detail":"why"}')), async (door) => {
        assert.equal((await score(door)).kind, 'failed');
        assert.equal(door.store.listJobs()[0]?.state, 'rejected');
        assert.equal(door.store.listJobs()[0]?.unreadBody, '{"detail":"why"}');
        await score(door);
        assert.equal(door.count('POST'), 2);
      }));
  }

  it('leaves nothing behind if it was not sent (hazard 2)', () =>
    withDoor(started, async (door) => {
      await door.server.close();
      const outcome = await score(door);
      assert.equal(outcome.kind === 'failed' ? outcome.failure.wasSent : true, false);
      assert.deepEqual(door.store.listJobs(), []);
      assert.deepEqual(door.store.readUsage('account', '2026-01-15'), []);
    }));
});

describe('a wait that ends without a result', () => {
  for (const [status, state] of [
    [402, 'pausedQuota'],
    [401, 'pausedAuth'],
    [403, 'pausedAuth'],
    [422, 'invalidId'],
  ] as const) {
    it(`${status} while polling: ${state}, ID kept, resumed by hand without another start`, () =>
      withDoor(service(started, notReady, reply(status), ready), async (door) => {
        const outcome = await score(door);
        assert.equal(stateOf(outcome), state);
        const job = door.store.listJobs()[0];
        assert.equal(job?.jobId, 'job.1');
        assert.equal(job.status, status);
        const resumed = await door.scores.resume(door.account, job.id, ignore, never);
        assert.equal(resumed.kind, 'value');
        assert.equal(door.count('POST'), 1);
      }));
  }

  it('is stale after its time, and resuming is not a new start (hazard 19)', () =>
    withDoor(service(started, notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: 60_000 };
      assert.equal(stateOf(await score(door)), 'stale');
      const polls = door.count('GET');
      assert.equal(stateOf(await score(door)), 'stale');
      assert.equal(door.count('POST'), 1);
      assert.equal(door.count('GET'), polls + 1);
    }));

  it('cancel ends the polling and keeps the ID, and the next request resumes the job (hazard 32)', async () => {
    const cancel = new AbortController();
    const polls: RawAnswer[] = [
      notReady,
      (socket, request, index) => {
        cancel.abort();
        notReady(socket, request, index);
      },
      ready,
    ];
    await withDoor(service(started, ...polls), async (door) => {
      const outcome = await score(door, { signal: cancel.signal });
      assert.equal(stateOf(outcome), 'detached');
      assert.equal(door.store.listJobs()[0]?.jobId, 'job.1');
      assert.equal(door.count('GET'), 2);
      assert.equal((await score(door)).kind, 'value');
      assert.equal(door.count('POST'), 1);
    });
  });

  for (const canceled of ['the one that polls', 'the one that waits'] as const) {
    it(`cancel in one window leaves another one waiting: ${canceled}`, async () => {
      const cancel = new AbortController();
      await withDoor(service(started, notReady, notReady, notReady, ready), async (door) => {
        const ask = (in_: Pick<typeof door, 'scores'>, signal: AbortSignal, then = ignore) =>
          in_.scores.score(
            { account: door.account, subject, aggregator: 'money', gesture },
            ({ kind }) => {
              if (kind === 'asking') then();
            },
            signal,
          );
        const isPolling = canceled === 'the one that polls';
        let other: ReturnType<typeof ask> | undefined;
        const first = ask(door, isPolling ? cancel.signal : never, () => {
          const window = door.window();
          other ??= ask(window, isPolling ? never : cancel.signal);
          if (door.count('GET') === 2) cancel.abort();
        });
        const outcomes = [await first, await other!];
        if (!isPolling) outcomes.reverse();
        const [left, kept] = outcomes;
        assert.ok(left?.kind === 'onHold' && left.job.state === 'detached', left?.kind);
        assert.equal(kept?.kind, 'value');
        assert.equal(door.count('POST'), 1);
      });
    });
  }

  it('one rejected key stops all its jobs after one request (hazard 28)', async () => {
    let isRevoked = false;
    const status: RawAnswer = (socket, request, index) =>
      (isRevoked ? reply(403) : notReady)(socket, request, index);
    await withDoor(service(started, status), async (door) => {
      const chains = ['ethereum', 'base', 'polygon', 'arbitrum', 'optimism', 'scroll'];
      const running = chains.map((chain) =>
        door.scores.score(
          { account: door.account, subject: { address, chain }, aggregator: 'money', gesture },
          ({ kind }) => {
            if (kind === 'asking' && door.count('GET') >= chains.length) isRevoked = true;
          },
          never,
        ),
      );
      const outcomes = await Promise.all(running);
      assert.deepEqual(
        outcomes.map(stateOf),
        chains.map(() => 'pausedAuth'),
      );
      const afterwards = door.count('GET');
      assert.ok(afterwards <= chains.length + 2, `${afterwards} polls`);
    });
  });
});

describe('a window that ends', () => {
  it('leaves its jobs to the next window, which starts nothing (hazards 7, 8, 22)', async () => {
    let scores: Scores | undefined;
    let left: Promise<void> | undefined;
    const polls: RawAnswer[] = [
      (socket, request, index) => {
        left = scores?.leave();
        notReady(socket, request, index);
      },
      ready,
    ];
    await withDoor(service(started, ...polls), async (door) => {
      scores = door.scores;
      assert.equal(stateOf(await score(door)), 'running');
      await left;
      assert.equal(door.store.listJobs()[0]?.owner, null);

      const next = door.window();
      await next.scores.followJobs(door.account, () => assert.fail('nothing is unknown'));
      const outcome = await score(door, { scores: next.scores });
      assert.equal(outcome.kind, 'value');
      assert.deepEqual([door.count('POST'), door.count('GET')], [1, 2]);
    });
  });

  it('during a start leaves an unknown one, reported once (hazard 7)', () =>
    withDoor(service(started, ready), async (door) => {
      const claim = { owner: 'ended', now: door.clock.now(), tick: door.clock.tick() };
      const key = { account: 'account', ...subject };
      const credential = 'credential-1';
      door.store.beginJob({ ...key, id: 'a', aggregator: 'money', origin: 'o', credential }, claim);
      const told: string[] = [];
      const tell = ({ state }: JobRow): Promise<void> => {
        told.push(state);
        return Promise.resolve();
      };
      await Promise.all([
        door.scores.followJobs(door.account, tell),
        door.window().scores.followJobs(door.account, tell),
      ]);
      assert.deepEqual(told, [], 'its window may still be alive');
      assert.equal((await score(door)).kind, 'unknown');
      await door.window().scores.followJobs(door.account, tell);
      assert.deepEqual(told, ['unknown']);
      const onAccepted = (): void => assert.fail('nothing was accepted');
      assert.equal((await score(door, { onAccepted })).kind, 'unknown');
      assert.equal(door.count('POST'), 0);
    }));

  it('during a start is reported by the window that followed it to its unknown end', () =>
    withDoor(service(started, ready), async (door) => {
      const claim = { owner: 'ended', now: door.clock.now(), tick: door.clock.tick() };
      const key = { account: 'account', ...subject };
      const credential = 'credential-1';
      door.store.beginJob({ ...key, id: 'a', aggregator: 'money', origin: 'o', credential }, claim);
      const told = new Promise<string>((resolve) => {
        void door.scores.followJobs(door.account, ({ state }) => {
          resolve(state);
          return Promise.resolve();
        });
      });
      assert.equal(await told, 'unknown');
    }));

  it('with other credentials leaves jobs that wait for the user (hazard 34)', () =>
    withDoor(service(started, notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: 60_000 };
      await score(door);
      const [job] = door.store.listJobs();
      door.store.overrideJob(job?.id ?? '', { state: 'running' }, door.clock.now());
      const polls = door.count('GET');
      await door
        .window()
        .scores.followJobs({ ...door.account, credential: 'credential-2' }, ignoreJob);
      assert.equal(door.store.listJobs()[0]?.state, 'pausedAuth');
      assert.equal(door.count('GET'), polls);
    }));

  it('does not poll them again when the user resumes them with other credentials', () =>
    withDoor(service(started, notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: 60_000 };
      await score(door);
      const other = { ...door.account, credential: 'credential-2' };
      const id = door.store.listJobs()[0]?.id ?? '';
      assert.equal(stateOf(await door.scores.resume(other, id, ignore, never)), 'stale');
      door.store.overrideJob(id, { state: 'running' }, door.clock.now());
      const polls = door.count('GET');
      const next = door.window();
      await next.scores.followJobs(other, ignoreJob);
      await next.scores.leave();
      assert.equal(door.store.readJob(id)?.state, 'running');
      assert.ok(door.count('GET') >= polls);
      assert.equal(door.count('POST'), 1);
    }));
});

/** Lets a method of the ledger fail as a full file does, for the first times after the start. */
function failing(
  door: Door,
  method: 'keepJob' | 'settleJob' | 'endTurn' | 'changeJob',
  times: number,
): () => number {
  let failed = 0;
  before(door.store, method, () => {
    if (failed === times || door.count('POST') === 0) return;
    failed++;
    throw diskFull();
  });
  return () => failed;
}

describe('a ledger that fails for a moment', () => {
  for (const method of ['keepJob', 'settleJob', 'endTurn', 'changeJob'] as const) {
    it(`loses nothing paid: ${method}`, () =>
      withDoor(service(started, notReady, ready, notReady), async (door) => {
        const failed = failing(door, method, 2);
        const outcome = await score(door);
        assert.ok(failed() > 0);
        assert.equal(outcome.kind === 'value' ? outcome.result.body : stateOf(outcome), result);
        assert.deepEqual([door.count('POST'), door.count('GET')], [1, 2]);
      }));
  }

  it('keeps the ID of a start whose row is gone when it arrives', () => {
    let forget: (() => void) | undefined;
    const answer: RawAnswer = (socket, request, index) => {
      if (request.line.startsWith('POST')) forget?.();
      (request.line.startsWith('POST') ? started : ready)(socket, request, index);
    };
    return withDoor(answer, async (door) => {
      forget = () => door.store.forgetJob(door.store.listJobs()[0]?.id ?? '');
      assert.equal((await score(door)).kind, 'value');
      assert.equal(door.store.listJobs()[0]?.jobId, 'job.1');
      assert.equal(door.count('POST'), 1);
    });
  });

  it('gives the turn again after being busy for longer than a turn lasts', () =>
    withDoor(
      (socket, request, index) => {
        if (request.line.startsWith('GET')) check?.();
        service(started, ready)(socket, request, index);
      },
      async (door) => {
        let sendBefore = 0;
        const takeTurn = door.store.takeTurn.bind(door.store);
        Object.assign(door.store, {
          takeTurn(...args: Parameters<typeof takeTurn>) {
            const turn = takeTurn(...args);
            if (turn === 0) sendBefore = args[3] + sendWithinMs;
            return turn;
          },
        });
        before(door.store, 'countPoll', () => door.clock.pass(6_500));
        let polls = 0;
        check = () => {
          polls++;
          assert.ok(door.clock.tick() < sendBefore, 'sent after the turn ran out');
        };
        assert.equal((await score(door)).kind, 'value');
        check = undefined;
        assert.equal(polls, 1);
      },
    ));
});

/** Asserted when a poll arrives. */
let check: (() => void) | undefined;

describe('a late change', () => {
  it('does not stop a finished job: Cancel while another window settles it', () =>
    withDoor(service(started, ready), async (door) => {
      await score(door);
      const [job] = door.store.listJobs();
      assert.equal(job?.state, 'done');
      const now = door.clock.now();
      for (const change of [{ state: 'detached' }, { state: 'pausedAuth' }] as const) {
        assert.equal(door.store.overrideJob(job.id, change, now, ['running'])?.state, 'done');
      }
      const again = await door.scores.resume(door.account, job.id, ignore, never);
      assert.equal(stateOf(again), 'done');
      assert.equal((await score(door, { isRepeat: true })).kind, 'value');
      assert.equal(door.count('POST'), 2);
    }));
});

describe('a window that has looked at a job before another one settles it', () => {
  it('polls it no more, and the job stays settled (hazard 88)', () =>
    withDoor(service(started, notReady, ready), async (door) => {
      const scored = Promise.withResolvers<undefined>();
      const { clock, account, policy } = door;
      const ledger: Ledger = {
        ...door.ledger,
        // Stopped between its look and its claim.
        async claimJob(...claim) {
          await scored.promise;
          return door.ledger.claimJob(...claim);
        },
      };
      const ports = { ledger, clock, owner: 'late', policy: () => policy };
      const follower = { account, onProgress: ignore, signal: never };
      const states: unknown[] = [];
      let followed: Promise<JobRow | null> | undefined;
      const onProgress = ({ kind }: JobProgress): void => {
        if (kind !== 'asking' || followed !== undefined) return;
        followed = followJob(ports, door.store.listJobs()[0]?.id ?? '', follower);
      };
      states.push((await score(door, { onProgress })).kind);
      scored.resolve(undefined);
      states.push((await followed)?.state, door.store.listJobs()[0]?.state);
      assert.deepEqual(states, ['value', 'done', 'done']);
      assert.equal(door.count('GET'), 2);
    }));
});

describe('a result that cannot be read', () => {
  it('is fetched three times, kept unchanged, and put on hold (hazard 20)', () =>
    withDoor(service(started, reply(200, '{"risk_score":')), async (door) => {
      assert.equal(stateOf(await score(door)), 'stale');
      const [job] = door.store.listJobs();
      assert.deepEqual([job?.status, job?.unreadBody], [200, '{"risk_score":']);
      assert.equal(door.count('GET'), 3);
    }));
});

describe('a score that was requested before its worker ended', () => {
  const rejoin = (door: Door, since: number): Promise<ScoreOutcome> =>
    door
      .window()
      .scores.rejoin({ account: door.account, subject, aggregator: 'money' }, since, ignore, never);

  it('is waited for if its job is open', () =>
    withDoor(service(started, notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: 60_000 };
      await score(door);
      assert.equal(stateOf(await rejoin(door, 0)), 'stale');
      assert.equal(door.count('POST'), 1);
    }));

  it('is the one that was stored since, and no older one', () =>
    withDoor(service(started, ready), async (door) => {
      await score(door);
      const at = door.store.readResult({ account: 'account', ...subject }, 'money')!.receivedAt;
      const outcome = await rejoin(door, at);
      assert.equal(outcome.kind === 'value' ? outcome.result.body : outcome.kind, result);
      assert.equal((await rejoin(door, at + 1)).kind, 'gone');
      assert.equal(door.count('POST'), 1);
    }));

  it('is gone if nothing of it is stored', () =>
    withDoor(destroy, async (door) => {
      assert.equal((await rejoin(door, 0)).kind, 'gone');
      assert.equal(door.count('POST'), 0);
    }));
});

describe('a job that another window polls', () => {
  it('is watched, with the number of its polls', () =>
    withDoor(service(started, notReady, notReady, ready), async (door) => {
      const other = door.window();
      const seen: JobProgress[] = [];
      let watched: Promise<ScoreOutcome> | undefined;
      const first = score(door, {
        onProgress: ({ kind }) => {
          if (kind !== 'asking') return;
          watched ??= score(door, { scores: other.scores, onProgress: (step) => seen.push(step) });
        },
      });
      assert.equal((await first).kind, 'value');
      assert.equal((await watched)?.kind, 'value');
      assert.deepEqual(seen[0], { kind: 'starting' });
      const elsewhere = seen.slice(1);
      assert.ok(elsewhere.every(({ kind }) => kind === 'elsewhere'));
      const polls = new Set(elsewhere.map((step) => ('polls' in step ? step.polls : NaN)));
      // The one in progress counts.
      assert.deepEqual([...polls].sort(), [1, 2]);
    }));

  it('is gone for all once it is forgotten', async () => {
    let forget: (() => void) | undefined;
    const poll: RawAnswer = (socket, request, index) => {
      forget?.();
      notReady(socket, request, index);
    };
    await withDoor(service(started, poll), async (door) => {
      forget = () => door.store.forgetJob(door.store.listJobs()[0]?.id ?? '');
      assert.equal((await score(door)).kind, 'gone');
      assert.deepEqual([door.count('POST'), door.count('GET')], [1, 1]);
      const resumed = await door.scores.resume(door.account, 'none', ignore, never);
      assert.equal(resumed.kind, 'gone');
    });
  });

  it('of another account is not resumed', () =>
    withDoor(service(started, notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: 60_000 };
      await score(door);
      const polls = door.count('GET');
      const id = door.store.listJobs()[0]?.id ?? '';
      const other = { ...door.account, key: 'other' };
      assert.equal(stateOf(await door.scores.resume(other, id, ignore, never)), 'stale');
      assert.equal(door.count('GET'), polls);
    }));
});

describe('the surfaces', () => {
  it('are notified when the intent is stored, and when the run has ended', async () => {
    const states: string[] = [];
    let open: Door | undefined;
    const onChange = (key: SubjectKey): void => {
      const [job] = open?.store.listJobs() ?? [];
      states.push(`${key.account} ${key.chain} ${key.address === address} ${String(job?.state)}`);
    };
    await withDoor(
      service(started, ready),
      async (door) => {
        open = door;
        await score(door);
      },
      { onChange },
    );
    assert.deepEqual(states, ['account ethereum true intent', 'account ethereum true done']);
  });
});

describe('a start that the service accepts', () => {
  it('ends the stops of its credentials and of calculations, not that of summaries', () =>
    withDoor(service(started, notReady), async (door) => {
      door.policy.rhythm = { intervalMs: 3_000, timeoutMs: 10_000 };
      for (const scope of ['risk', 'credential', 'summary'] as const) {
        door.store.setStop('account', 'credential-1', { scope, status: 402, at: 1 });
      }
      assert.equal(stateOf(await score(door)), 'stale');
      const left = door.store.readStops('account', 'credential-1').map(({ scope }) => scope);
      assert.deepEqual(left, ['summary']);
    }));

  it('is called with the name that the service has for the network', async () => {
    const door = await openDoor(service(started, ready));
    const account = { ...door.account, serviceChain: (network: string) => `own-${network}` };
    const request = { account, subject, aggregator: 'money', gesture } as const;
    assert.equal((await door.scores.score(request, ignore, never)).kind, 'value');
    assert.match(door.server.requests[0]?.line ?? '', /own-ethereum/);
    assert.equal(door.store.listJobs()[0]?.chain, 'ethereum');
    await door.close();
  });
});
