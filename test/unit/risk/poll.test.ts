import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { pollJob, type PollAnswer, type PollEvent } from '../../../src/risk/poll.ts';
import { clampRetryAfter, clampRhythm, waitBefore } from '../../../src/risk/rhythm.ts';

type Answer = PollAnswer<string>;

interface Run {
  /** Virtual milliseconds of every question. */
  readonly asked: readonly number[];
  readonly events: readonly PollEvent<string>[];
  readonly end: PollEvent<string> | undefined;
}

/** Runs a poll in virtual time; a question takes `tookMs`, the last answer repeats. */
async function run(options: {
  answers: readonly Answer[];
  intervalMs?: number;
  timeoutMs?: number;
  random?: () => number;
  tookMs?: number;
  cancelAt?: number;
  startedAt?: number;
  turn?: (cancel: AbortController) => Promise<void>;
}): Promise<Run> {
  let now = 0;
  const asked: number[] = [];
  const events: PollEvent<string>[] = [];
  const cancel = new AbortController();
  const pass = (ms: number): void => {
    const until = now + ms;
    if (options.cancelAt !== undefined && until >= options.cancelAt) {
      now = Math.max(now, options.cancelAt);
      cancel.abort();
    } else now = until;
  };
  const poll = pollJob<string>(
    {
      ask() {
        asked.push(now);
        const answer = options.answers[asked.length - 1] ?? options.answers.at(-1);
        pass(options.tookMs ?? 0);
        if (cancel.signal.aborted) return Promise.resolve({ kind: 'cancelled' });
        return Promise.resolve(answer ?? { kind: 'notReady' });
      },
      turn: () => options.turn?.(cancel) ?? Promise.resolve(),
      clock: {
        wait(ms) {
          pass(ms);
          return Promise.resolve();
        },
        tick: () => now,
        random: options.random ?? (() => 0),
      },
    },
    { intervalMs: options.intervalMs ?? 3_000, timeoutMs: options.timeoutMs ?? 900_000 },
    options.startedAt ?? 0,
    cancel.signal,
  );
  for await (const event of poll) events.push(event);
  return { asked, events, end: events.at(-1) };
}

const notReady: Answer = { kind: 'notReady' };

