import { X509Certificate } from 'node:crypto';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../options/usageError.ts';
import { checkHost, refusePages, Refusal, type RequestLimits } from '../../sample/http/request.ts';
import { handle, type HandlerParts } from './handle.ts';

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

export interface SideRoutes {
  /** Whether the store can be used, and requests are served. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: () => Promise<Page>;
  /** The page of the lead of the team. */
  readonly page: () => Promise<Page>;
}

export interface Page {
  readonly type: string;
  readonly body: string;
}

const text = (body: string): Page => ({ type: 'text/plain', body: `${body}\n` });

/**
 * What those who run a gateway look at; false for any other path.
 * @param isLoopbackOnly whether only the loopback names of this machine lead here
 * @param isAdmin whether this is the port of their own: only there are counts shown
 */
async function answerSideRoute(
  routes: SideRoutes,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
  { isLoopbackOnly, isAdmin }: { readonly isLoopbackOnly: boolean; readonly isAdmin: boolean },
): Promise<boolean> {
  const isShown = isAdmin && (url === '/metrics' || url === '/');
  const isKnown = url === '/healthz' || url === '/readyz' || isShown;
  if (method !== 'GET' || !isKnown) return false;
  try {
    if (isLoopbackOnly) checkHost(headers.host, limits);
    refusePages(headers, limits);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return reply(response, error.status, text(error.message));
  }
  if (url === '/healthz') return reply(response, 200, text('ok'));
  if (url === '/') return reply(response, 200, await routes.page());
  if (url === '/metrics') return reply(response, 200, await routes.metrics());
  const isReady = await routes.isReady();
  return reply(response, isReady ? 200 : 503, text(isReady ? 'ready' : 'not ready'));
}

const limits: RequestLimits = { server: 'gateway', maxBodyBytes: 0, maxTargetLength: 0 };

function reply(response: ServerResponse, status: number, { type, body }: Page): true {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(body);
  return true;
}
