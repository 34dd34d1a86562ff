import { isMainThread } from 'node:worker_threads';
import { completeOlderNode } from './olderNode.ts';
import { runProcess } from './runProcess.ts';

/** `address-risk COMMAND …`; in a thread, what reads the certificates of the system. */
if (isMainThread) {
  completeOlderNode();
  runProcess(process.argv.slice(2));
} else {
  void import('../api/certificates.process.ts');
}
