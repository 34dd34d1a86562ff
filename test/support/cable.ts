import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { LoggedService } from './loggedService.ts';

/** A way to the service that cuts a connection now and then, and knows when it was last used. */
export interface Cable {
  readonly url: string;
  /** When the last byte was sent to the service. */
  readonly usedAt: number;
  /** The next connections are cut after the request, or before the response. */
  cut(connections: number): void;
  close(): void;
}

export async function openCable(service: LoggedService): Promise<Cable> {
  let cuts = 0;
  let usedAt = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(Number(new URL(service.url).port), '127.0.0.1');
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
  return {
    url: `http://127.0.0.1:${port}`,
    get usedAt() {
      return usedAt;
    },
    cut(connections) {
      cuts = connections;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
