import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** An answer that is not 2xx, thrown where the reason is found. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /** @param reason one sentence for people; it never repeats what the client sent */
  constructor(status: number, reason: string, headers: Readonly<Record<string, string>> = {}) {
    super(reason);
    this.status = status;
    this.headers = headers;
  }
}

/** No call has a body; this much is read to report that. */
const maxBodyBytes = 65_536;
/** In characters. */
const maxTargetLength = 4_096;

/**
 * Rejects web pages, even from this machine: browsers send one of these headers, and no client of
 * the contract does. `none` is the user's own navigation. Pages must not reach the server under
 * their own host name either (DNS rebinding).
 * @param isLoopbackOnly whether only this machine's loopback names are accepted
 * @throws {Refusal} 400 or 403
 */
export function refusePages(
  { host = '', origin, 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders,
  server: 'service' | 'gateway',
  isLoopbackOnly = true,
): void {
  const isLoopback = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host);
  if (isLoopbackOnly && !isLoopback) {
    throw new Refusal(400, `The ${server} responds to its loopback names only.`);
  }
  if (origin !== undefined || (site !== 'none' && site !== 'same-origin')) {
    throw new Refusal(403, `The ${server} does not respond to web pages.`);
  }
}

/** Whether the client left in the middle of its own request, so there is no one to respond to. */
export function isGone({ destroyed, complete }: IncomingMessage): boolean {
  return destroyed && !complete;
}

export async function refuseBody(request: IncomingMessage): Promise<void> {
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

/** A parsed request; its parts are still percent-encoded. */
export type Call =
  | { readonly kind: 'start'; readonly address: string; readonly pairs: string }
  | { readonly kind: 'status'; readonly pairs: string }
  | { readonly kind: 'summary'; readonly address: string; readonly pairs: string };

export function readCall({ method = '', url: target = '' }: IncomingMessage): Call {
  if (target.length > maxTargetLength) throw new Refusal(414, 'The request target is too long.');
  return callOf(method, target);
}

/**
 * The three endpoints (service-spec.md, Endpoints), matched in the raw request target: a URL
 * parser, and every router based on one, would turn `/risk/api/../risk_score/…` into another path
 * before it could be rejected.
 * @throws {Refusal} 404 or 405
 */
export function callOf(method: string, target: string): Call {
  const requireMethod = (allowed: 'GET' | 'POST'): void => {
    if (method === allowed) return;
    throw new Refusal(405, `This path accepts ${allowed}.`, { Allow: allowed });
  };
  // A client may send the absolute form (RFC 9112, 3.2.2).
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  const pairs = query.join('?');

  const start = /^\/risk\/api\/([^/]*)\/risk_score\/([^/]*)$/.exec(path);
  if (start !== null) {
    requireMethod('POST');
    // The pairs of this one are in the last segment of the path.
    return { kind: 'start', address: start[1] ?? '', pairs: start[2] ?? '' };
  }
  if (path === '/risk/api/risk_score') {
    requireMethod('GET');
    return { kind: 'status', pairs };
  }
  const summary = /^\/evm\/api\/([^/]*)\/summary\/$/.exec(path);
  if (summary !== null) {
    requireMethod('POST');
    return { kind: 'summary', address: summary[1] ?? '', pairs };
  }
  throw new Refusal(404, 'There is nothing at this path.');
}

export interface Credentials {
  readonly tenant: string;
  readonly key: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads an `Authorization` header: `Basic ` and base64 of `<tenant_id>:<api_key>`
 * (service-spec.md, Authentication, 1; RFC 7617, UTF-8).
 *
 * @param realm of whoever asks for them
 * @throws {Refusal} 401 for no header, another scheme, or what cannot be read
 */
export function readCredentials(header: string | undefined, realm: string): Credentials {
  const token = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  let pair = '';
  try {
    pair = utf8.decode(Buffer.from(token ?? '', 'base64'));
  } catch {
    // It is not UTF-8.
  }
  const colon = pair.indexOf(':');
  if (colon >= 0) return { tenant: pair.slice(0, colon), key: pair.slice(colon + 1) };
  throw unauthorized('Basic credentials are missing or cannot be read.', realm);
}

/** A key as it is stored; the tenant in front keeps equal keys of two tenants apart. */
export function keyDigest({ tenant, key }: Credentials): string {
  return createHash('sha256').update(`${tenant}:${key}`).digest('hex');
}

/**
 * For unknown credentials (service-spec.md, "Authentication", 3). At the risk endpoints, the spec
 * reserves 404 for jobs, so an unknown tenant gets 401.
 */
export function unknownCredentials(
  state: 'tenantUnknown' | 'keyUnknown',
  call: Call,
  realm: string,
): Refusal {
  if (state === 'keyUnknown') return unauthorized('The key is unknown.', realm);
  return call.kind === 'summary'
    ? new Refusal(404, 'License or tenant not found.')
    : unauthorized('The tenant is unknown.', realm);
}

function unauthorized(reason: string, realm: string): Refusal {
  const challenge = `Basic realm="${realm}", charset="UTF-8"`;
  return new Refusal(401, reason, { 'WWW-Authenticate': challenge });
}

export type Aggregator = 'money' | 'money_rank_weight';

/**
 * The value of a `name=value` pair in a list joined by `&`.
 *
 *  @returns undefined for none
 * @throws {Refusal} 422 if it occurs twice or cannot be decoded
 */
function valueOf(pairs: string, name: string): string | undefined {
  const values = pairs
    .split('&')
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => decoded(pair.slice(name.length + 1)));
  if (values.length > 1) throw new Refusal(422, `The parameter "${name}" is given twice.`);
  return values[0];
}

/** The same for a parameter that a call needs. */
export function requiredValue(pairs: string, name: string): string {
  const value = valueOf(pairs, name);
  if (value === undefined) throw new Refusal(422, `The parameter "${name}" is missing.`);
  return value;
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(422, 'A parameter has a percent sign that is not an escape sequence.');
  }
}

/** @throws {Refusal} 422 */
export function readAggregator(pairs: string): Aggregator {
  const name = valueOf(pairs, 'aggregator') ?? 'money';
  if (name !== 'money' && name !== 'money_rank_weight') {
    throw new Refusal(422, 'The aggregator is neither "money" nor "money_rank_weight".');
  }
  return name;
}

/** @throws {Refusal} 422 if it is missing or cannot be any identifier: 1 to 512 visible characters */
export function readJobId(pairs: string): string {
  const id = requiredValue(pairs, 'job_id');
  if (!/^[\x21-\x7e]{1,512}$/.test(id)) throw new Refusal(422, 'This is not a job identifier.');
  return id;
}
