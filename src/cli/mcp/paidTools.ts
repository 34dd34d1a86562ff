import { setTimeout } from 'node:timers/promises';
import { scoreMembers, summaryMembers } from '../../agents/toolResult.ts';
import { aggregators, type Aggregator } from '../../api/parameters.ts';
import type { Policy } from '../../folder/policy.ts';
import { supportsSummaries } from '../../networks/networks.ts';
import { UsageError } from '../../options/options.ts';
import type { Known, StoredReport } from '../../paid/reports.ts';
import { allowanceMs, type PaidKind } from '../../ledger/store.ts';
import { sourceName, time } from '../../report/export/exactText.ts';
import { scoreFacts } from '../../report/model.ts';
import { endText, endedOverBudget, summaryEndText } from '../paid/endTexts.ts';
import { canPay, maxSummaries, type PaidService } from '../paid/service.ts';
import { givenSubject, type ScoreTarget } from '../paid/targets.ts';
import { agentGesture } from '../paid/userGestures.ts';
import type { Terminal } from '../terminal.ts';
import { denialsIn, denialsJsonOf, rootBooks } from '../trustedBooks.ts';
import type { ToolResult } from './toolTable.ts';

/** Dependencies of the paid tools. */
export interface PaidParts {
  readonly service: PaidService;
  readonly budget: LifeBudget;
  readonly policy: Policy;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** Context of a tool call besides its arguments, which are validated against the schema. */
export interface ToolCall {
  /** The folders that tools may read, with links resolved. @throws UsageError if there are none */
  readonly folders: () => Promise<readonly string[]>;
  /** Undefined without an account, or where nothing can be kept. */
  readonly paid: PaidParts | undefined;
  /** Why nothing can be kept; a sentence. */
  readonly noLedger?: string | undefined;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** A call about an address, with an account. */
interface PaidCall extends Pick<ToolCall, 'signal'> {
  readonly args: Arguments;
  readonly subject: ScoreTarget['subject'];
  readonly parts: PaidParts;
}

/** How long to wait for the books, in milliseconds: a client may never name its roots. */
const patienceMs = 5_000;

/**
 * Wraps a tool to report first whether a deny list has its address, which needs no account.
 * @throws UsageError for an unusable address, without quoting it
 */
const afterDenials =
  (work: (call: PaidCall) => Promise<ToolResult>) =>
  async (
    args: Arguments,
    { paid: parts, noLedger, folders, signal }: ToolCall,
  ): Promise<ToolResult> => {
    const subject = subjectIn(args);
    // Without roots, no one knows.
    const unanswered = setTimeout(patienceMs, [], { ref: false, signal }).catch(() => []);
    const books = await Promise.race([rootBooks(folders), unanswered]);
    const denyListHits = denialsJsonOf(books, denialsIn(books, subject));
    if (parts === undefined) {
      return { status: 'error', message: noLedger ?? noAccount, denyListHits };
    }
    const { status, ...result } = await work({ args, subject, parts, signal });
    return { status, denyListHits, ...result };
  };

export const lookUp = afterDenials((call) => {
  const { parts, signal, subject } = call;
  const name = `summary ${subject.chain} ${subject.address}`;
  return parts.budget.shared(name, signal, () => lookedUp(call));
});

async function lookedUp({ subject, parts }: PaidCall): Promise<ToolResult> {
  const { service, budget } = parts;
  if (!supportsSummaries(subject.chain)) {
    return failed(summaryEndText({ kind: 'refused', refusal: { kind: 'notEvm' } }), parts);
  }
  const result = async (): Promise<ToolResult | undefined> => {
    const { summary } = await storedOf(subject, service);
    if (summary === null) return undefined;
    const { address, chain: network } = subject;
    return { ...foundBy(parts, summary), address, network, ...summaryMembers(summary) };
  };
  const before = await result();
  if (before?.['isFresh'] === true) return before;
  if (!budget.take()) return { summary: null, ...wouldCost('1 API call', parts, before) };
  const { ref: account } = service.account;
  const end = await service.engine.lookUp({ account, subject, source: 'tool' });
  if (end.kind === 'value') return (await result()) ?? failed('There is no summary.', parts);
  if (!(end.kind === 'failed' && end.failure.wasSent)) budget.giveBack();
  const text = summaryEndText(end);
  if (end.kind === 'refused' && end.refusal.kind === 'allowance') {
    return hourUsedUp(text, parts, { kind: 'summary', perHour: maxSummaries });
  }
  return failed(text, parts);
}

export const scoreRisk = afterDenials((call) => {
  const { args, parts, signal, subject } = call;
  const given = aggregators.find((each) => each === args['aggregator']);
  const aggregator = given ?? parts.policy.aggregator;
  const name = `${aggregator} ${subject.chain} ${subject.address}`;
  return parts.budget.shared(name, signal, (ofAll) => scored(call, aggregator, ofAll));
});

async function scored(
  { subject, parts }: PaidCall,
  aggregator: Aggregator,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { service, budget, policy } = parts;
  const { account, engine } = service;
  const resultIn = (stored: StoredReport): ToolResult | undefined => {
    const known = stored.scores[aggregator];
    if (known === null) return undefined;
    const kind = account.isSample ? 'sample' : 'service';
    const shown = { subject, stored, scale: policy.scale, account: { kind }, past: null } as const;
    const members = scoreMembers(scoreFacts(known, aggregator, shown), aggregator);
    const { address, chain: network } = subject;
    return { ...foundBy(parts, known), score: { address, network, ...members } };
  };
  const before = await storedOf(subject, service);
  const stale = resultIn(before);
  if (stale !== undefined && before.scores[aggregator]?.isFresh === true) return stale;
  const job = before.jobs[aggregator];
  // Follow the job by its ID. This never starts one, whatever happens in the meantime.
  const isOpen = job !== null && job.state !== 'intent' && canPay(account);
  if (!isOpen && !budget.take()) {
    return { score: null, ...wouldCost('1 calculation', parts, stale) };
  }
  const { ref } = account;
  const request = { account: ref, subject, aggregator, gesture: agentGesture(), isRepeat: false };
  const end = isOpen
    ? await engine.resume(ref, job.id, () => undefined, signal)
    : await engine.score(request, () => undefined, signal);
  if (end.kind === 'value') {
    return resultIn(await storedOf(subject, service)) ?? failed('There is no score.', parts);
  }
  const wasSent = end.kind !== 'declined' && !(end.kind === 'failed' && !end.failure.wasSent);
  if (!isOpen && !wasSent) budget.giveBack();
  const text = endText(end) ?? 'There is no score.';
  return endedOverBudget(end)
    ? hourUsedUp(text, parts, { kind: 'start', perHour: budget.max ?? 0 })
    : failed(text, parts);
}

const noAccount =
  'No account: set ADDRESS_RISK_URL, ADDRESS_RISK_TENANT, and ADDRESS_RISK_KEY, or start with --sample.';

function subjectIn({ address, network }: Arguments): ScoreTarget['subject'] {
  if (typeof address !== 'string') throw new UsageError('“address” is missing.');
  return givenSubject(address, typeof network === 'string' ? network : undefined);
}

const storedOf = (subject: ScoreTarget['subject'], { engine, account }: PaidService) =>
  engine.readReport({ account: account.ref.key, ...subject });

/** Of a result that has no data: it names a source only if that is the sample service. */
const withoutData = ({ service, budget }: PaidParts) => ({
  ...(service.account.isSample && { source: sourceName(true) }),
  remainingBudget: budget.remaining,
});

const foundBy = (
  { service, budget }: PaidParts,
  { isSampleData }: Pick<Known<unknown>, 'isSampleData'>,
) =>
  ({
    status: 'ok',
    source: sourceName(service.account.isSample || isSampleData === true),
    remainingBudget: budget.remaining,
  }) as const;

const failed = (message: string, parts: PaidParts): ToolResult => ({
  status: 'error',
  message,
  ...withoutData(parts),
});

/** Nothing can be started now, whatever remains for this process: the hourly limit is used up. */
async function hourUsedUp(
  message: string,
  parts: PaidParts,
  { kind, perHour }: { readonly kind: PaidKind; readonly perHour: number },
): Promise<ToolResult> {
  const { account, engine } = parts.service;
  const calls = await engine.listSpendings(account.ref.key, maxListed);
  const counted = calls.filter(
    (each) =>
      each.kind === kind &&
      (each.source === 'command' || each.source === 'tool') &&
      each.charge !== 'none' &&
      each.charge !== 'shared',
  );
  // Of the newest ones, the first that leaves its place.
  const last = counted.map(({ at }) => at).sort((one, other) => other - one)[perHour - 1];
  const again = last === undefined ? '' : ` Possible again at ${time(last + allowanceMs)}.`;
  return failed(message + again, parts);
}

/** Calls that are read to find when the next one is possible. */
const maxListed = 1_000;

/** @param stale what is stored and too old */
function wouldCost(what: string, parts: PaidParts, stale?: ToolResult): ToolResult {
  const found =
    stale === undefined ? 'Nothing is stored.' : 'What is stored is older than the limit.';
  return {
    status: 'notStored',
    ...withoutData(parts),
    ...stale,
    message: `${found} A new result would cost ${what}; ${whyNot(parts)}`,
    cost: what,
  };
}

function whyNot({ service, budget }: PaidParts): string {
  if (!canPay(service.account)) return 'the server was started without ADDRESS_RISK_KEY.';
  return budget.max === undefined
    ? 'the server was started without --budget.'
    : 'the budget of this server is used up.';
}

/** One call for all requests of its result. */
interface SharedWork {
  readonly result: Promise<ToolResult>;
  readonly canceled: AbortController;
  /** Those that were not canceled. */
  requests: number;
}

/** Paid calls that a process may make in its life. */
export class LifeBudget {
  readonly max: number | undefined;
  #spent = 0;
  readonly #inProgress = new Map<string, SharedWork>();

  /** @param max undefined for no limit */
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

  /**
   * Requests for the same result at the same time share one call, which is canceled once all of them
   * are.
   *
   *  @param name of the result
   */
  async shared(
    name: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<ToolResult>,
  ): Promise<ToolResult> {
    let shared = this.#inProgress.get(name);
    // What was canceled ends without a result, and may still give back its call.
    while (shared?.canceled.signal.aborted === true) {
      await shared.result.catch(() => undefined);
      shared = this.#inProgress.get(name);
    }
    const joined = shared ?? this.#begin(name, work);
    joined.requests++;
    const leave = (): void => {
      joined.requests--;
      if (joined.requests === 0) joined.canceled.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return joined.result;
  }

  #begin(name: string, work: (signal: AbortSignal) => Promise<ToolResult>): SharedWork {
    const canceled = new AbortController();
    const result = work(canceled.signal).finally(() => this.#inProgress.delete(name));
    const begun = { result, canceled, requests: 0 };
    this.#inProgress.set(name, begun);
    return begun;
  }

  /** Gives back a call that was not sent. */
  giveBack(): void {
    this.#spent--;
  }
}
