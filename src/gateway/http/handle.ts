import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '../../api/failure.ts';
import { isSampleBody, withoutMark } from '../../api/sampleData.ts';
import { LedgerError } from '../../ledger/faults.ts';
import {
  decoded,
  isGone,
  readAggregator,
  readCall,
  readCredentials,
  readJobId,
  refuseBody,
  refusePages,
  Refusal,
  requiredValue,
  unknownCredentials,
  type Call,
} from '../../sample/http/request.ts';
import { storeUnavailable, type GatewayAnswer } from '../answers.ts';
import type { Gateway } from '../gateway.ts';
import { isLoopbackHost, type ServeOptions } from '../serveOptions.ts';
import { KeyGuard, RequestBuckets, TooManyKeys } from './keyGuard.ts';
import { Members, type Member, type Standing } from '../store/members.ts';
import type { Aggregator } from '../../api/parameters.ts';
import { readPlace, type Place, type Team } from '../doors.ts';

/** A request that was answered, for the log and the metrics; never its credentials. */
export interface Answered {
  /** Unique; the response has it, too. */
  readonly id: string;
  readonly endpoint: Endpoint | 'none';
  readonly status: number;
  readonly elapsedMs: number;
  readonly charged: number | undefined;
  /** The ID of the member whose key it is, also if that was revoked or has expired. */
  readonly member: string | undefined;
  /** Rejected without processing; only for the metrics. */
  readonly isFlood: boolean;
  /** Undefined if the request names nothing that exists. */
  readonly request: ReadRequest | undefined;
}

export type HandlerParts = ReturnType<typeof handlerOf>;

/** Creates the handler of members' requests. */
export function handlerOf(
  { sql, ports, log }: Team,
  gateway: Gateway,
  options: ServeOptions,
  onAnswer: (answered: Answered) => void,
) {
  const { requestsPerSecond: perSecond, requestsInFlight: inFlight } = options;
  return {
    gateway,
    members: new Members(sql),
    guard: new KeyGuard(),
    requests: new RequestBuckets({ perSecond, inFlight }),
    now: () => ports.clock.now(),
    /** Whether only the loopback names of this machine lead here. */
    isLoopbackOnly: !options.isBehindProxy && isLoopbackHost(options.listening.host),
    /** Whether a proxy reports the sender of a request. */
    isBehindProxy: options.isBehindProxy,
    /** Whether everything behind it is made up. */
    isSample: options.upstream === undefined,
    onAnswer,
    onFault: (error: unknown): void => log.fault('request', error),
  };
}

type Known = { -readonly [Name in 'member' | 'request' | 'isFlood']: Answered[Name] };

/**
 * Responds to one request. Rejections have the same order as in the sample service: host, web page,
 * target, path, method, credentials, body, then those of the call itself.
 */
export async function handle(
  parts: HandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [id, began] = [randomUUID(), performance.now()];
  const known: Known = { member: undefined, request: undefined, isFlood: false };
  const finish = (answer: GatewayAnswer, headers: Readonly<Record<string, string>> = {}): void => {
    const isSample = parts.isSample || isSampleBody(answer.body);
    send(response, answer, {
      ...headers,
      'Address-Risk-Request': id,
      ...typeOf(answer, known.request),
      ...(isSample && { 'Address-Risk-Data': 'sample' }),
    });
    parts.onAnswer({
      ...known,
      id,
      endpoint: known.request?.endpoint ?? 'none',
      status: answer.status,
      elapsedMs: performance.now() - began,
      charged: answer.charged,
    });
  };
  try {
    finish(await answerTo(parts, request, response, known));
  } catch (error) {
    if (error instanceof LedgerError) finish(storeUnavailable());
    else if (error instanceof Refusal) {
      const { status, message, headers } = error;
      known.isFlood = error instanceof TooManyKeys;
      finish({ status, body: message, charged: 0 }, headers);
    } else if (!isGone(request)) {
      parts.onFault(error);
      finish({ status: 500, body: 'The gateway failed on this request.' });
    }
  }
}

