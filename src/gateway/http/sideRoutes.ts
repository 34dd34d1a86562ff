import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkHost, refusePages, type RequestLimits } from '../../sample/http/checks.ts';
import { Refusal } from '../../sample/http/refusal.ts';

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
export async function answerSideRoute(
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
