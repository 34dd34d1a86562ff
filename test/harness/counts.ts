/** How many tests ended in which way. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noCounts: Readonly<Counts> = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(a: Counts, b: Partial<Counts>): Counts {
  return {
    passed: a.passed + (b.passed ?? 0),
    failed: a.failed + (b.failed ?? 0),
    skipped: a.skipped + (b.skipped ?? 0),
  };
}

/** The line that closes a run: `N passed, N failed`, and `, N skipped` if there are any. */
export function countsLine({ passed, failed, skipped }: Counts): string {
  const skips = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${skips}`;
}
