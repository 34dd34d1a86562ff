import type { Aggregator } from '../api/parameters.ts';
import type { Failure } from '../api/failure.ts';
import type { Charge, Instant, CallRow, JobRow, Spending } from '../ledger/store.ts';
import type { JobProgress } from '../paid/jobRun.ts';
import type { SummaryRefusal } from '../paid/summaries.ts';
import type { ChainReading } from '../evidence/reasons.ts';
import { supportsSummaries } from '../networks/networks.ts';
import type { RiskScore } from '../api/decode.ts';
import type { Summary } from '../api/summaryFields.ts';
import type { ExactJson } from '../api/exactJson.ts';
import type { AccountState } from '../paid/account.ts';
import type { Known, StoredReport } from '../paid/reports.ts';
import { breakdownOf, type Breakdown } from './breakdown.ts';
import { chargeOf, type PastScore } from './history.ts';
import { pointsOf, type Points } from './points.ts';
import { reasonsOf, type Reasons } from './reasons.ts';
import {
  figureOf,
  hasSampleData,
  ownerOf,
  type ReportSubject,
  type ScoreFigure,
  isOther,
  type ScoreOwner,
  otherNetworkIn,
} from './risk.ts';
import { placeOfScore, type RiskScale, type ScalePlace } from './scale.ts';
import { figureDigits } from './decimal.ts';

export interface SummaryActivity {
  readonly isFetching: boolean;
  readonly problem: Failure | SummaryRefusal | undefined;
}

/** A score being fetched now, or one whose request failed. */
export type ScoreActivity =
  | { readonly kind: 'running'; readonly progress: JobProgress }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly at: Instant };

/** This window's current work for an address, or its last failed attempts. */
export interface SubjectActivity {
  readonly summary: SummaryActivity;
  readonly scores: Readonly<Record<Aggregator, ScoreActivity | undefined>>;
}

/** Everything that a report knows, as facts. It has no words: an export or a tool needs only this. */
export interface ReportModel {
  readonly subject: ReportSubject;
  /** Evidence for the network where the report was opened; undefined if unknown. */
  readonly reading: ChainReading | undefined;
  readonly aggregator: Aggregator;
  readonly account: AccountState;
  /** Also if a service that the user signed in to declares it. */
  readonly isSampleData: boolean;
  /** Of the service in use; null if that is not known. */
  readonly origin: string | null;
  readonly isPinned: boolean;
  /** The report asks what scale the scores have: the first one is there, and none was set. */
  readonly asksForScale: boolean;
  /** Of the account: the sample service has its own. Null: a score has no level. */
  readonly scale: RiskScale | null;
  /** Null if no account is in use: then nothing stored can be read. */
  readonly summary: SummaryModel | null;
  readonly scores: Readonly<Record<Aggregator, ScoreModel>> | null;
  /** Null until it has been read. */
  readonly past: PastFacts | null;
}

/** Stored data besides the latest results. */
export interface PastFacts {
  /** Every stored score, newest first. */
  readonly scores: readonly PastScore[];
  /** The paid calls for this address, newest first. */
  readonly spendings: readonly Spending[];
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
}

export interface ScoreFacts {
  readonly receivedAt: Instant;
  /** Within the time that the user has set. */
  readonly isFresh: boolean;
  readonly figure: ScoreFigure;
  /** Null without a scale, or if the score cannot be placed on it. */
  readonly place: ScalePlace | null;
  /** The address in the response if it is a different one. */
  readonly otherAddress: string | null;
  /** The network in the response if it is a different one. */
  readonly otherNetwork: string | null;
  readonly owner: ScoreOwner;
  /** According to the service. */
  readonly calculatedAt: Instant | null;
  /** Null if the response has no details, or too many values to read. */
  readonly breakdown: Breakdown | null;
  /** `raw_risk_score`, as received; null for none. */
  readonly raw: ExactJson;
  readonly reasons: Reasons | null;
  /** Null if the response shows nothing that sums to the score. */
  readonly points: Points | null;
  readonly record: ScoreRecord;
  /** Its cost, as far as the ledger knows it. */
  readonly charge: Charge | null;
}

/** The response's own record, in the order of exports. */
export const recordFields = [
  'id',
  'hash',
  'graphFileName',
  'createdAt',
  'updatedAt',
  'createdBy',
  'creatorName',
] as const;

/** As received. */
export type ScoreRecord = Pick<RiskScore, (typeof recordFields)[number]>;

