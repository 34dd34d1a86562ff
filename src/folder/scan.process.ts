import { parentPort, workerData } from 'node:worker_threads';
import { listFolder, wantedPaths } from './list.ts';
import { DiskScanner } from './scanDiskFiles.ts';
import type { ThreadRequest } from './scanThread.ts';

const port = parentPort;
if (port === null) throw new Error('This file runs as a worker.');

const { current } = workerData as { readonly current: Int32Array };
const scanner = new DiskScanner();

port.on('message', (request: ThreadRequest) => {
  switch (request.kind) {
    case 'list':
      port.postMessage(listFolder(request.folder));
      // While the host takes the files in.
      scanner.prepare();
      return;
    case 'wanted':
      port.postMessage(wantedPaths(request.paths));
      return;
    case 'rows':
      scanner.addRows(request.portion);
      port.postMessage(null);
      return;
    case 'scan': {
      const scans = scanner.scan(request.files, (index) => Atomics.store(current, 0, index));
      Atomics.store(current, 0, -1);
      port.postMessage(scans, [scans.places.buffer]);
    }
  }
});
