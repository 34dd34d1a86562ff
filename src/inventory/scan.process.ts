import { parentPort, workerData } from 'node:worker_threads';
import { DiskScanner, type DiskFile } from './scanDiskFiles.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

const { current } = workerData as { readonly current: Int32Array };
const scanner = new DiskScanner();
// While the host still looks for files.
scanner.prepare();

port.on('message', (files: readonly DiskFile[]) => {
  const scans = scanner.scan(files, (index) => Atomics.store(current, 0, index));
  Atomics.store(current, 0, -1);
  port.postMessage(scans, [scans.places.buffer]);
});
