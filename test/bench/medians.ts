const warmUpMs = 300;

/** How long something is repeated, and how often at least. */
const measuredMs = 800;
const minRounds = 5;

export const mebibyte = 1_048_576;

/**
 * The medians of several rounds in milliseconds, after the compiler is done with the code. The works
 * take turns, so that other load on the machine affects all of them.
 */
export function mediansMs(...works: readonly (() => void)[]): number[] {
  for (const work of works) {
    for (const began = performance.now(); performance.now() - began < warmUpMs;) work();
  }
  const times = works.map((): number[] => []);
  const until = performance.now() + measuredMs * works.length;
  for (let round = 0; round < minRounds || performance.now() < until; round++) {
    for (const [index, work] of works.entries()) {
      const began = performance.now();
      work();
      times[index]!.push(performance.now() - began);
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[each.length >> 1]!);
}

export const medianMs = (work: () => void): number => mediansMs(work)[0]!;

/** @param units UTF-16 units of text */
export const rate = (units: number, ms: number): string =>
  `${((units / mebibyte / ms) * 1_000).toFixed(0)} MiB/s`;
