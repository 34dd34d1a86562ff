import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AnsweredRequest } from './answeredRequest.ts';
import { answerTo, type Answer, type Call, type Caller, type ServiceState } from './calls.ts';
import { readCredentials } from './credentials.ts';
import { Refusal } from './refusal.ts';
import { routeOf } from './route.ts';

/** No call of the specification has a body; this much is read to be able to say so. */
const maxBodyBytes = 65_536;
const maxTargetLength = 4096;

/**
 * Answers one request. The order of refusals, where several would be due: host 400, web page 403, target 414,
 * path 404, method 405, credentials 401, tenant 404 or 401, key 401, revoked 403, size of body 413,
 * a body at all 422, then those of the call itself.
 */
export async function handle(
  state: ServiceState,
  request: IncomingMessage,
  response: ServerResponse,
  onAnswer: (answered: AnsweredRequest) => void,
): Promise<void> {
  const { method = '', url: target = '' } = request;
  const timeMs = performance.timeOrigin + performance.now();
  let isAuthenticated = false;
  const finish = (status: number, answer: Answer, headers: Readonly<Record<string, string>>) => {
    onAnswer({ method, target, status, timeMs, isAuthenticated });
    response.writeHead(status, {
      'Content-Type': answer.type,
      'Content-Length': Buffer.byteLength(answer.body),
      'Cache-Control': 'no-store',
      // A file may be named in any script; a header field takes ASCII (RFC 9110, 5.5).
      'Sample-Data': `computed from the ${state.ledger.origin.replace(/[^ -~]/g, '?')}`,
      ...headers,
    });
    response.end(answer.body);
  };
  try {
    checkHost(request.headers.host);
    refusePages(request.headers);
    const call = readCall(method, target);
    const caller = authenticate(state, call, request.headers.authorization);
    isAuthenticated = true;
    await refuseBody(request);
    finish(200, answerTo(state, call, caller), {});
  } catch (error) {
    // The client went away in the middle of its own request: there is no one to answer.
    if (!(error instanceof Refusal) && !request.complete) return;
    const { status, message, headers } =
      error instanceof Refusal ? error : new Refusal(500, 'The service failed on this call.');
    if (status === 500) console.error(error);
    finish(
      status,
      { type: 'application/json', body: JSON.stringify({ detail: message }) },
      headers,
    );
  }
}

/** A page in a browser must not reach the service under a name of its own (DNS rebinding). */
function checkHost(host: string | undefined): void {
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host ?? '')) {
    throw new Refusal(400, 'The service responds to its loopback names only.');
  }
}

/**
 * No page may call the service, not even one from this machine: a browser says who asks by one of
 * these headers, and no client of the contract sends either. `none` is a user's own navigation.
 */
function refusePages({ origin, 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders): void {
  if (origin !== undefined || (site !== 'none' && site !== 'same-origin')) {
    throw new Refusal(403, 'The service does not respond to web pages.');
  }
}

function readCall(method: string, target: string): Call {
  if (target.length > maxTargetLength) throw new Refusal(414, 'The request target is too long.');
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

/** Authentication, 3 of service-spec.md; what it leaves open for the risk endpoints is our choice. */
function authenticate(state: ServiceState, call: Call, header: string | undefined): Caller {
  const challenge = { 'WWW-Authenticate': 'Basic realm="Sample service", charset="UTF-8"' };
  const credentials = readCredentials(header);
  if (credentials === undefined) {
    throw new Refusal(401, 'Basic credentials are missing or cannot be read.', challenge);
  }
  const standing = state.licenses.authenticate(credentials.tenant, credentials.key);
  switch (standing.state) {
    case 'tenant-unknown':
      if (call.kind === 'summary') throw new Refusal(404, 'License or tenant not found.');
      throw new Refusal(401, 'The tenant is unknown.', challenge);
    case 'key-unknown':
      throw new Refusal(401, 'The key is unknown.', challenge);
    case 'revoked':
      throw new Refusal(403, 'The key has been revoked.');
    case 'valid':
      return standing;
  }
}

async function refuseBody(request: IncomingMessage): Promise<void> {
  let size = 0;
  // Not destroyed when the loop is left, because the answer takes the same connection.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBodyBytes) {
      throw new Refusal(413, 'No call accepts a body this large.');
    }
  }
  if (size > 0) throw new Refusal(422, 'This call accepts no body.');
}
