import type { IncomingMessage, ServerResponse } from 'node:http';

export interface SideRoutes {
  /** Whether the store can be used, and requests are served. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: () => Promise<{ readonly type: string; readonly body: string }>;
}

/**
 * What those who run a gateway look at; false for any other path. A proxy in front adds a header, and
 * nothing of it is shown through one.
 */
export async function answerSideRoute(
  routes: SideRoutes,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (method !== 'GET') return false;
  const isProxied = 'x-forwarded-for' in headers || 'forwarded' in headers;
  if (url === '/healthz') return reply(response, 200, { type: 'text/plain', body: 'ok\n' });
  if (isProxied) return false;
  if (url === '/readyz') {
    const isReady = await routes.isReady();
    const body = isReady ? 'ready\n' : 'not ready\n';
    return reply(response, isReady ? 200 : 503, { type: 'text/plain', body });
  }
  if (url !== '/metrics') return false;
  const page = await routes.metrics().catch(() => undefined);
  if (page === undefined) {
    return reply(response, 503, { type: 'text/plain', body: 'The store cannot be read.\n' });
  }
  return reply(response, 200, page);
}

function reply(
  response: ServerResponse,
  status: number,
  { type, body }: { readonly type: string; readonly body: string },
): true {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(body);
  return true;
}
