import { X509Certificate } from 'node:crypto';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import { Server as NetServer } from 'node:net';
import { once } from 'node:events';
import { UsageError } from '../../options/options.ts';
import { listen, type Answer } from '../../sample/http/listen.ts';
import { refusePages, Refusal } from '../../sample/http/request.ts';
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

/** How long a stop waits for clients to read what was answered. */
const slowestReadMs = 5_000;

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
 * Responses for operators, and the calls of members.
 * @param isLoopbackOnly whether only this machine's loopback names are accepted
 * @param handler of members; without it, this is the operators' port, the only one that shows
 * counts
 */
export function answersOf(
  routes: SideRoutes,
  isLoopbackOnly: boolean,
  handler?: HandlerParts,
): Answer {
  const pages: Readonly<Record<string, () => Promise<Page>>> = {
    '/healthz': () => Promise.resolve(text('ok')),
    ...(handler === undefined && { '/': routes.page, '/metrics': routes.metrics }),
  };
  return async (request, response) => {
    const { method, url = '', headers } = request;
    const isKnown = url === '/readyz' || Object.hasOwn(pages, url);
    if (method !== 'GET' || !isKnown) {
      if (handler === undefined) response.writeHead(404).end();
      else await handle(handler, request, response);
      return;
    }
    try {
      refusePages(headers, 'gateway', isLoopbackOnly);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply(response, error.status, text(error.message));
      return;
    }
    const page = await pages[url]?.();
    const isReady = page !== undefined || (await routes.isReady());
    reply(response, isReady ? 200 : 503, page ?? text(isReady ? 'ready' : 'not ready'));
  };
}

/**
 * @param answer may reject only for a fault of our own
 * @throws {UsageError} for an address that cannot be listened on
 */
export async function openServer(
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
  server.maxConnections = maxConnections;
  server.setTimeout(idleMs);
  /** Responses that have not left, in the order of their requests. */
  const open = new Set<ServerResponse>();
  let isClosing = false;
  const bound = await listen(server, host, port, async (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    response.shouldKeepAlive &&= !isClosing;
    await answer(request, response).catch((error: unknown) => {
      onFault(error);
      response.destroy();
    });
  });
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    /** Where it listens, without a slash at the end. */
    url: `${tls === undefined ? 'http' : 'https'}://${shown}:${bound.port}`,
    /**
     * Uses a certificate for new connections; open ones keep theirs.
     * @returns the end of its validity
     * @throws {UsageError} if it cannot be used
     */
    useCertificate(renewed: TlsFiles): string {
      withCertificate(() => (server as HttpsServer).setSecureContext(renewed));
      return new Date(new X509Certificate(renewed.cert).validTo).toISOString();
    },
    /** Takes no new connection; resolves when all requests have been answered. */
    async close(): Promise<void> {
      isClosing = true;
      // HTTP's own would cut off what is on its way to a slow reader, or just being requested.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      // Each connection ends with the last response on it: a client may have sent several requests.
      const last = new Map([...open].map((response) => [response.req.socket, response]));
      for (const response of last.values()) response.shouldKeepAlive = false;
      await bound.answered();
      const signal = AbortSignal.timeout(slowestReadMs);
      await Promise.allSettled([...open].map((response) => once(response, 'close', { signal })));
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

function reply(response: ServerResponse, status: number, { type, body }: Page): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(body);
}
