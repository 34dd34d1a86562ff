/** The wait was ended first. */
export const stopped = Symbol('stopped');

/** Waits for work until a signal. The work goes on: what was paid for is stored. */
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
