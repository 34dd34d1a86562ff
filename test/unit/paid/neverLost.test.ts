import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LedgerMethod } from '../../../src/ledger/ledger.ts';
import type { JobRow, StoredResult, Subject } from '../../../src/ledger/store.ts';
import type { ScoreOutcome } from '../../../src/paid/scoreRun.ts';
import type { Scores } from '../../../src/paid/scores.ts';
import {
  address,
  before,
  gesture,
  subject,
  withDoor,
  type Door,
  diskFull,
} from '../../support/door.ts';
import { destroy, inTurn, reply, type RawAnswer } from '../../support/rawServer.ts';

const result = JSON.stringify({ risk_score: { address, chain: 'ethereum', risk_score: 42.1 } });
const started = reply(200, '"job.1"');
const ready = reply(200, result);
const notReady = reply(409);
const never = new AbortController().signal;
const key = { account: 'account', ...subject };
const ignore = (): void => undefined;

/** Starts get one answer, polls theirs in turn, the last again and again. */
function service(start: RawAnswer, ...polls: readonly RawAnswer[]): RawAnswer {
  let polled = 0;
  return (socket, request, index) => {
    const answer = request.line.startsWith('POST') ? start : (polls[polled++] ?? polls.at(-1));
    answer?.(socket, request, index);
  };
}

function score(door: Door, scores: Scores = door.scores, signal = never): Promise<ScoreOutcome> {
  const request = { account: door.account, subject, aggregator: 'money', gesture } as const;
  return scores.score(request, ignore, signal);
}

const look = (
  door: Door,
  at: string = address,
  source: 'hover' | 'command' = 'hover',
): ReturnType<Door['summaries']['look']> =>
  door.summaries.look(door.account, { address: at, chain: 'ethereum' }, source);

const addressOf = (index: number): string => `0x${(index + 1).toString(16).padStart(40, '0')}`;

describe('the wait for a paid job', () => {
  for (const method of [
    'countPoll',
    'takeTurn',
    'readStops',
    'readJob',
    'claimJob',
    'renewTurn',
  ] as const) {
    it(`does not end because the ledger fails for a while: ${method}`, () =>
      withDoor(service(started, notReady, ready), async (door) => {
        let failures = 0;
        before(door.store, method, () => {
          if (door.count('POST') === 0 || failures === 3) return;
          failures++;
          throw diskFull();
        });
        const outcome = await score(door);
        assert.equal(outcome.kind, 'value');
        assert.equal(door.count('POST'), 1);
        if (method !== 'renewTurn') assert.ok(failures >= 2);
      }));
  }

  it('does not end because a stop cannot be stored: the job waits for the user', () =>
    withDoor(service(started, reply(402), ready), async (door) => {
      before(door.store, 'setStop', () => {
        throw diskFull();
      });
      const outcome = await score(door);
      assert.equal(outcome.kind === 'onHold' ? outcome.job.state : outcome.kind, 'pausedQuota');
    }));

  it('goes on while the service knows no license for summaries', () =>
    withDoor(
      (socket, request, index) => {
        const isSummary = request.line.includes('/summary/');
        const isStart = request.line.startsWith('POST') && !isSummary;
        (isSummary ? reply(404) : isStart ? started : ready)(socket, request, index);
      },
      async (door) => {
        assert.equal((await look(door)).kind, 'failed');
        assert.equal((await score(door)).kind, 'value');
        assert.equal((await look(door, addressOf(1))).kind, 'refused');
      },
    ));

  it('reads a result that is arriving when the user cancels (hazard 32)', async () => {
    const cancel = new AbortController();
    const late: RawAnswer = (socket, request, index) => {
      cancel.abort();
      setImmediate(() => ready(socket, request, index));
    };
    await withDoor(service(started, late, notReady), async (door) => {
      const outcome = await score(door, door.scores, cancel.signal);
      assert.equal(outcome.kind === 'value' ? outcome.result.body : outcome.kind, result);
      assert.equal(door.count('GET'), 1);
    });
  });

  it('reads a result that is arriving when the window leaves', async () => {
    let left: Promise<void> | undefined;
    let door: Door | undefined;
    const late: RawAnswer = (socket, request, index) => {
      left = door?.scores.leave();
      setImmediate(() => ready(socket, request, index));
    };
    await withDoor(service(started, late, notReady), async (opened) => {
      door = opened;
      await score(opened);
      await left;
      assert.equal(opened.store.readResult(key, 'money')?.body, result);
    });
  });

  it('is taken up again if the user scores while a canceled run still ends', async () => {
    const cancel = new AbortController();
    let again: Promise<ScoreOutcome> | undefined;
    let door: Door | undefined;
    const canceled: RawAnswer = (socket, request, index) => {
      cancel.abort();
      if (door !== undefined) again = score(door);
      setImmediate(() => notReady(socket, request, index));
    };
    await withDoor(service(started, canceled, ready), async (opened) => {
      door = opened;
      const first = await score(opened, opened.scores, cancel.signal);
      assert.equal(first.kind === 'onHold' ? first.job.state : first.kind, 'detached');
      assert.equal((await again)?.kind, 'value');
      assert.equal(opened.count('POST'), 1);
    });
  });
});

