import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Score } from '../engine/score.ts';
import { isAddress } from '../ledger/addresses.ts';
import { knowsChain, standingOf, tidy, type TransferLedger } from '../ledger/ledger.ts';
import type { StartAnswer } from '../commandLine.ts';
import type { Job, Records } from '../records.ts';
import type { Scorer } from '../scorer.ts';
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
  type Aggregator,
  type Call,
} from './request.ts';

/** State shared by all calls. */
export interface ServiceState {
  readonly ledger: TransferLedger;
  readonly records: Records;
  readonly scorer: Scorer;
  readonly jobSeconds: number;
  readonly startAnswer: StartAnswer;
  readonly readOnce: boolean;
}

interface Answer {
  readonly type: string;
  readonly body: string;
}

/** The owner of a call, once the key is verified. */
interface Caller {
  readonly tenant: string;
  readonly keyId: string;
}

/** Details of a request for tests; never its credentials. */
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

/**
 * Responds to one request. If several rejections apply, they have this order: host 400, web page
 * 403, target 414, path 404, method 405, credentials 401, tenant 404 or 401, key 401, revoked 403,
 * size of body 413, any body 422, then those of the call itself.
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
    refusePages(request.headers, 'service');
    const call = readCall(request);
    const caller = authenticate(state, call, request.headers.authorization);
    isAuthenticated = true;
    await refuseBody(request);
    finish(200, answerTo(state, call, caller), {});
  } catch (error) {
    if (!(error instanceof Refusal) && isGone(request)) return;
    const { status, message, headers } =
      error instanceof Refusal ? error : new Refusal(500, 'The service failed on this call.');
    if (status === 500) console.error(error);
    finish(status, json({ detail: message }), headers);
  }
}

/**
 * Authentication, 3 of service-spec.md; cases that it leaves open for the risk endpoints are our
 * choice.
 */
function authenticate({ records }: ServiceState, call: Call, header: string | undefined): Caller {
  const realm = 'Sample service';
  const { tenant, key } = readCredentials(header, realm);
  const standing = records.authenticate(tenant, key);
  if (standing.state === 'valid') return standing;
  if (standing.state === 'revoked') throw new Refusal(403, 'The key has been revoked.');
  throw unknownCredentials(standing.state, call, realm);
}

type AddressCall = Extract<Call, { readonly address: string }>;

/** @throws {Refusal} with a status of service-spec.md, Errors */
function answerTo(state: ServiceState, call: Call, caller: Caller): Answer {
  switch (call.kind) {
    case 'start':
      return start(state, call, caller);
    case 'status':
      return status(state, call, caller);
    case 'summary':
      return summary(state, call, caller);
  }
}

/** Endpoint 1. Reports a used-up license before invalid parameters. */
function start(state: ServiceState, call: AddressCall, caller: Caller): Answer {
  const { ledger, records, scorer, jobSeconds, startAnswer } = state;
  const isExhausted = new Refusal(402, 'The calculations of this license are used up.');
  if (!records.hasLeft(caller.tenant, 'calculation')) throw isExhausted;
  const { chain, address } = readPlace(ledger, call);
  const aggregator = readAggregator(call.pairs);
  const recordId = randomUUID();
  const id = `risk_score_result_${chain}.${address}.${recordId}.${randomUUID()}.${aggregator}`;
  const isAccepted = records.addJob({
    id,
    recordId,
    tenant: caller.tenant,
    createdBy: caller.keyId,
    chain,
    address,
    aggregator,
    readyAt: Date.now() + Math.round(jobSeconds * 1000),
  });
  if (!isAccepted) throw isExhausted;
  if (aggregator === 'money_rank_weight') scorer.rank(chain);
  switch (startAnswer) {
    case 'text':
      return { type: 'text/plain; charset=utf-8', body: id };
    case 'json-string':
      return json(id);
    case 'object':
      return json({ job_id: id });
  }
}

/**
 * Endpoint 2. The score is calculated at the first request after its time, not at the start:
 * so it makes no difference which process of a data folder is asked, or whether the one that took
 * the start still lives.
 */
function status(state: ServiceState, { pairs }: Call, { tenant }: Caller): Answer {
  const { ledger, records, scorer, readOnce } = state;
  const id = readJobId(pairs);
  const job = records.findJob(id, tenant);
  if (job === undefined) throw new Refusal(404, 'There is no job with this identifier.');
  const isRunning = new Refusal(409, 'The calculation is still running.');
  if (Date.now() < job.readyAt) throw isRunning;
  let { result } = job;
  if (result === null) {
    const score = scorer.score(job.chain, job.address, job.aggregator as Aggregator);
    if (score === undefined) throw isRunning;
    result = records.putResult(job, riskScoreBody(job, score, ledger));
  }
  if (readOnce && !records.markRead(id)) {
    throw new Refusal(409, 'The result has already been read.');
  }
  return { type: 'application/json', body: result };
}

/** Endpoint 3. */
function summary({ ledger, records }: ServiceState, call: AddressCall, caller: Caller): Answer {
  const isExhausted = new Refusal(402, 'The API calls of this license are used up.');
  if (!records.hasLeft(caller.tenant, 'api-call')) throw isExhausted;
  const { chain, address } = readPlace(ledger, call);
  if (!records.consume(caller.tenant, 'api-call')) throw isExhausted;
  return json(standingOf(ledger, chain, address).summary);
}

/** @throws {Refusal} 422 unless the chain is known and the address has the shape of its family */
function readPlace(ledger: TransferLedger, call: AddressCall) {
  const chain = requiredValue(call.pairs, 'chain');
  if (!knowsChain(ledger, chain)) throw new Refusal(422, 'The chain is unknown.');
  const address = decoded(call.address);
  if (!isAddress(chain, address)) {
    throw new Refusal(422, 'The address does not have the form of addresses of this chain.');
  }
  return { chain, address };
}

function json(value: unknown): Answer {
  return { type: 'application/json', body: JSON.stringify(value) };
}

/**
 * The risk score object (service-spec.md, Resources), wrapped as in endpoint 2. Every field has its
 * specified type; fields that the specification leaves open state where the numbers come from, so
 * that no one mistakes them for an assessment of a real person.
 */
export function riskScoreBody(job: Job, score: Score, ledger: TransferLedger): string {
  const detail = Object.fromEntries(score.byCategory);
  const now = new Date().toISOString();
  const record = {
    id: job.recordId,
    address: job.address,
    hash: digestOf([job.chain, job.address, job.aggregator, score.exact, detail]),
    risk_score: score.rounded,
    raw_risk_score: detail,
    chain: job.chain,
    tenant_id: job.tenant,
    created_by: job.createdBy,
    creator_display_name: `Sample data (${ledger.origin})`,
    created_at: now,
    updated_at: now,
    graph_file_name: `sample-data-${ledger.fileName}`,
  };
  return JSON.stringify({ risk_score: record }, (_, value: unknown) =>
    typeof value === 'number' ? tidy(value) : value,
  );
}

/** SHA-256 of what was scored and what came out: equal answers have equal hashes. */
function digestOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
