import { isMainThread, workerData } from 'node:worker_threads';
import { completeOlderNode } from './program.ts';
import { runProcess } from './dispatch.ts';

/**
 * `address-risk COMMAND …`; in a thread, the job that its `kind` names, or reading the system's
 * certificates.
 */
completeOlderNode();
if (isMainThread) {
  runProcess(process.argv.slice(2));
} else {
  const { kind } = (workerData ?? {}) as { readonly kind?: string };
  if (kind === 'files') {
    void import('../folder/scanDiskFiles.ts').then(({ serveFiles }) => serveFiles());
  } else if (kind === 'scan') {
    void import('./scanRows.ts').then(({ serveRows }) => serveRows());
  } else {
    void import('../api/certificates.process.ts');
  }
}
