import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * The certificates to trust: Node's own, the system's, and those of `NODE_EXTRA_CA_CERTS`, as PEM.
 * Undefined if they cannot be read: then Node uses its own.
 * @param workerFile the built `certificates.process.ts`
 */
export async function readCertificates(
  workerFile: string | URL,
): Promise<readonly string[] | undefined> {
  const worker = new Worker(workerFile);
  try {
    const [certificates] = (await once(worker, 'message')) as [readonly string[]];
    return certificates;
  } catch {
    return undefined;
  } finally {
    await worker.terminate();
  }
}
