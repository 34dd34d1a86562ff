import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** What a server of the contract accepts. No call has a body; some is read to be able to say so. */
export interface RequestLimits {
  /** As its messages name it. */
  readonly server: 'service' | 'gateway';
  readonly maxBodyBytes: number;
  /** In characters. */
  readonly maxTargetLength: number;
}

/** A page in a browser must not reach the server under a name of its own (DNS rebinding). */
export function checkHost(host: string | undefined, { server }: RequestLimits): void {
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host ?? '')) {
    throw new Refusal(400, `The ${server} responds to its loopback names only.`);
  }
}

/**
 * No page may call the server, not even one from this machine: a browser says who asks by one of
 * these headers, and no client of the contract sends either. `none` is a user's own navigation.
 */
export function refusePages(
  { origin, 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders,
  { server }: RequestLimits,
): void {
  if (origin !== undefined || (site !== 'none' && site !== 'same-origin')) {
    throw new Refusal(403, `The ${server} does not respond to web pages.`);
  }
}

export function readCall(
  method: string,
  target: string,
  { maxTargetLength: longestTarget }: RequestLimits,
): Call {
  if (target.length > longestTarget) throw new Refusal(414, 'The request target is too long.');
  const route = routeOf(method, target);
  switch (route.kind) {
    case 'unknown':
      throw new Refusal(404, 'There is nothing at this path.');
    case 'method':
      throw new Refusal(405, `This path accepts ${route.allowed}.`, { Allow: route.allowed });
    case 'start':
    case 'status':
    case 'summary':
      return route;
  }
}

export async function refuseBody(
  request: IncomingMessage,
  { maxBodyBytes }: RequestLimits,
): Promise<void> {
  let size = 0;
  // Not destroyed when the loop is left, because the response takes the same connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBodyBytes) {
      throw new Refusal(413, 'No call accepts a body this large.', { Connection: 'close' });
    }
  }
  if (size > 0) throw new Refusal(422, 'This call accepts no body.');
}

/** What a request asks for; its parts are still as they came, percent signs and all. */
export type Route =
  | { readonly kind: 'start'; readonly address: string; readonly pairs: string }
  | { readonly kind: 'status'; readonly pairs: string }
  | { readonly kind: 'summary'; readonly address: string; readonly pairs: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'method'; readonly allowed: 'GET' | 'POST' };

export type Call = Extract<Route, { pairs: string }>;

/**
 * The three endpoints (service-spec.md, Endpoints), found in the request target as it was sent: a
 * URL parser, and every router that stands on one, would turn `/risk/api/../risk_score/…` into
 * another path before anybody could refuse it.
 */
export function routeOf(method: string, target: string): Route {
  // A client may send the absolute form (RFC 9112, 3.2.2).
  const [path = '', ...query] = target.replace(/^http:\/\/[^/?#]*/i, '').split('?');
  const pairs = query.join('?');

  const start = /^\/risk\/api\/([^/]*)\/risk_score\/([^/]*)$/.exec(path);
  if (start !== null) {
    if (method !== 'POST') return { kind: 'method', allowed: 'POST' };
    // The pairs of this one are in the last segment of the path.
    return { kind: 'start', address: start[1] ?? '', pairs: start[2] ?? '' };
  }
  if (path === '/risk/api/risk_score') {
    return method === 'GET' ? { kind: 'status', pairs } : { kind: 'method', allowed: 'GET' };
  }
  const summary = /^\/evm\/api\/([^/]*)\/summary\/$/.exec(path);
  if (summary !== null) {
    if (method !== 'POST') return { kind: 'method', allowed: 'POST' };
    return { kind: 'summary', address: summary[1] ?? '', pairs };
  }
  return { kind: 'unknown' };
}
