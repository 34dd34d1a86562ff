import { X509Certificate } from 'node:crypto';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../../options/options.ts';
import { checkHost, refusePages, Refusal, type RequestLimits } from '../../sample/http/request.ts';
import type { ServeOptions, TlsFiles } from '../serveOptions.ts';
import { handle, type HandlerParts } from './handle.ts';

type ListenOptions = ServeOptions['listening'];

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

/** @param handler of members; without it, this is the port of those who run the gateway */
export function answersOf(
  routes: SideRoutes,
  isLoopbackOnly: boolean,
  handler?: HandlerParts,
): Answer {
  const port = { isLoopbackOnly, isAdmin: handler === undefined };
  return async (request, response) => {
    if (await answerSideRoute(routes, request, response, port)) return;
    if (handler === undefined) response.writeHead(404).end();
    else await handle(handler, request, response);
  };
}

/** @throws {UsageError} for an address that cannot be listened on */
export async function listen(
  options: ListenOptions,
  answer: Answer,
  onFault: (error: unknown) => void,
) {
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
    /** Where it listens, without a slash at the end. */
    url: `${tls === undefined ? 'http' : 'https'}://${shown}:${bound}`,
    /**
     * New connections have this certificate; those that are open keep theirs.
     * @returns until when it is valid
     * @throws {UsageError} if it cannot be used
     */
    useCertificate(renewed: TlsFiles): string {
      withCertificate(() => (server as HttpsServer).setSecureContext(renewed));
      return new Date(new X509Certificate(renewed.cert).validTo).toISOString();
    },
    /** Takes no new request; resolves when all in progress have been answered. */
    async close(): Promise<void> {
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

interface SideRoutes {
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
