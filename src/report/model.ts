import type { ChainReading } from '../addresses/chain/reasons.ts';
import { supportsSummaries } from '../addresses/networks.ts';
import type { RiskScore, Summary } from '../api/decode.ts';
import type { Failure } from '../api/failure.ts';
import type { Aggregator } from '../api/routes.ts';
import type { CallRow, Instant, JobRow } from '../ledger/store.ts';
import type { AccountState } from '../lookups/account.ts';
import type { JobProgress } from '../lookups/jobRun.ts';
import type { Known, StoredReport } from '../lookups/reports.ts';
import type { SummaryRefusal } from '../lookups/summaries.ts';
import type { ScoreActivity, SubjectActivity, SummaryActivity } from './activity.ts';
import { detailsOf, type CategoryTable } from './details.ts';
import {
  figureOf,
  isOfAnother,
  riskOf,
  type ReportSubject,
  type Risk,
  type ScoreFigure,
} from './risk.ts';

/** Everything that a report knows, as facts. It has no words: an export or a tool needs only this. */
export interface ReportModel {
  readonly subject: ReportSubject;
  /** What names the network where the report was opened from; undefined if that is not known. */
  readonly reading: ChainReading | undefined;
  readonly aggregator: Aggregator;
  readonly account: AccountState;
  /** Null if no account is in use: then nothing stored can be read. */
  readonly summary: SummaryModel | null;
  readonly score: ScoreModel | null;
}

export interface SummaryModel {
  /** Shown next to any state. */
  readonly stored: Known<Summary> | null;
  readonly state: SummaryState;
}

type SummaryState =
  /** `none`: not fetched yet. `unavailable`: the service has none for this network. */
  | { readonly kind: 'none' | 'unavailable' | 'fetching' }
  | Age
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** A call of another window, or of an earlier session, failed. */
  | { readonly kind: 'failedEarlier'; readonly call: CallRow }
  /** No call was made. */
  | { readonly kind: 'refused'; readonly refusal: SummaryRefusal };

/** Whether what is stored is within the time that the user has set. */
export interface Age {
  readonly kind: 'fresh' | 'stale';
  readonly receivedAt: Instant;
}

export interface ScoreModel {
  /** Shown next to any state. */
  readonly stored: ScoreFacts | null;
  readonly state: ScoreState;
  /** What is stored by the other aggregator. */
  readonly other: { readonly aggregator: Aggregator; readonly risk: Risk } | null;
}

export interface ScoreFacts {
  readonly receivedAt: Instant;
  readonly figure: ScoreFigure;
  /** The address in the response if it is a different one. */
  readonly otherAddress: string | null;
  /** The network in the response if it is a different one. */
  readonly otherNetwork: string | null;
  /** According to the service. */
  readonly calculatedAt: Instant | null;
  readonly details: CategoryTable | null;
}

type ScoreState =
  /** `none`: not scored yet. */
  | { readonly kind: 'none' }
  | Age
  /** This window waits for the result. */
  | { readonly kind: 'waiting'; readonly progress: JobProgress }
  /** Started earlier or elsewhere, and not ended. */
  | { readonly kind: 'inProgress'; readonly job: JobRow }
  /** Paused, or no longer polled; it can be resumed. */
  | { readonly kind: 'onHold'; readonly job: JobRow }
  /** The start may have been charged, and its ID is unknown. */
  | { readonly kind: 'unknown'; readonly job: JobRow }
  /** The start or its request failed. */
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface ReportInput {
  readonly subject: ReportSubject;
  readonly reading: ChainReading | undefined;
  readonly account: AccountState;
  /** Null if no one is signed in: then there is no account with stored results. */
  readonly stored: StoredReport | null;
  readonly activity: SubjectActivity;
  readonly aggregator: Aggregator;
  /** The identifier sent to the service for the subject's network. */
  readonly sentChain: string;
}

export function reportModel(input: ReportInput): ReportModel {
  const { subject, reading, account, stored, activity, aggregator } = input;
  return {
    subject,
    reading,
    account,
    aggregator,
    summary:
      stored === null
        ? null
        : { stored: stored.summary, state: summaryState(subject, stored, activity.summary) },
    score: stored === null ? null : scoreModel(input, stored),
  };
}

function summaryState(
  subject: ReportSubject,
  { summary, summaryCall }: StoredReport,
  { isFetching, problem }: SummaryActivity,
): SummaryState {
  if (isFetching) return { kind: 'fetching' };
  if (summary?.isFresh === true) return ageOf(summary);
  if (problem !== undefined) {
    return 'endpoint' in problem
      ? { kind: 'failed', failure: problem }
      : { kind: 'refused', refusal: problem };
  }
  if (summaryCall !== null) return { kind: 'failedEarlier', call: summaryCall };
  if (summary !== null) return ageOf(summary);
  return { kind: supportsSummaries(subject.chain) ? 'none' : 'unavailable' };
}

function ageOf({ receivedAt, isFresh }: Known<unknown>): Age {
  return { kind: isFresh ? 'fresh' : 'stale', receivedAt };
}

function scoreModel(input: ReportInput, stored: StoredReport): ScoreModel {
  const { subject, activity, aggregator } = input;
  const known = stored.scores[aggregator];
  const other = aggregator === 'money' ? 'money_rank_weight' : 'money';
  const otherRisk = riskOf(stored, subject, other);
  return {
    stored: known === null ? null : scoreFacts(known, input),
    state: scoreState(known, stored.jobs[aggregator], activity.score),
    other: otherRisk === null ? null : { aggregator: other, risk: otherRisk },
  };
}

function scoreState(
  known: Known<RiskScore> | null,
  job: JobRow | null,
  activity: ScoreActivity | undefined,
): ScoreState {
  if (activity?.kind === 'running') return { kind: 'waiting', progress: activity.progress };
  // An open job is newer than a failed start of this window: none is made while one is open.
  if (job !== null) return { kind: jobStanding(job), job };
  if (activity !== undefined && (known === null || known.receivedAt <= activity.at)) {
    return { kind: 'failed', failure: activity.failure };
  }
  return known === null ? { kind: 'none' } : ageOf(known);
}

function jobStanding({ state }: JobRow): 'inProgress' | 'unknown' | 'onHold' {
  if (state === 'intent' || state === 'running') return 'inProgress';
  return state === 'unknown' ? 'unknown' : 'onHold';
}

function scoreFacts(
  { value, receivedAt }: Known<RiskScore>,
  { subject, sentChain }: ReportInput,
): ScoreFacts {
  const { address, chain, createdAt } = value;
  const isOfThisNetwork =
    chain.state !== 'given' ||
    [subject.chain, sentChain.toLowerCase()].includes(chain.value.toLowerCase());
  return {
    receivedAt,
    figure: figureOf(value),
    otherAddress: address.state === 'given' && isOfAnother(value, subject) ? address.value : null,
    otherNetwork: isOfThisNetwork ? null : chain.value,
    calculatedAt: createdAt.state === 'given' ? Date.parse(createdAt.value) : null,
    details: detailsOf(value),
  };
}
