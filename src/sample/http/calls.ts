import { randomUUID, createHash } from 'node:crypto';
import type { Jobs, Job, Licenses } from '../records.ts';
import { standingOf, type TransferLedger, tidy } from '../ledger/ledger.ts';
import type { StartAnswer } from '../options.ts';
import type { Scorer } from '../scorer.ts';
import { readAggregator, readJobId, readPlace, type Aggregator } from './parameters.ts';
import { Refusal } from './refusal.ts';
import type { Call } from './checks.ts';
import type { Score } from '../engine/score.ts';

export interface Answer {
  readonly type: string;
  readonly body: string;
}

/** Whose call it is, once the key has been found good. */
export interface Caller {
  readonly tenant: string;
  readonly keyId: string;
}

/** What the calls work on. */
export interface ServiceState {
  readonly ledger: TransferLedger;
  readonly licenses: Licenses;
  readonly jobs: Jobs;
  readonly scorer: Scorer;
  readonly jobSeconds: number;
  readonly startAnswer: StartAnswer;
  readonly readOnce: boolean;
}

/** @throws {Refusal} with a status of service-spec.md, Errors */
export function answerTo(state: ServiceState, call: Call, caller: Caller): Answer {
  switch (call.kind) {
    case 'start':
      return start(state, call.address, call.pairs, caller);
    case 'status':
      return status(state, call.pairs, caller);
    case 'summary':
      return summary(state, call.address, call.pairs, caller);
  }
}

/** Endpoint 1. Reports a used-up license before invalid parameters. */
function start(state: ServiceState, rawAddress: string, pairs: string, caller: Caller): Answer {
  const { ledger, licenses, jobs, scorer, jobSeconds, startAnswer } = state;
  const isExhausted = new Refusal(402, 'The calculations of this license are used up.');
  if (!licenses.hasLeft(caller.tenant, 'calculation')) throw isExhausted;
  const { chain, address } = readPlace(ledger, rawAddress, pairs);
  const aggregator = readAggregator(pairs);
  const recordId = randomUUID();
  const id = `risk_score_result_${chain}.${address}.${recordId}.${randomUUID()}.${aggregator}`;
  const isAccepted = jobs.add({
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
function status(state: ServiceState, pairs: string, { tenant }: Caller): Answer {
  const { ledger, jobs, scorer, readOnce } = state;
  const id = readJobId(pairs);
  const job = jobs.find(id, tenant);
  if (job === undefined) throw new Refusal(404, 'There is no job with this identifier.');
  const isRunning = new Refusal(409, 'The calculation is still running.');
  if (Date.now() < job.readyAt) throw isRunning;
  let { result } = job;
  if (result === null) {
    const score = scorer.score(job.chain, job.address, job.aggregator as Aggregator);
    if (score === undefined) throw isRunning;
    result = jobs.putResult(id, tenant, riskScoreBody(job, score, ledger));
  }
  if (readOnce && !jobs.markRead(id)) {
    throw new Refusal(409, 'The result has already been read.');
  }
  return { type: 'application/json', body: result };
}

/** Endpoint 3. */
function summary(
  { ledger, licenses }: ServiceState,
  rawAddress: string,
  pairs: string,
  caller: Caller,
): Answer {
  const isExhausted = new Refusal(402, 'The API calls of this license are used up.');
  if (!licenses.hasLeft(caller.tenant, 'api-call')) throw isExhausted;
  const { chain, address } = readPlace(ledger, rawAddress, pairs);
  if (!licenses.consume(caller.tenant, 'api-call')) throw isExhausted;
  return json(standingOf(ledger, chain, address).summary);
}

function json(value: unknown): Answer {
  return { type: 'application/json', body: JSON.stringify(value) };
}

/**
 * The risk score object (service-spec.md, Resources), wrapped as endpoint 2 gives it. Every field
 * has its type of the specification; what the specification leaves open says where the numbers come
 * from, so that no one takes them for an assessment of a real person.
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
