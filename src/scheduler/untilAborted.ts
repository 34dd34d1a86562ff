/** @returns undefined if the time runs out first; the work then goes on unheard */
export async function withinTime<T>(work: Promise<T>, limitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The wait was ended first. */
export const stopped = Symbol('stopped');

/** Stops waiting on a signal. The work itself continues, because paid results must be stored. */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
): Promise<T | typeof stopped> {
  const { promise: aborted, resolve } = Promise.withResolvers<typeof stopped>();
  const stop = (): void => resolve(stopped);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
