/** How many tests ended in which way. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** The tests that failed, each with its error, to be read at the end of a long output. */
  failures: readonly string[];
}

export const nothingRan: Readonly<Outcome> = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function addOutcomes(a: Outcome, b: Partial<Outcome>): Outcome {
  return {
    passed: a.passed + (b.passed ?? 0),
    failed: a.failed + (b.failed ?? 0),
    skipped: a.skipped + (b.skipped ?? 0),
    failures: [...a.failures, ...(b.failures ?? [])],
  };
}

/** One failure, as `failures` has it: a text of one line, and the error indented below it. */
export function failure(title: string, error = ''): Pick<Outcome, 'failed' | 'failures'> {
  const below = error && `\n${error.replaceAll(/^/gm, '      ')}`;
  return { failed: 1, failures: [`  ✖ ${title}${below}`] };
}

/** The line that closes a run: `N passed, N failed`, and `, N skipped` if there are any. */
export function countsLine({ passed, failed, skipped }: Outcome): string {
  const skips = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${skips}`;
}