async function answerTo(
  parts: HandlerParts,
  request: IncomingMessage,
  response: ServerResponse,
  known: Known,
): Promise<GatewayAnswer> {
  const { gateway, requests } = parts;
  const { headers } = request;
  refusePages(headers, 'gateway', parts.isLoopbackOnly);
  const call = readCall(request);
  const standing = await standingOf(parts, call, request);
  const { member } = standing;
  known.member = member.id;
  if (standing.state !== 'valid') throw new Refusal(403, endedTexts[standing.state]);
  const end = requests.begin(member.id, performance.now());
  if (end === undefined) {
    const text = 'Too many requests of this member. Nothing was sent.';
    return { status: 503, body: text, charged: 0, retryAfterSeconds: 1 };
  }
  try {
    await refuseBody(request);
    const read = readRequest(call);
    known.request = read;
    if (read.endpoint === 'status') return await gateway.status(member, read.jobId);
    const isRepeat = /(?:^|,)\s{0,8}no-cache\s{0,8}(?:,|$)/i.test(headers['cache-control'] ?? '');
    const wanted = { member, place: read.place, isRepeat };
    if (read.endpoint === 'summary') return await gateway.summary(wanted);
    return await gateway.start(wanted, read.aggregator);
  } finally {
    // A result may be megabytes long, and its reader slow: until it has left, it takes memory.
    if (response.closed) end();
    else response.once('close', end);
  }
}

/** The client's address: of several proxies, only the nearest one is trustworthy. */
function senderOf({ isBehindProxy }: HandlerParts, request: IncomingMessage): string {
  const forwarded = isBehindProxy ? request.headers['x-forwarded-for'] : undefined;
  const nearest = [forwarded ?? ''].flat().join().split(',').at(-1)?.trim();
  return nearest || (request.socket.remoteAddress ?? '');
}

function typeOf({ status }: GatewayAnswer, request: ReadRequest | undefined) {
  const isText = status === 200 && request?.endpoint === 'start';
  return { 'Content-Type': isText ? 'text/plain; charset=utf-8' : 'application/json' };
}

function send(
  response: ServerResponse,
  { status, body, ageMs, charged, retryAfterSeconds, limit }: GatewayAnswer,
  headers: Readonly<Record<string, string>>,
): void {
  const text = status === 200 ? withoutMark(body) : JSON.stringify({ detail: body });
  response.writeHead(status, {
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...(ageMs !== undefined && { Age: String(Math.max(0, Math.floor(ageMs / 1000))) }),
    ...(charged !== undefined && { 'Address-Risk-Charged': String(charged) }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(limit !== undefined && {
      'Address-Risk-Limit': `${limit.of}; until=${new Date(limit.until).toISOString().slice(0, 19)}Z`,
    }),
    ...headers,
  });
  response.end(text);
}

const endedTexts = {
  revoked: 'The key has been revoked.',
  expired: 'The access of this member has expired.',
} as const;

/** The member whose key a request has (service-spec.md, "Authentication", 3). */
async function standingOf(
  parts: HandlerParts,
  call: Call,
  request: IncomingMessage,
): Promise<Extract<Standing, { readonly member: Member }>> {
  const realm = 'Address Risk';
  const credentials = readCredentials(request.headers.authorization, realm);
  const end = parts.guard.begin(credentials, senderOf(parts, request), performance.now());
  let isGood: boolean | undefined;
  const standing = await parts.members
    .authenticate(credentials.tenant, credentials.key, parts.now())
    .then((found) => {
      isGood = found.state === 'valid';
      return found;
    })
    .finally(() => end(isGood));
  if ('member' in standing) return standing;
  throw unknownCredentials(standing.state, call, realm);
}

type ReadRequest =
  | { readonly endpoint: 'start'; readonly place: Place; readonly aggregator: Aggregator }
  | { readonly endpoint: 'summary'; readonly place: Place }
  | { readonly endpoint: 'status'; readonly jobId: string };

/** @throws {Refusal} 422 for parameters that cannot be meant */
function readRequest(call: Call): ReadRequest {
  if (call.kind === 'status') return { endpoint: 'status', jobId: readJobId(call.pairs) };
  const place = readPlace(requiredValue(call.pairs, 'chain'), decoded(call.address));
  if (place === undefined) throw new Refusal(422, 'The address is none of this network.');
  return call.kind === 'summary'
    ? { endpoint: 'summary', place }
    : { endpoint: 'start', place, aggregator: readAggregator(call.pairs) };
}
