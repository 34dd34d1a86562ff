import assert from 'node:assert/strict';
import { createStartLimit } from '../../src/editor/startLimit.ts';

describe('starts that a program may have asked for (hazard 13)', () => {
  const limitOver = (
    answers: readonly boolean[],
    past: readonly number[] = [],
  ): { start(): Promise<boolean>; asked(): number; pass(ms: number): void } => {
    let now = Date.UTC(2026, 0, 1);
    let asked = 0;
    const limit = createStartLimit(
      () =>
        Promise.resolve({
          clock: {
            now: () => now,
            tick: () => 0,
            wait: () => Promise.resolve(),
            random: () => 0,
          },
          ledger: {
            listJobs: () => Promise.resolve(past.map((age) => ({ createdAt: now - age }) as never)),
          },
        }),
      () => Promise.resolve(answers[asked++] ?? false),
    );
    return {
      start: () => limit.mayStart(),
      asked: () => asked,
      pass(ms) {
        now += ms;
      },
    };
  };
  const allowed = async (starts: readonly Promise<boolean>[]): Promise<number> =>
    (await Promise.all(starts)).filter(Boolean).length;
  const thousand = (limit: { start(): Promise<boolean> }): Promise<boolean>[] =>
    Array.from({ length: 1_000 }, () => limit.start());

  it('go through twenty times in an hour; then one question stands for all', async () => {
    const limit = limitOver([false]);
    assert.equal(await allowed(thousand(limit)), 20);
    assert.equal(limit.asked(), 1);
    assert.equal(await allowed(thousand(limit)), 0);
    assert.equal(limit.asked(), 1, 'a no holds');
    limit.pass(3_600_001);
    assert.equal(await limit.start(), true);
  });

  it('go on by twenty at a yes', async () => {
    const limit = limitOver([true, false]);
    assert.equal(await allowed(thousand(limit)), 40);
    assert.equal(limit.asked(), 2);
  });

  it('count those of the window before', async () => {
    const limit = limitOver([false], [...Array.from({ length: 19 }, () => 60_000), 3_600_001]);
    assert.equal(await allowed(thousand(limit)), 1);
  });
});
