import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A request as it came off the wire, with nothing interpreted but where its head ends. */
export interface RawRequest {
  readonly head: string;
  readonly body: string;
  /** The first line: method, target, version. */
  readonly line: string;
  /** Monotonic milliseconds. */
  readonly at: number;
}

export type RawAnswer = (socket: Socket, request: RawRequest, index: number) => void;

/** A TCP server that answers with bytes; its log is what tests count by. */
export interface RawServer {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RawRequest[];
  close(): Promise<void>;
}

export async function startRawServer(answer: RawAnswer, tls?: TlsOptions): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let pending = '';
    socket.on('data', (bytes) => {
      pending += bytes.toString('latin1');
      for (;;) {
        const end = pending.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = pending.slice(0, end);
        const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
        if (pending.length < end + 4 + length) return;
        const body = pending.slice(end + 4, end + 4 + length);
        pending = pending.slice(end + 4 + length);
        const line = head.split('\r\n')[0] ?? '';
        const request = { head, body, line, at: performance.now() };
        requests.push(request);
        answer(socket, request, requests.length - 1);
      }
    });
  };
  const server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** A whole answer with its length. */
export function reply(
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): RawAnswer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  return (socket) => {
    socket.write(
      `HTTP/1.1 ${status} X\r\n${lines.join('')}content-length: ${length}\r\n\r\n${body}`,
    );
  };
}

/** Answers one after the other; the last one again and again. */
export function inTurn(...answers: readonly RawAnswer[]): RawAnswer {
  return (socket, request, index) => {
    (answers[index] ?? answers.at(-1))?.(socket, request, index);
  };
}

export const destroy: RawAnswer = (socket) => socket.destroy();
export const silence: RawAnswer = () => undefined;

/** A proxy that opens tunnels to this machine, whatever host was requested, or refuses them. */
export function startProxy(targetPort: number, refusal?: number): Promise<RawServer> {
  return startRawServer((socket) => {
    if (refusal !== undefined) {
      socket.end(
        `HTTP/1.1 ${refusal} No\r\nproxy-authenticate: Basic realm="p"\r\ncontent-length: 0\r\n\r\n`,
      );
      return;
    }
    const onward = connect(targetPort, '127.0.0.1');
    socket.removeAllListeners('data');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.pipe(onward).pipe(socket);
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
}
