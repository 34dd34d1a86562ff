import { createServer, type AddressInfo, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A server in a thread of its own. Asked to `drop`, it closes the first connection, and the shared
 * word tells when that is done: the thread that waits for it has seen nothing of it then.
 */
const dropped = new Int32Array(workerData as SharedArrayBuffer);
let first: Socket | undefined;
let requestCount = 0;

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', () => {
    requestCount++;
    socket.write('HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 4\r\n\r\npaid');
  });
  if (first !== undefined) return;
  first = socket;
  socket.on('close', () => {
    Atomics.store(dropped, 0, 1);
    Atomics.notify(dropped, 0);
  });
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage((server.address() as AddressInfo).port);
});
parentPort?.on('message', (order: 'drop' | 'count') => {
  if (order === 'drop') first?.destroy();
  else parentPort?.postMessage(requestCount);
});
