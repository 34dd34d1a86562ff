import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Refusal } from '../../sample/http/refusal.ts';
import { routeOf, type Route } from '../../sample/http/route.ts';

export type Call = Extract<Route, { pairs: string }>;

/** No call of the contract has a body; this much is read to be able to say so. */
const mostBodyBytes = 16_384;
const longestTarget = 2_048;

/** A page in a browser must not reach the gateway under a name of its own (DNS rebinding). */
export function checkHost(host: string | undefined): void {
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host ?? '')) {
    throw new Refusal(400, 'The gateway responds to its loopback names only.');
  }
}

/** No web page may call the gateway: a browser names the page by one of these headers. */
export function refusePages({
  origin,
  'sec-fetch-site': site = 'none',
}: IncomingHttpHeaders): void {
  if (origin !== undefined || (site !== 'none' && site !== 'same-origin')) {
    throw new Refusal(403, 'The gateway does not respond to web pages.');
  }
}

export function readCall(method: string, target: string): Call {
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

export async function refuseBody(request: IncomingMessage): Promise<void> {
  let size = 0;
  // Not destroyed when the loop is left, because the response takes the same connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > mostBodyBytes) {
      throw new Refusal(413, 'No call accepts a body this large.', { Connection: 'close' });
    }
  }
  if (size > 0) throw new Refusal(422, 'This call accepts no body.');
}
