import { isMainThread, workerData } from 'node:worker_threads';
import { completeOlderNode } from './olderNode.ts';
import { runProcess } from './runProcess.ts';

/** `address-risk COMMAND …`; in a thread, what reads files, or the certificates of the system. */
completeOlderNode();
if (isMainThread) {
  runProcess(process.argv.slice(2));
} else if ((workerData as { readonly kind?: string } | null)?.kind === 'files') {
  void import('../workspace/filesThread.ts').then(({ serveFiles }) => serveFiles());
} else {
  void import('../api/certificates.process.ts');
}
