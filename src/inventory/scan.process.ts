import { parentPort, workerData } from 'node:worker_threads';
import { listFolder } from './listFolder.ts';
import { DiskScanner } from './scanDiskFiles.ts';
import type { ThreadRequest } from './scanThread.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

const { current } = workerData as { readonly current: Int32Array };
const scanner = new DiskScanner();

port.on('message', (request: ThreadRequest) => {
  if (request.kind === 'list') {
    port.postMessage(listFolder(request.folder));
    // While the host takes the files in.
    scanner.prepare();
    return;
  }
  const scans = scanner.scan(request.files, (index) => Atomics.store(current, 0, index));
  Atomics.store(current, 0, -1);
  port.postMessage(scans, [scans.places.buffer]);
});