describe('a request while an earlier run ends because its window had left', () => {
  it('continues the job', async () => {
    let again: Promise<ScoreOutcome> | undefined;
    let left: Promise<void> | undefined;
    let door: Door | undefined;
    const leaving: RawAnswer = (socket, request, index) => {
      left = door?.scores.leave();
      if (door !== undefined) again = score(door);
      setImmediate(() => notReady(socket, request, index));
    };
    await withDoor(service(started, leaving, ready), async (opened) => {
      door = opened;
      await score(opened);
      await left;
      assert.equal((await again)?.kind, 'value');
      assert.equal(opened.count('POST'), 1);
    });
  });
});

describe('a start with an unknown outcome', () => {
  it('is reported by another window if its own ends before the user has seen it (hazard 7)', () =>
    withDoor(service(destroy), async (door) => {
      assert.equal((await score(door)).kind, 'unknown');
      const told: string[] = [];
      const tell = (job: JobRow): Promise<void> => {
        told.push(job.address);
        return Promise.resolve();
      };
      // The window that requested it is about to report it.
      await door.window().scores.followJobs(door.account, tell);
      assert.deepEqual(told, []);
      door.clock.pass(10_001);
      const next = door.window();
      await next.scores.followJobs(door.account, tell);
      await next.scores.followJobs(door.account, tell);
      assert.deepEqual(told, [address]);
    }));

  it('is reported once if the user has seen it', () =>
    withDoor(service(destroy), async (door) => {
      const outcome = await score(door);
      const id = outcome.kind === 'unknown' ? outcome.job.id : '';
      door.store.overrideJob(id, { isNoticed: true }, door.clock.now());
      door.clock.pass(10_001);
      await door.window().scores.followJobs(door.account, () => assert.fail('a second report'));
    }));
});

