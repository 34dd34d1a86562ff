import { attacks } from './attacks.ts';
import { entryPoints } from './entryPoints.ts';
import { hostileTexts } from './hostileText.ts';

/** Time that an input of at most 4,096 units may take, in milliseconds. The worst take six. */
const budgetMs = 50;

/** A shorter run proves nothing about growth: a garbage collection takes as long. */
const floorMs = 60;

/** Linear is 2, quadratic is 4. */
const maxGrowth = 3;

/** Other processes use the machine too, so slow runs are repeated. */
const attempts = 4;

interface Slowest {
  ms: number;
  text: string;
}

export interface FuzzResult {
  /** The maximum time of each entry point, worst first. */
  readonly report: string;
  readonly failures: readonly string[];
}

/** Every entry point over generated inputs. */
export function fuzzEntryPoints(inputs: number, seed: number): FuzzResult {
  const next = hostileTexts(seed);
  const slowest = new Map<string, Slowest>();
  const failures: string[] = [];
  for (let input = 0; input < inputs; input++) {
    const text = next();
    for (const [name, run] of Object.entries(entryPoints)) {
      const began = performance.now();
      run(text);
      let ms = performance.now() - began;
      const before = slowest.get(name)?.ms ?? -1;
      if (ms <= before) continue;
      // Only a new worst is worth a second look.
      ms = Math.min(
        ms,
        leastCpuMs(() => run(text)),
      );
      if (ms > before) slowest.set(name, { ms, text });
      if (ms > budgetMs) failures.push(`${name}: ${ms.toFixed(1)} ms on ${excerpt(text)}`);
    }
  }
  const worst = [...slowest].sort(([, a], [, b]) => b.ms - a.ms);
  const report = worst
    .map(([name, { ms, text }]) => `${name} ${ms.toFixed(2)} ms (${text.length} units)`)
    .join(', ');
  return { report, failures };
}

/** Every entry point over every attack, in files of some sizes, each twice the one before. */
export function growAttacks(sizes: readonly number[]): FuzzResult {
  const failures: string[] = [];
  const rows: { readonly text: string; readonly ms: number }[] = [];
  for (const [attack, make] of Object.entries(attacks)) {
    const files = sizes.map(make);
    for (const [name, run] of Object.entries(entryPoints)) {
      const times: number[] = [];
      for (const file of files) {
        const smaller = times.at(-1);
        const limit = Math.max(smaller ?? 0, floorMs) * (smaller === undefined ? 1 : maxGrowth);
        const ms = leastCpuMs(() => run(file), limit);
        times.push(ms);
        if (smaller !== undefined && ms > limit) {
          failures.push(`${name}, ${attack}: ${shown(times)}`);
          break;
        }
      }
      rows.push({ text: `${name}, ${attack}: ${shown(times)}`, ms: times.at(-1) ?? 0 });
    }
  }
  rows.sort((a, b) => b.ms - a.ms);
  const report = rows
    .slice(0, 10)
    .map(({ text }) => text)
    .join('; ');
  return { report, failures };
}

/** The least of some runs, on the processor's clock; one is enough where it is below a limit. */
export function leastCpuMs(work: () => unknown, limit = -1): number {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least > limit; attempt++) {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const shown = (times: readonly number[]): string =>
  `${times.map((ms) => ms.toFixed(0)).join(', ')} ms`;

function excerpt(text: string): string {
  return JSON.stringify(text.length <= 200 ? text : `${text.slice(0, 200)}…`);
}
