import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { gestureOf } from '../../src/paid/gesture.ts';
import { eventually } from '../harness/waiting.ts';
import { callsOf, dealtWith } from './coreKills.ts';
import { withFolder } from './cores.ts';
import { checkPace } from './invariants.ts';
import { startLoggedService } from './loggedService.ts';
import { account, openTestEngine } from './testEngine.ts';

/**
 * Kills the engine's thread at a random moment of a scoring run: the caller must get the true
 * outcome from the next thread, and the service no second start.
 * @returns the outcome, and whether the start had been sent
 */
async function killOnce(index: number): Promise<string> {
  // A service for each: jobs of others would share its pace.
  const service = await startLoggedService({ jobSeconds: 0.2 });
  const address = `0x${(index + 1).toString(16).padStart(40, '0')}`;
  const subject = { address, chain: 'ethereum' };
  try {
    return await withFolder(async (folder) => {
      const { engine, threads, faults } = openTestEngine(folder, service);
      await engine.readUsage(account.key);
      const scoring = engine.score(
        { account, subject, aggregator: 'money', gesture: gestureOf('command'), isRepeat: false },
        () => undefined,
        new AbortController().signal,
      );
      // Half of the kills fall into the moments around the start, the others anywhere between the
      // start and the result.
      const isEarly = randomInt(2) === 0;
      if (!isEarly) await eventually('a start', () => service.log.length > 0);
      await wait(randomInt(isEarly ? 60 : 2_400));
      await threads[0]?.terminate();
      await dealtWith(service);
      const starts = (): number => callsOf(service).filter(({ kind }) => kind === 'start').length;
      const before = starts();
      const { kind } = await scoring;
      assert.equal(starts(), before, 'a start that no one requested');
      assert.ok(before <= 1);
      checkPace(callsOf(service));
      const shown = await engine.readReport({ account: account.key, ...subject });
      const state = shown.jobs.money?.state ?? (shown.scores.money === null ? 'none' : 'value');
      const expected = { value: 'value', unknown: 'unknown', gone: 'none' } as const;
      assert.equal(state, expected[kind as keyof typeof expected], kind);
      if (kind === 'gone') assert.equal(before, 0, 'a start without a job');
      await engine.close();
      assert.deepEqual(faults, []);
      return `${kind}, ${before === 0 ? 'not sent' : 'sent'}`;
    });
  } finally {
    await service.close();
  }
}

/** @returns how many kills ended in what */
export async function killEngines(times: number, atOnce: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let next = 0;
  const line = async (): Promise<void> => {
    while (next < times) {
      const ended = await killOnce(next++);
      counts[ended] = (counts[ended] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return counts;
}
