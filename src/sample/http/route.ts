/** What a request asks for; its parts are still as they came, percent signs and all. */
export type Route =
  | { readonly kind: 'start'; readonly address: string; readonly pairs: string }
  | { readonly kind: 'status'; readonly pairs: string }
  | { readonly kind: 'summary'; readonly address: string; readonly pairs: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'method'; readonly allowed: 'GET' | 'POST' };

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
