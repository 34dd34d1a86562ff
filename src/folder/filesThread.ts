import { parentPort, workerData } from 'node:worker_threads';
import { listFolder, wantedPaths } from './list.ts';
import { DiskScanner } from './scanDiskFiles.ts';
import type { ThreadRequest } from './scanThread.ts';

/** Lists, reads, and searches files on the disk, in a thread. */
export function serveFiles(): void {
  const port = parentPort;
  if (port === null) throw new Error('This runs in a thread.');
  // Of an editor: the index of the file that is being read.
  const { current } = workerData as { readonly current?: Int32Array };
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
      case 'search':
        scanner.searchFor(request.search);
        port.postMessage(null);
        return;
      case 'rows':
        scanner.addRows(request.portion);
        port.postMessage(null);
        return;
      case 'scan': {
        const scans =
          current === undefined
            ? scanner.scanAll(request.files)
            : scanner.scan(request.files, (index) => Atomics.store(current, 0, index));
        if (current !== undefined) Atomics.store(current, 0, -1);
        port.postMessage(scans, [scans.places.buffer]);
      }
    }
  });
  // While the book is read, which the first files wait for.
  if (current === undefined) scanner.prepare();
}
