import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerTo, type Answer, type Caller, type ServiceState } from './calls.ts';
import { checkHost, readCall, refuseBody, refusePages, type Call } from './checks.ts';
import { readCredentials } from './credentials.ts';
import { Refusal } from './refusal.ts';

const limits = { server: 'service', maxBodyBytes: 65_536, maxTargetLength: 4_096 } as const;

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
      'Address-Risk-Data': 'sample',
      // A file may be named in any script; a header field takes ASCII (RFC 9110, 5.5).
      'Sample-Data': `computed from the ${state.ledger.origin.replace(/[^ -~]/g, '?')}`,
      ...headers,
    });
    response.end(answer.body);
  };
  try {
    checkHost(request.headers.host, limits);
    refusePages(request.headers, limits);
    const call = readCall(method, target, limits);
    const caller = authenticate(state, call, request.headers.authorization);
    isAuthenticated = true;
    await refuseBody(request, limits);
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

/** What a test may know of a request afterwards; never its credentials. */
export interface AnsweredRequest {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  readonly status: number;
  /** When its head had arrived, in Unix milliseconds with fractions, from a clock that never jumps. */
  readonly timeMs: number;
  /** Whether it came with a key that is good. */
  readonly isAuthenticated: boolean;
}
