import type { ChainReading } from '../../evidence/reasons.ts';
import type { Field, Summary } from '../../api/decode.ts';
import type { ExactJson } from '../../api/exactJson.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type { Charge, Instant } from '../../ledger/store.ts';
import type { JobState } from '../../risk/jobState.ts';
import type { PastScore } from '../history.ts';
import type { ReportSubject, ScoreFigure, ScoreOwner } from '../risk.ts';
import type { AddressReport, ReportProject } from './addressReport.ts';
import type { RiskScale } from '../scale.ts';

/**
 * What an export contains. It has no time of its own: two exports of the same state are equal, byte
 * for byte.
 */
export interface ExportFacts {
  readonly subject: ReportSubject;
  /** What the workspace says of it; null without one. */
  readonly known: ExportedKnown | null;
  /** What names the network; undefined if that is not known. */
  readonly reading: ChainReading | undefined;
  readonly isSample: boolean;
  /** The method in the settings: its score is the verdict. */
  readonly aggregator: Aggregator;
  /** Of the service, for example `https://service.example`; null for the sample service. */
  readonly origin: string | null;
  /** Null if the user has set none. */
  readonly scale: RiskScale | null;
  readonly summary: (Received & { readonly value: Summary }) | null;
  readonly scores: Readonly<Record<Aggregator, ExportedScore | null>>;
  /** The newest job without a result. */
  readonly jobs: Readonly<Record<Aggregator, JobState | null>>;
  /** Every stored score, newest first. */
  readonly history: readonly PastScore[];
}

export interface ExportedKnown extends Pick<AddressReport, 'findings'> {
  readonly name: string | null;
  readonly project: ReportProject;
}

interface Received {
  readonly receivedAt: Instant;
  /** Within the time that the user has set. */
  readonly isFresh: boolean;
}

export interface ExportedScore extends Received {
  readonly figure: ScoreFigure;
  readonly owner: ScoreOwner;
  /** The address in the response if it is a different one. */
  readonly otherAddress: string | null;
  /** The network in the response if it is a different one. */
  readonly otherNetwork: string | null;
  readonly record: ScoreRecord;
  /** `raw_risk_score`; null if there is none. */
  readonly raw: ExactJson;
  /** What it cost, as far as the ledger knows it. */
  readonly charge: Charge | null;
}

/** What the response says about its own record, as received. */
export interface ScoreRecord {
  readonly id: Field<string>;
  readonly hash: Field<string>;
  readonly graphFileName: Field<string>;
  readonly createdAt: Field<string>;
  readonly updatedAt: Field<string>;
  readonly createdBy: Field<string>;
  readonly creatorName: Field<string>;
}

/** In the order in which every export has them. */
export const exportedAggregators = ['money', 'money_rank_weight'] as const;