type ScoreState =
  /** `none`: not scored yet. */
  | { readonly kind: 'none' }
  | Age
  /** This window waits for the result. */
  | {
      readonly kind: 'waiting';
      readonly progress: JobProgress;
      /** When the calculation was requested; null if that is not stored yet. */
      readonly since: Instant | null;
    }
  /** Started earlier or elsewhere, and not ended. */
  | { readonly kind: 'inProgress'; readonly job: JobRow }
  /** Paused, or no longer polled; it can be resumed. */
  | { readonly kind: 'onHold'; readonly job: JobRow }
  /** The start may have been charged, and its ID is unknown. */
  | { readonly kind: 'unknown'; readonly job: JobRow }
  /** The start or its request failed. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly at: Instant };

export interface ReportInput extends Omit<
  ReportModel,
  'asksForScale' | 'isSampleData' | 'summary' | 'scores'
> {
  /** Null if no one is signed in, because then there is no account with stored results. */
  readonly stored: StoredReport | null;
  readonly activity: SubjectActivity;
  /** The user hasn't declined to set a scale yet. */
  readonly mayAskForScale: boolean;
}

export function reportModel(input: ReportInput): ReportModel {
  const { stored, activity, mayAskForScale, ...given } = input;
  const { subject, account, scale } = given;
  const hasScore = stored !== null && Object.values(stored.scores).some((known) => known !== null);
  return {
    ...given,
    asksForScale: mayAskForScale && hasScore && scale === null && account.kind === 'service',
    isSampleData: account.kind === 'sample' || (stored !== null && hasSampleData(stored)),
    summary: stored && {
      stored: stored.summary,
      state: summaryState(subject, stored, activity.summary),
    },
    scores: stored && {
      money: scoreModel(input, stored, 'money'),
      money_rank_weight: scoreModel(input, stored, 'money_rank_weight'),
    },
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

function scoreModel(input: ReportInput, stored: StoredReport, aggregator: Aggregator): ScoreModel {
  const known = stored.scores[aggregator];
  return {
    stored: known && scoreFacts(known, aggregator, { ...input, stored }),
    state: scoreState(known, stored.jobs[aggregator], input.activity.scores[aggregator]),
  };
}

function scoreState(
  known: Known<RiskScore> | null,
  job: JobRow | null,
  activity: ScoreActivity | undefined,
): ScoreState {
  if (activity?.kind === 'running') {
    return { kind: 'waiting', progress: activity.progress, since: job?.createdAt ?? null };
  }
  // An open job is newer than a failed start in this window: no start happens while a job is open.
  if (job !== null) return { kind: jobStanding(job), job };
  if (activity !== undefined && (known === null || known.receivedAt <= activity.at)) {
    return { kind: 'failed', failure: activity.failure, at: activity.at };
  }
  return known === null ? { kind: 'none' } : ageOf(known);
}

function jobStanding({ state }: JobRow): 'inProgress' | 'unknown' | 'onHold' {
  if (state === 'unknown') return 'unknown';
  return state === 'intent' || state === 'running' ? 'inProgress' : 'onHold';
}

/** Context for interpreting a stored score. */
interface ScoreContext extends Pick<ReportInput, 'subject' | 'scale' | 'account' | 'past'> {
  readonly stored: Pick<StoredReport, 'sentChain'>;
}

export function scoreFacts(
  { value, receivedAt, isFresh, isSampleData }: Known<RiskScore>,
  aggregator: Aggregator,
  { subject, stored: { sentChain = subject.chain }, scale, account, past }: ScoreContext,
): ScoreFacts {
  const { address, createdAt, rawRiskScore } = value;
  const figure = figureOf(value);
  const raw = rawRiskScore.state === 'given' ? rawRiskScore.value : null;
  const breakdown = raw === null ? null : breakdownOf(raw);
  const owner = ownerOf(value, subject, sentChain);
  const isSample = account.kind === 'sample' || isSampleData === true;
  return {
    receivedAt,
    isFresh,
    figure,
    owner,
    ...meaningOf({ figure, owner, breakdown }, { scale, isSample }),
    otherAddress: address.state === 'given' && owner === 'otherAddress' ? address.value : null,
    otherNetwork: otherNetworkIn(value, subject, sentChain),
    calculatedAt: createdAt.state === 'given' ? Date.parse(createdAt.value) : null,
    breakdown,
    raw,
    record: value,
    // A charge by a real account counts, whatever the response says about its data.
    charge:
      account.kind === 'sample' ? 'none' : past && chargeOf(past.spendings, aggregator, receivedAt),
  };
}

/**
 * The level of a score and its parts; nothing for another address or network.
 * @param source.isSample whether it comes from the sample service, which documents its categories
 */
export function meaningOf(
  { figure, owner, breakdown }: Pick<ScoreFacts, 'figure' | 'owner' | 'breakdown'>,
  { scale, isSample }: { readonly scale: RiskScale | null; readonly isSample: boolean },
): Pick<ScoreFacts, 'place' | 'reasons' | 'points'> {
  const digits = figureDigits(figure);
  const own = isOther(owner) ? null : breakdown;
  return {
    place: placeOfScore({ figure, owner }, scale),
    reasons: own === null ? null : reasonsOf(own, digits),
    points: own === null || digits === null ? null : pointsOf(own, digits, isSample),
  };
}
