const warmUpMs = 300;

/** How long something is repeated, and how often at least. */
const measuredMs = 800;
const minRounds = 9;

export const mebibyte = 1_048_576;

/**
 * The fastest of several rounds of each work in milliseconds, after the compiler is done with the code:
 * other load on the machine only makes a round slower. The works take turns.
 */
export function fastestOfEach(...works: readonly (() => void)[]): number[] {
  for (const work of works) {
    for (const began = performance.now(); performance.now() - began < warmUpMs;) work();
  }
  const fastest = works.map(() => Infinity);
  const until = performance.now() + measuredMs * works.length;
  for (let round = 0; round < minRounds || performance.now() < until; round++) {
    for (const [index, work] of works.entries()) {
      const began = performance.now();
      work();
      fastest[index] = Math.min(fastest[index]!, performance.now() - began);
    }
  }
  return fastest;
}

export const fastestMs = (work: () => void): number => fastestOfEach(work)[0]!;

/** @param units UTF-16 units of text */
export const rate = (units: number, ms: number): string =>
  `${((units / mebibyte / ms) * 1_000).toFixed(0)} MiB/s`;