describe('automatic calls', () => {
  it('stop after three in a row that may have been charged, in all windows', () =>
    withDoor(destroy, async (door) => {
      const windows = [door, door.window(), door.window()];
      for (let index = 0; index < 250; index++) {
        const { summaries } = windows[index % windows.length] ?? door;
        const at = { address: addressOf(index), chain: 'ethereum' };
        await summaries.look(door.account, at, 'hover');
      }
      assert.equal(door.count('POST'), 3);
      const refused = await look(door, addressOf(999));
      assert.equal(refused.kind === 'refused' ? refused.refusal.kind : '', 'unreliable');
    }));

  it('stop after three even if 250 hovers come at once', () =>
    withDoor(destroy, async (door) => {
      await Promise.all(Array.from({ length: 250 }, (_, index) => look(door, addressOf(index))));
      assert.equal(door.count('POST'), 3);
    }));

  it('go on after a call that the user requests brings something', () =>
    withDoor(
      inTurn(destroy, destroy, destroy, destroy, reply(200, '{"balance":1}')),
      async (door) => {
        for (let index = 0; index < 5; index++) await look(door, addressOf(index));
        assert.equal(door.count('POST'), 3);
        assert.equal((await look(door, address, 'command')).kind, 'failed');
        assert.equal((await look(door, addressOf(7))).kind, 'refused', 'still no answer');
        assert.equal((await look(door, address, 'command')).kind, 'value');
        assert.equal((await look(door, addressOf(7))).kind, 'value');
      },
    ));

  it('are not stopped by what was not sent, or not charged', () =>
    withDoor(reply(422), async (door) => {
      for (let index = 0; index < 5; index++) await look(door, addressOf(index));
      assert.equal(door.count('POST'), 5);
    }));
});

describe('a clock that was wrong', () => {
  const yearMs = 365 * 24 * 3_600_000;
  const stored = (door: Door, part: StoredResult['part'], receivedAt: number): void => {
    door.store.saveResult({ ...key, part, body: part === 'summary' ? '{}' : result, receivedAt });
  };

  it('makes no hover pay again, and does not keep a summary for a year (hazard 31)', () =>
    withDoor(reply(200, '{"balance":1}'), async (door) => {
      stored(door, 'summary', door.clock.now() + yearMs);
      assert.equal((await look(door, address, 'hover')).kind, 'value');
      assert.equal(door.count('POST'), 0);
      assert.equal((await look(door, address, 'command')).kind, 'value');
      assert.equal(door.count('POST'), 1);
    }));

  for (const isAgreed of [false, true]) {
    it(`asks before a score is paid for again: ${isAgreed} (hazard 31)`, () => {
      const asked: unknown[] = [];
      const mayStartAgain = (_: Subject, at: number, why: string): Promise<boolean> => {
        asked.push(at, why);
        return Promise.resolve(isAgreed);
      };
      return withDoor(
        service(started, ready),
        async (door) => {
          const ahead = door.clock.now() + yearMs;
          stored(door, 'money', ahead);
          assert.equal((await score(door)).kind, isAgreed ? 'value' : 'declined');
          assert.deepEqual(asked, [ahead, 'ahead']);
          assert.equal(door.count('POST'), isAgreed ? 1 : 0);
        },
        { mayStartAgain },
      );
    });
  }

  it('by an hour pays for nothing again', () =>
    withDoor(destroy, async (door) => {
      stored(door, 'summary', door.clock.now() + 3_600_000);
      stored(door, 'money', door.clock.now() + 3_600_000);
      assert.equal((await look(door, address, 'command')).kind, 'value');
      assert.equal((await score(door)).kind, 'value');
    }));
});

