import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that cuts a connection now and then, and knows when it was last used. */
export interface Cable {
  /** The URL of the target, with the port of the proxy. */
  readonly url: string;
  /** When the last byte was sent to the target. */
  readonly usedAt: number;
  /** How many responses `cut` has cut off. */
  readonly cuts: number;
  /** The next connections are cut after the request, or before the response. */
  cut(connections: number): void;
  /** Resolves once the target has responded to a request that starts so; the response stays here. */
  hold(start: string): Promise<void>;
  /** Every connection that is open is cut, whatever is on its way. @returns how many there were */
  cutOpen(): number;
  close(): void;
}

/** @param target the URL of a server on this machine, of any protocol over TCP */
export async function openCable(target: string): Promise<Cable> {
  const targetPort = Number(new URL(target).port);
  let left = 0;
  let cuts = 0;
  let usedAt = 0;
  let held: { readonly start: string; readonly resolve: () => void } | undefined;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let onResponse: (() => void) | undefined;
    client.on('data', (bytes) => {
      usedAt = performance.now();
      if (held !== undefined && bytes.toString('latin1').startsWith(held.start)) {
        onResponse = held.resolve;
        held = undefined;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (onResponse !== undefined) onResponse();
      else if (left > 0) {
        left--;
        cuts++;
        client.destroy();
      } else client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const url = new URL(target);
  url.port = String(port);
  return {
    url: url.href.replace(/\/$/, ''),
    get usedAt() {
      return usedAt;
    },
    get cuts() {
      return cuts;
    },
    cut(connections) {
      left = connections;
    },
    hold(start) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = { start, resolve: () => resolve(undefined) };
      return promise.then(() => undefined);
    },
    cutOpen() {
      const open = [...sockets];
      for (const socket of open) socket.destroy();
      return open.length;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
