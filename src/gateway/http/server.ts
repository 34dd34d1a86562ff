import { X509Certificate } from 'node:crypto';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../options/usageError.ts';
import { handle, type HandlerParts } from './handle.ts';
import { answerSideRoute, type SideRoutes } from './sideRoutes.ts';

export interface Listening {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /**
   * New connections have this certificate; those that are open keep theirs.
   * @returns until when it is valid
   * @throws {UsageError} if it cannot be used
   */
  useCertificate(tls: TlsFiles): string;
  /** Takes no new request; resolves when all in progress have been answered. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly maxConnections: number;
  /** How long a client may take to send the head of a request, in milliseconds. */
  readonly slowestHeadMs: number;
  /** Undefined for plain http. */
  readonly tls: TlsFiles | undefined;
}

/** PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
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

/** What answers a request; it may reject only for a fault of our own. */
type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The port of members. */
export function memberAnswer(parts: HandlerParts, sideRoutes: SideRoutes): Answer {
  const { isLoopbackOnly } = parts;
  return async (request, response) => {
    const asked = { isLoopbackOnly, isAdmin: false };
    const isAnswered = await answerSideRoute(sideRoutes, request, response, asked);
    if (!isAnswered) await handle(parts, request, response);
  };
}

/** The port of those who run the gateway. */
export function adminAnswer(sideRoutes: SideRoutes, isLoopbackOnly: boolean): Answer {
  return async (request, response) => {
    const asked = { isLoopbackOnly, isAdmin: true };
    if (await answerSideRoute(sideRoutes, request, response, asked)) return;
    response.writeHead(404).end();
  };
}

/** @throws {UsageError} for an address that cannot be listened on */
export async function listen(
  options: ListenOptions,
  answer: Answer,
  onFault: (error: unknown) => void,
): Promise<Listening> {
  const { host, port, tls, maxConnections } = options;
  const limits = limitsOf(options);
  const server =
    tls === undefined
      ? createHttpServer(limits)
      : withCertificate(() => createHttpsServer({ ...limits, ...tls }));
  const inProgress = new Set<Promise<void>>();
  server.on('request', (request, response) => {
    const answered = answer(request, response)
      .catch((error: unknown) => {
        onFault(error);
        response.destroy();
      })
      .finally(() => inProgress.delete(answered));
    inProgress.add(answered);
  });
  server.maxConnections = maxConnections;
  server.setTimeout(idleMs);
  const bound = await bind(server, host, port);
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${shown}:${bound}`,
    useCertificate(renewed) {
      withCertificate(() => (server as HttpsServer).setSecureContext(renewed));
      return new Date(new X509Certificate(renewed.cert).validTo).toISOString();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await Promise.allSettled(inProgress);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** @throws {UsageError} if OpenSSL cannot use a certificate, or its key is another one's */
function withCertificate<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no PEM';
    throw new UsageError(`The certificate and its key cannot be used (${code}).`);
  }
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(new UsageError(`Port ${port} of ${host} cannot be used: ${error.message}`));
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
