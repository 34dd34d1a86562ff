import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../sample/usageError.ts';
import { handle, type HandlerParts } from './handle.ts';
import { answerSideRoute, type SideRoutes } from './sideRoutes.ts';

export interface Listening {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** Takes no new request; resolves when all in progress have been answered. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly mostConnections: number;
  /** How long a client may take to send the head of a request, in milliseconds. */
  readonly slowestHeadMs: number;
  /** PEM; undefined for plain http. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

/** In milliseconds and bytes; beyond the time for a head, a request may take as long again. */
function limitsOf({ slowestHeadMs }: ListenOptions) {
  return {
    headersTimeout: slowestHeadMs,
    requestTimeout: 2 * slowestHeadMs,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 60_000,
    maxHeaderSize: 8_192,
  };
}

/** A connection on which nothing moves; longer than any response is waited for. */
const idleMs = 120_000;

/** @throws {UsageError} for an address that cannot be listened on */
export async function listen(
  options: ListenOptions,
  parts: HandlerParts,
  sideRoutes: SideRoutes,
): Promise<Listening> {
  const { host, port, tls, mostConnections } = options;
  const limits = limitsOf(options);
  const server =
    tls === undefined ? createHttpServer(limits) : createHttpsServer({ ...limits, ...tls });
  const inProgress = new Set<Promise<void>>();
  server.on('request', (request, response) => {
    const answered = answerSideRoute(sideRoutes, request, response)
      .then((isAnswered) => (isAnswered ? undefined : handle(parts, request, response)))
      .catch((error: unknown) => {
        parts.onFault(error);
        response.destroy();
      })
      .finally(() => inProgress.delete(answered));
    inProgress.add(answered);
  });
  server.maxConnections = mostConnections;
  server.setTimeout(idleMs);
  const bound = await bind(server, host, port);
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${shown}:${bound}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await Promise.allSettled(inProgress);
      server.closeAllConnections();
      await closed;
    },
  };
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(new UsageError(`Port ${port} of ${host} cannot be used: ${error.message}`));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
