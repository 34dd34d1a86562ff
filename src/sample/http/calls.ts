import { randomUUID } from 'node:crypto';
import { standingOf, type Ledger } from '../ledger/ledger.ts';
import type { StartAnswer } from '../options.ts';
import type { Scorer } from '../scorer.ts';
import type { Store } from '../store.ts';
import { readAggregator, readJobId, readPlace, type Aggregator } from './parameters.ts';
import { Refusal } from './refusal.ts';
import { riskScoreBody } from './riskScoreBody.ts';
import type { Route } from './route.ts';

export interface Answer {
  readonly type: string;
  readonly body: string;
}

/** Whose call it is, once the key has been found good. */
export interface Account {
  readonly tenant: string;
  readonly keyId: string;
}

/** What the calls stand on. */
export interface Desk {
  readonly ledger: Ledger;
  readonly store: Store;
  readonly scorer: Scorer;
  readonly jobSeconds: number;
  readonly startAnswer: StartAnswer;
  readonly readOnce: boolean;
}

export type Call = Extract<Route, { pairs: string }>;

/** @throws {Refusal} with a status of service-spec.md, Errors */
export function answerTo(desk: Desk, call: Call, account: Account): Answer {
  switch (call.kind) {
    case 'start':
      return start(desk, call.address, call.pairs, account);
    case 'status':
      return status(desk, call.pairs, account);
    case 'summary':
      return summary(desk, call.address, call.pairs, account);
  }
}

/** Endpoint 1. Reports a used-up license before invalid parameters. */
function start(desk: Desk, rawAddress: string, pairs: string, account: Account): Answer {
  const { ledger, store, scorer, jobSeconds, startAnswer } = desk;
  const isExhausted = new Refusal(402, 'The calculations of this license are used up.');
  if (!store.hasLeft(account.tenant, 'calculation')) throw isExhausted;
  const { chain, address } = readPlace(ledger, rawAddress, pairs);
  const aggregator = readAggregator(pairs);
  const recordId = randomUUID();
  const id = `risk_score_result_${chain}.${address}.${recordId}.${randomUUID()}.${aggregator}`;
  const isAccepted = store.addJob({
    id,
    recordId,
    tenant: account.tenant,
    createdBy: account.keyId,
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
 * Endpoint 2. The score is worked out when it is first asked for after its time, not at the start:
 * so it makes no difference which process of a data folder is asked, or whether the one that took
 * the start still lives.
 */
function status({ ledger, store, scorer, readOnce }: Desk, pairs: string, { tenant }: Account) {
  const id = readJobId(pairs);
  const job = store.job(id, tenant);
  if (job === undefined) throw new Refusal(404, 'There is no job with this identifier.');
  const isRunning = new Refusal(409, 'The calculation is still running.');
  if (Date.now() < job.readyAt) throw isRunning;
  let { result } = job;
  if (result === null) {
    const score = scorer.score(job.chain, job.address, job.aggregator as Aggregator);
    if (score === undefined) throw isRunning;
    result = store.putResult(id, tenant, riskScoreBody(job, score, ledger));
  }
  if (readOnce && !store.markRead(id)) {
    throw new Refusal(409, 'The result has already been read.');
  }
  return { type: 'application/json', body: result };
}

/** Endpoint 3. */
function summary({ ledger, store }: Desk, rawAddress: string, pairs: string, account: Account) {
  const isExhausted = new Refusal(402, 'The API calls of this license are used up.');
  if (!store.hasLeft(account.tenant, 'api-call')) throw isExhausted;
  const { chain, address } = readPlace(ledger, rawAddress, pairs);
  if (!store.consume(account.tenant, 'api-call')) throw isExhausted;
  return json(standingOf(ledger, chain, address).summary);
}

function json(value: unknown): Answer {
  return { type: 'application/json', body: JSON.stringify(value) };
}