describe('while nothing can be stored', () => {
  const refusal = { kind: 'notStored', reason: 'full' } as const;
  const full = (door: Door, method: LedgerMethod): void =>
    before(door.store, method, () => {
      throw diskFull();
    });

  for (const method of ['reserveSpending', 'claimCall'] as const) {
    for (const source of ['hover', 'command'] as const) {
      it(`no summary is fetched by a ${source}: ${method} (hazard 75)`, () =>
        withDoor(destroy, async (door) => {
          full(door, method);
          assert.deepEqual(await look(door, address, source), { kind: 'refused', refusal });
          assert.equal(door.count('POST'), 0);
        }));
    }
  }

  it('no summary is sent if its claim cannot be renewed (hazards 75, 78)', () =>
    withDoor(destroy, async (door) => {
      full(door, 'renewCall');
      assert.deepEqual(await look(door, address, 'command'), { kind: 'refused', refusal });
      assert.equal(door.count('POST'), 0);
    }));

  for (const method of ['reserveSpending', 'beginJob', 'changeJob'] as const) {
    it(`nothing is started: ${method} (hazard 75)`, () =>
      withDoor(destroy, async (door) => {
        full(door, method);
        assert.deepEqual(await score(door), { kind: 'declined', refusal });
        assert.equal(door.count('POST'), 0);
        assert.equal(door.store.listJobsInProgress().length, 0);
      }));
  }

  for (const [method, times] of [
    ['changeJob', 1],
    ['readResult', 3],
  ] as const) {
    it(`a start that was not sent never passes for a lost one: ${method} (hazard 75)`, () =>
      withDoor(destroy, async (door) => {
        let calls = 0;
        before(door.store, method, () => {
          if (++calls === times) throw diskFull();
        });
        let failures = 3;
        before(door.store, 'forgetJob', () => {
          if (failures-- > 0) throw diskFull();
        });
        assert.deepEqual(await score(door), { kind: 'declined', refusal });
        assert.equal(door.count('POST'), 0);
        for (let seconds = 0; seconds < 60 && failures >= 0; seconds++) {
          await door.clock.wait(1_000, new AbortController().signal);
        }
        assert.deepEqual(door.store.listJobs(), []);
      }));
  }

  it('what is stored is still shown', () =>
    withDoor(destroy, async (door) => {
      for (const method of ['reserveSpending', 'claimCall', 'beginJob'] as const)
        full(door, method);
      const receivedAt = door.clock.now();
      door.store.saveResult({ ...key, part: 'summary', body: '{}', receivedAt });
      door.store.saveResult({ ...key, part: 'money', body: result, receivedAt });
      assert.equal((await look(door, address, 'hover')).kind, 'value');
      assert.equal((await score(door)).kind, 'value');
    }));
});

describe('a claim that was lost before its request was sent', () => {
  it('sends no summary, and shows the one that the other window fetched (hazard 78)', () =>
    withDoor(destroy, async (door) => {
      // As if this process had been stopped right after its claim.
      let isStopped = false;
      before(door.store, 'renewCall', () => {
        if (isStopped) return;
        isStopped = true;
        door.clock.pass(15_000);
        const claim = { owner: 'other', now: door.clock.now(), tick: door.clock.tick() };
        const orphan = { failures: 1, retryAt: 0, mayBeCharged: true, kind: 'network' } as const;
        const usable = { after: door.clock.now(), before: Infinity };
        const take = () => door.store.claimCall(key, claim, usable, { ...orphan, status: null });
        assert.deepEqual([take().kind, take().kind], ['orphaned', 'claimed']);
        const receivedAt = door.clock.now();
        door.store.settleCall(key, 'other', { ...key, part: 'summary', body: '{}', receivedAt });
      });
      assert.equal((await look(door, address, 'command')).kind, 'value');
      assert.equal(door.count('POST'), 0);
    }));

  it('starts nothing, and leaves no job behind (hazard 78)', () =>
    withDoor(destroy, async (door) => {
      let isStopped = false;
      before(door.store, 'changeJob', () => {
        if (isStopped) return;
        isStopped = true;
        door.clock.pass(15_000);
        door.store.settleOrphans(door.clock.now(), door.clock.tick());
      });
      const outcome = await score(door);
      assert.equal(outcome.kind === 'failed' ? outcome.failure.kind : outcome.kind, 'late');
      assert.equal(door.count('POST'), 0);
      assert.deepEqual(door.store.listJobs(), []);
    }));

  it('sends nothing if the process is stopped while it connects (hazard 78)', () =>
    withDoor(destroy, async (door) => {
      const { client } = door.account;
      const summary = client.summary.bind(client);
      Object.assign(client, {
        summary(...call: Parameters<typeof summary>) {
          // Eight seconds after the claim was renewed, another window may take it in a moment.
          door.clock.pass(8_000);
          return summary(...call);
        },
      });
      const outcome = await look(door, address, 'command');
      assert.equal(outcome.kind === 'failed' ? outcome.failure.kind : outcome.kind, 'late');
      assert.equal(door.count('POST'), 0);
    }));
});