describe('polling a job', () => {
  it('asks first after 2 s, then half as much later each time, up to the interval', async () => {
    const { asked, end } = await run({
      intervalMs: 5_000,
      answers: [notReady, notReady, notReady, notReady, { kind: 'ready', result: 'body' }],
    });
    assert.deepEqual(asked, [2_000, 5_000, 9_500, 14_500, 19_500]);
    assert.deepEqual(end, { kind: 'end', state: 'done', result: 'body' });
  });

  it('never asks twice within a second, whatever settings and servers say (hazards 23, 24)', async () => {
    const wild = fc.oneof(
      fc.double(),
      fc.constantFrom(0, -1, Number.NaN, Infinity, -Infinity, 1, 999, 2 ** 31),
    );
    const answer = fc.oneof(
      fc.constant<Answer>(notReady),
      wild.map((retryAfterMs): Answer => ({ kind: 'trouble', retryAfterMs })),
      fc.constant<Answer>({ kind: 'notFound' }),
    );
    await fc.assert(
      fc.asyncProperty(
        wild,
        wild,
        fc.array(answer, { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.integer({ min: 0, max: 3_000 }),
        async (intervalMs, timeoutMs, answers, random, tookMs) => {
          const last: Answer = { kind: 'quota' };
          const { asked } = await run({
            intervalMs,
            timeoutMs,
            answers: [...answers, last],
            random: () => random,
            tookMs,
          });
          for (const [index, at] of asked.entries()) {
            const before = asked[index - 1];
            if (before !== undefined) assert.ok(at - before >= 1_000, `${before} then ${at}`);
            else assert.ok(at >= 2_000);
          }
        },
      ),
      { numRuns: 2_000, seed: 1 },
    );
  });

  it('sets a job aside at the end of its time, after a last look (hazard 19)', async () => {
    const { asked, end } = await run({ answers: [notReady], timeoutMs: 60_000 });
    assert.deepEqual(end, { kind: 'end', state: 'stale' });
    assert.equal(asked.at(-1), 60_000);
    assert.ok(asked.length <= 22);
  });

  it('looks once at a job whose time ran out while no one asked (hazard 18)', async () => {
    const { asked, end } = await run({
      answers: [notReady],
      timeoutMs: 60_000,
      startedAt: -8 * 3_600_000,
    });
    assert.equal(asked.length, 1);
    assert.deepEqual(end, { kind: 'end', state: 'stale' });
  });

  for (const [kind, state] of [
    ['quota', 'pausedQuota'],
    ['auth', 'pausedAuth'],
    ['invalidId', 'invalidId'],
  ] as const) {
    it(`ends as ${state} (hazards 27, 28, 29)`, async () => {
      const { asked, end } = await run({ answers: [notReady, { kind }] });
      assert.deepEqual(end, { kind: 'end', state });
      assert.equal(asked.length, 2);
    });
  }

  it('forgives a 404 for half a minute, then gives up (hazards 25, 26)', async () => {
    const soon = await run({
      answers: [{ kind: 'notFound' }, { kind: 'notFound' }, { kind: 'ready', result: 'x' }],
    });
    assert.equal(soon.end?.kind === 'end' ? soon.end.state : '', 'done');
    const never = await run({ answers: [{ kind: 'notFound' }] });
    assert.deepEqual(never.end, { kind: 'end', state: 'notFound' });
    assert.equal(never.asked.filter((at) => at > 2_000 + 30_000 + 3_000).length, 0);
  });

  it('needs three 404s in a row, however long they take (hazard 25)', async () => {
    const missing: Answer = { kind: 'notFound' };
    const slow = await run({
      answers: [missing, missing, { kind: 'ready', result: 'x' }],
      tookMs: 40_000,
    });
    assert.deepEqual(slow.end, { kind: 'end', state: 'done', result: 'x' });
    const third = await run({ answers: [missing, missing, missing, notReady], tookMs: 40_000 });
    assert.deepEqual([third.end, third.asked.length], [{ kind: 'end', state: 'notFound' }, 3]);
  });

  it('needs half a minute of 404s, however many there are (hazard 25)', async () => {
    const misses = (count: number): Answer[] =>
      Array.from({ length: count }, () => ({ kind: 'notFound' }));
    // One a second, the first two seconds after the start.
    const lag = await run({
      intervalMs: 1_000,
      answers: [...misses(29), { kind: 'ready', result: 'x' }],
    });
    assert.deepEqual(lag.end, { kind: 'end', state: 'done', result: 'x' });
    const wrong = await run({ intervalMs: 1_000, answers: misses(1) });
    assert.deepEqual(wrong.end, { kind: 'end', state: 'notFound' });
    assert.equal(wrong.asked.length, 31);
  });

  it('starts counting 404s again after any other answer', async () => {
    const misses = Array.from({ length: 30 }, (_, index): Answer =>
      index % 2 === 0 ? { kind: 'notFound' } : notReady,
    );
    const { end } = await run({ answers: [...misses, { kind: 'ready', result: 'x' }] });
    assert.equal(end?.kind === 'end' ? end.state : '', 'done');
  });

  it('waits as long as a server asks, within reason (hazard 30)', async () => {
    const { asked } = await run({
      answers: [
        { kind: 'trouble', retryAfterMs: 20_000 },
        { kind: 'trouble', retryAfterMs: 1e12 },
        { kind: 'ready', result: 'x' },
      ],
    });
    assert.deepEqual(asked, [2_000, 22_000, 322_000]);
  });

  it('keeps its rhythm if a server that has trouble requests no wait', async () => {
    const trouble: Answer = { kind: 'trouble' };
    const { asked } = await run({
      answers: [{ ...trouble, retryAfterMs: 9_000 }, trouble, { kind: 'ready', result: '' }],
    });
    assert.deepEqual(asked, [2_000, 11_000, 14_000]);
  });

  it('is detached if it is canceled while it waits for its turn, and fails if that fails', async () => {
    const failure = new Error('no turn');
    const canceled = await run({
      answers: [notReady],
      turn(cancel) {
        cancel.abort();
        return Promise.reject(failure);
      },
    });
    assert.deepEqual([canceled.asked, canceled.end], [[], { kind: 'end', state: 'detached' }]);
    await assert.rejects(
      run({ answers: [notReady], turn: () => Promise.reject(failure), timeoutMs: 2_000 }),
      failure,
    );
  });

  it('ends detached once the response says that the question was canceled', async () => {
    const { asked, end } = await run({
      answers: [{ kind: 'cancelled' }, { kind: 'ready', result: 'body' }],
    });
    assert.deepEqual(asked, [2_000]);
    assert.deepEqual(end, { kind: 'end', state: 'detached' });
  });

  it('asks no more once it is cancelled, in whichever phase (hazard 32)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30_000 }), async (cancelAt) => {
        const { asked, end } = await run({ answers: [notReady], tookMs: 400, cancelAt });
        assert.deepEqual(end, { kind: 'end', state: 'detached' });
        assert.ok(asked.every((at) => at <= cancelAt));
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

describe('the rhythm', () => {
  it('has jitter upwards only, by a tenth at most', () => {
    const rhythm = clampRhythm({ intervalMs: 3_000, timeoutMs: 60_000 });
    assert.equal(waitBefore(1, rhythm, 0), 2_000);
    assert.equal(waitBefore(1, rhythm, 0.999_999), 2_200);
    assert.equal(waitBefore(50, rhythm, 0), 3_000);
  });

  it('brings settings and servers into what is sensible', () => {
    assert.deepEqual(clampRhythm({ intervalMs: 0, timeoutMs: -5 }), {
      intervalMs: 1_000,
      timeoutMs: 2_000,
    });
    assert.deepEqual(clampRhythm({ intervalMs: Number.NaN, timeoutMs: Number.NaN }), {
      intervalMs: 3_000,
      timeoutMs: 900_000,
    });
    for (const [said, meant] of [
      [-1, 1_000],
      [0, 1_000],
      [Number.NaN, 1_000],
      [Infinity, 300_000],
      [2 ** 31, 300_000],
      [5_000, 5_000],
    ] as const) {
      assert.equal(clampRetryAfter(said), meant);
    }
  });
});
