import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

/** Events of scenarios, and their results. */
export type ScenarioCounts = Record<string, number>;

/** The first and the last seed: a run can be cut into parts. */
const [first = 1, last = 200] = (process.env['SEEDS'] ?? '1-200').split('-').map(Number);

/** In so many scenarios everything happens that they are for. */
const enough = 20;

/**
 * Runs the scenario of each seed, and reports each and all.
 * @param atOnce each has its own processes
 * @param mustHappen events that prove a disturbance
 */
export async function runScenarios(
  t: TestContext,
  { atOnce, mustHappen }: { readonly atOnce: number; readonly mustHappen: readonly string[] },
  run: (seed: number, counts: ScenarioCounts) => Promise<void>,
): Promise<void> {
  const all: ScenarioCounts = {};
  const seeds = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const left = seeds.values();
  const work = async (): Promise<void> => {
    for (const seed of left) {
      const counts: ScenarioCounts = {};
      await run(seed, counts);
      console.log(`${t.name}: seed ${seed}: ${JSON.stringify(counts)}`);
      for (const [name, count] of Object.entries(counts)) all[name] = (all[name] ?? 0) + count;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  t.diagnostic(`seeds ${first} to ${last}: ${JSON.stringify(all)}`);
  if (seeds.length < enough) return;
  for (const name of mustHappen) assert.ok((all[name] ?? 0) > 0, `${name}: none`);
}
