import assert from 'node:assert/strict';
import { ledgerOver } from '../../src/ledger/ledger.ts';
import { createMemoryStore } from '../../src/ledger/memoryStore.ts';
import { createStartLimit } from '../../src/editor/startLimit.ts';

interface Window {
  start(): Promise<boolean>;
}

describe('starts that a program may have asked for (hazard 13)', () => {
  const limitOver = (
    answers: readonly boolean[],
  ): Window & { window(): Window; asked(): number; pass(ms: number): void } => {
    let now = Date.UTC(2026, 0, 1, 0, 30);
    let asked = 0;
    const ledger = ledgerOver(createMemoryStore());
    const window = (): Window => {
      const limit = createStartLimit(
        () => Promise.resolve({ clock: { now: () => now }, ledger }),
        () => Promise.resolve(answers[asked++] ?? false),
      );
      return { start: () => limit.mayStart() };
    };
    return {
      ...window(),
      window,
      asked: () => asked,
      pass(ms) {
        now += ms;
      },
    };
  };
  const allowed = async (starts: readonly Promise<boolean>[]): Promise<number> =>
    (await Promise.all(starts)).filter(Boolean).length;
  const thousand = (limit: Window): Promise<boolean>[] =>
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

  it('count those of other windows, and of the window before', async () => {
    const limit = limitOver([]);
    assert.equal(await limit.start(), true);
    limit.pass(3_600_000 - 1);
    const windows = [limit, limit.window(), limit.window()];
    const more = await allowed(windows.flatMap(thousand));
    // Windows that ask at the very same time may each be refused for the others' sake.
    assert.ok(more >= 17 && more <= 19, `${more} more`);
    assert.equal(limit.asked(), 3);
    limit.pass(1);
    // The first is an hour old now, and makes room for one.
    assert.equal(await allowed(thousand(limit.window())), 20 - more);
  });

  it('are decided anew after the ledger failed once', async () => {
    let isBusy = true;
    const ledger = ledgerOver(createMemoryStore());
    const limit = createStartLimit(
      () =>
        isBusy
          ? Promise.reject(new Error('busy'))
          : Promise.resolve({ clock: { now: () => 0 }, ledger }),
      () => Promise.resolve(false),
    );
    await assert.rejects(limit.mayStart());
    isBusy = false;
    assert.equal(await limit.mayStart(), true);
  });
});
