import type { ChainReading } from '../../evidence/reasons.ts';
import type { Summary } from '../../api/decode.ts';
import type { ExactJson } from '../../api/exactJson.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type { Charge, Instant } from '../../ledger/store.ts';
import type { JobState } from '../../risk/jobState.ts';
import { type PastScore, chargeOf } from '../history.ts';
import type { ScoreRecord, ReportModel } from '../model.ts';
import { type ReportSubject, type ScoreFigure, type ScoreOwner, isOther } from '../risk.ts';
import type { AddressReport, ReportProject } from './addressReport.ts';
import type { RiskScale } from '../scale.ts';
import type { StoredReport } from '../../paid/reports.ts';
import { breakdownOf } from '../breakdown.ts';
import { comparisonOf, type AggregatorComparison } from '../comparison.ts';

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

/** In the order in which every export has them. */
export const exportedAggregators = ['money', 'money_rank_weight'] as const;

/** What an export of a report contains: what is stored, and nothing of what is in progress. */
export function exportFactsOf(
  model: ReportModel,
  stored: StoredReport,
  known: ExportFacts['known'],
): ExportFacts {
  const { subject, reading, isSampleData, aggregator, origin, scale } = model;
  return {
    subject,
    known,
    reading,
    aggregator,
    isSample: isSampleData,
    origin,
    scale,
    summary: stored.summary,
    scores: {
      money: exportedScore(model, stored, 'money'),
      money_rank_weight: exportedScore(model, stored, 'money_rank_weight'),
    },
    jobs: {
      money: stored.jobs.money?.state ?? null,
      money_rank_weight: stored.jobs.money_rank_weight?.state ?? null,
    },
    history: model.past?.scores ?? [],
  };
}

function exportedScore(
  { scores, past }: ReportModel,
  stored: StoredReport,
  aggregator: Aggregator,
): ExportedScore | null {
  const facts = scores?.[aggregator].stored ?? null;
  const known = stored.scores[aggregator];
  if (facts === null || known === null) return null;
  const { receivedAt, figure, owner, otherAddress, otherNetwork, record, raw } = facts;
  return {
    receivedAt,
    isFresh: known.isFresh,
    figure,
    owner,
    otherAddress,
    otherNetwork,
    record,
    raw,
    charge: past === null ? null : chargeOf(past.spendings, aggregator, receivedAt),
  };
}

/** Null if one of the aggregators has no score, or there is nothing to compare. */
export function exportedComparison({ scores }: ExportFacts): AggregatorComparison | null {
  const { money, money_rank_weight: ranked } = scores;
  return money === null || ranked === null ? null : comparisonOf(sideOf(money), sideOf(ranked));
}

function sideOf({ figure, raw, owner }: ExportedScore): Parameters<typeof comparisonOf>[number] {
  return {
    score: 'digits' in figure ? figure.digits : null,
    breakdown: raw === null ? null : breakdownOf(raw),
    isOther: isOther(owner),
  };
}

const extensions = { markdown: 'md', html: 'html', json: 'json', csv: 'csv' } as const;

export type ExportFormat = keyof typeof extensions;

/** What a save dialog suggests: letters, digits, and `.-_` alone, whatever the address is. */
export function exportFileName({ subject, isSample }: ExportFacts, format: ExportFormat): string {
  const parts = [
    'address-risk',
    ...(isSample ? ['sample-data'] : []),
    subject.chain,
    subject.address,
  ];
  const name = parts.map((part) => part.replace(/[^A-Za-z0-9-]+/g, '-')).join('_');
  return `${name.slice(0, 150)}.${extensions[format]}`;
}
