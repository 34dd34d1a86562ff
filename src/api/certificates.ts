import { Worker } from 'node:worker_threads';

interface ReadOptions {
  /** Aborted once they are no longer needed. */
  readonly signal: AbortSignal;
  /** A keychain may wait for the user, or for a device that does not respond. */
  readonly timeLimitMs?: number;
}

/**
 * The certificates to trust, as PEM: Node's own, the system's, and those of `NODE_EXTRA_CA_CERTS`.
 * Undefined if they cannot be read in time; Node then uses its own. Never rejects.
 * @param workerFile the built `certificates.process.ts`
 */
export async function readCertificates(
  workerFile: string | URL,
  { signal, timeLimitMs = 10_000 }: ReadOptions,
): Promise<readonly string[] | undefined> {
  const { promise, resolve } = Promise.withResolvers<readonly string[] | undefined>();
  const giveUp = (): void => resolve(undefined);
  const timer = setTimeout(giveUp, timeLimitMs);
  signal.addEventListener('abort', giveUp);
  let worker: Worker | undefined;
  try {
    worker = new Worker(workerFile);
    worker.on('message', resolve);
    worker.on('error', giveUp);
    worker.on('exit', giveUp);
    if (signal.aborted) giveUp();
    return await promise;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    // Not awaited: it waits for a call into the system that does not return.
    void worker?.terminate();
  }
}
