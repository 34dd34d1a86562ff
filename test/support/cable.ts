import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that cuts a connection now and then, and knows when it was last used. */
export interface Cable {
  /** The URL of the target, with the port of the proxy. */
  readonly url: string;
  /** When the last byte was sent to the target. */
  readonly usedAt: number;
  /** The next connections are cut after the request, or before the response. */
  cut(connections: number): void;
  /** Every connection that is open is cut, whatever is on its way. @returns how many there were */
  cutOpen(): number;
  close(): void;
}

/** @param target the URL of a server on this machine, of any protocol over TCP */
export async function openCable(target: string): Promise<Cable> {
  const targetPort = Number(new URL(target).port);
  let cuts = 0;
  let usedAt = 0;
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
    client.on('data', (bytes) => {
      usedAt = performance.now();
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (cuts > 0 && cuts-- > 0) client.destroy();
      else client.write(bytes);
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
    cut(connections) {
      cuts = connections;
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
