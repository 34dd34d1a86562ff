import { budgetGesture } from '../paid/userGestures.ts';
import { aggregators, type Aggregator } from '../../api/parameters.ts';
import type { StoredState } from '../../paid/reports.ts';
import { sourceName, time } from '../../report/export/exactText.ts';
import { reasonJson, summaryJson } from '../../report/export/json.ts';
import type { Policy } from '../../folder/policy.ts';
import { breakdownOf } from '../../report/breakdown.ts';
import { reasonsOf } from '../../report/reasons.ts';
import { scoreMembers, storedScore } from '../../report/rowScore.ts';
import { endText, summaryEndText } from '../paid/endTexts.ts';
import type { PaidService } from '../paid/service.ts';
import { givenSubject, type ScoreTarget } from '../paid/targets.ts';
import { UsageError } from '../../options/usageError.ts';
import type { Terminal } from '../terminal.ts';
import type { ToolResult } from './toolTable.ts';

/** What paid tools work with. */
export interface PaidParts {
  readonly service: PaidService;
  readonly budget: LifeBudget;
  readonly policy: Policy;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** What a tool works with besides its arguments, which its schema has checked. */
export interface ToolCall {
  /** The folders that tools may read, without links. @throws UsageError if there are none */
  readonly folders: () => Promise<readonly string[]>;
  /** Undefined without an account. */
  readonly paid: PaidParts | undefined;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** @param stale what is stored and too old */
const wouldCost = (what: string, parts: PaidParts, stale?: ToolResult): ToolResult => ({
  status: 'notStored',
  ...sourceOf(parts),
  ...stale,
  message: `${stale === undefined ? 'Nothing is stored.' : 'What is stored is older than the limit.'} A new result would cost ${what}; ${
    parts.budget.max === undefined
      ? 'the server was started without --budget.'
      : 'the budget of this server is used up.'
  }`,
  cost: what,
});

/** @throws UsageError for an address that cannot be used; it quotes nothing of it */
export async function lookUp(args: Arguments, { paid }: ToolCall): Promise<ToolResult> {
  const parts = requirePaid(paid);
  const { service, budget } = parts;
  const subject = subjectIn(args);
  const before = await headsOf(subject, service);
  if (before?.summary?.isFresh === true) return summaryResult(before, parts);
  if (!budget.take()) {
    const stale = before?.summary ? summaryResult(before, parts) : undefined;
    return { summary: null, ...wouldCost('1 API call', parts, stale) };
  }
  const { ref } = service.account;
  const end = await service.engine.lookUp({ account: ref, subject, source: 'tool' });
  if (end.kind === 'value') return summaryResult(await headsOf(subject, service), parts);
  const wasSent = end.kind === 'failed' && end.failure.wasSent;
  if (!wasSent) budget.giveBack();
  return failed(summaryEndText(end), parts);
}

/** @throws UsageError */
export async function scoreRisk(args: Arguments, { paid, signal }: ToolCall): Promise<ToolResult> {
  const parts = requirePaid(paid);
  const { service, budget, policy } = parts;
  const subject = subjectIn(args);
  const given = aggregators.find((each) => each === args['aggregator']);
  const aggregator = given ?? policy.aggregator;
  const before = await headsOf(subject, service);
  if (before?.scores[aggregator]?.isFresh === true) {
    return await scoreResult(before, subject, aggregator, parts);
  }
  // A job that is open already is joined, and starts nothing.
  const isOpen = (before?.jobs[aggregator] ?? null) !== null;
  if (!isOpen && !budget.take()) {
    const isStale = (before?.scores[aggregator] ?? null) !== null;
    const stale = isStale ? await scoreResult(before, subject, aggregator, parts) : undefined;
    return { score: null, ...wouldCost('1 calculation', parts, stale) };
  }
  const account = service.account.ref;
  const request = { account, subject, aggregator, gesture: budgetGesture(), isRepeat: false };
  const end = await service.engine.score(request, () => undefined, signal);
  if (end.kind === 'value') {
    return scoreResult(await headsOf(subject, service), subject, aggregator, parts);
  }
  const wasSent = end.kind !== 'declined' && !(end.kind === 'failed' && !end.failure.wasSent);
  if (!isOpen && !wasSent) budget.giveBack();
  return failed(endText(end) ?? 'There is no score.', parts);
}

function requirePaid(paid: PaidParts | undefined): PaidParts {
  if (paid !== undefined) return paid;
  throw new UsageError(
    'No account: set ADDRESS_RISK_URL, ADDRESS_RISK_TENANT, and ADDRESS_RISK_KEY, or start with --sample.',
  );
}

function subjectIn({ address, network }: Arguments): ScoreTarget['subject'] {
  if (typeof address !== 'string') throw new UsageError('“address” is missing.');
  return givenSubject(address, typeof network === 'string' ? network : undefined);
}

const headsOf = async (subject: ScoreTarget['subject'], service: PaidService) =>
  (await service.readStored([subject]))[0];

const sourceOf = ({ service, budget }: PaidParts, isSampleData = false) => ({
  source: sourceName(service.account.isSample || isSampleData),
  remainingBudget: budget.remaining,
});

const failed = (message: string, parts: PaidParts): ToolResult => ({
  status: 'error',
  message,
  ...sourceOf(parts),
});

function summaryResult(heads: StoredState | undefined, parts: PaidParts): ToolResult {
  const known = heads?.summary ?? null;
  if (known === null) return failed('There is no summary.', parts);
  return {
    status: 'ok',
    ...sourceOf(parts, known.isSampleData),
    receivedAt: time(known.receivedAt),
    isFresh: known.isFresh,
    summary: summaryJson(known.value),
  };
}

async function scoreResult(
  heads: StoredState | undefined,
  subject: ScoreTarget['subject'],
  aggregator: Aggregator,
  parts: PaidParts,
): Promise<ToolResult> {
  const score = storedScore(heads, subject, aggregator, parts.policy.scale);
  if (score === null) return failed('There is no score.', parts);
  const { engine, account } = parts.service;
  const stored = await engine.readReport({ account: account.ref.key, ...subject });
  const raw = stored.scores[aggregator]?.value.rawRiskScore;
  // Of another address, they are no reasons of this one.
  const breakdown =
    raw?.state === 'given' && score.owner === 'subject' ? breakdownOf(raw.value) : null;
  const reasons = breakdown && reasonsOf(breakdown, score.digits)?.reasons.map(reasonJson);
  return {
    status: 'ok',
    ...sourceOf(parts, score.isSampleData),
    score: {
      address: subject.address,
      network: subject.chain,
      aggregator,
      ...scoreMembers(score),
      reasons: reasons ?? null,
    },
  };
}

/** Paid calls that a process may make in its life. */
export class LifeBudget {
  readonly max: number | undefined;
  #spent = 0;

  /** @param max undefined: none */
  constructor(max: number | undefined) {
    this.max = max;
  }

  /** Null without a budget. */
  get remaining(): number | null {
    return this.max === undefined ? null : this.max - this.#spent;
  }

  /** Takes one call, before it is made; false if none is left. */
  take(): boolean {
    if ((this.remaining ?? 0) <= 0) return false;
    this.#spent++;
    return true;
  }

  /** Gives back a call that was not sent. */
  giveBack(): void {
    this.#spent--;
  }
}
