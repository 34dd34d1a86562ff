import type { Summary } from '../../api/summaryFields.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type { Known, StoredReport } from '../../paid/reports.ts';
import type { JobState } from '../../risk/jobState.ts';
import type { PastScore } from '../history.ts';
import type { ReportModel, ScoreFacts } from '../model.ts';
import type { AddressReport, ReportProject } from './addressReport.ts';

/**
 * The content of an export. It has no time of its own: two exports of the same state are identical
 * byte for byte.
 */
export interface ExportFacts extends Pick<
  ReportModel,
  'subject' | 'reading' | 'aggregator' | 'origin' | 'scale'
> {
  /** Facts from the workspace; null without one. */
  readonly known: ExportedKnown | null;
  readonly isSample: boolean;
  readonly summary: Known<Summary> | null;
  readonly scores: Readonly<Record<Aggregator, ScoreFacts | null>>;
  /** The newest job without a result. */
  readonly jobs: Readonly<Record<Aggregator, JobState | null>>;
  /** Every stored score, newest first. */
  readonly history: readonly PastScore[];
}

interface ExportedKnown extends Pick<AddressReport, 'findings'> {
  readonly name: string | null;
  /** Null where several folders are open, or none. */
  readonly project: ReportProject | null;
}

/** The content of a report's export: stored data only, nothing in progress. */
export function exportFactsOf(
  model: ReportModel,
  stored: StoredReport,
  known: ExportFacts['known'],
): ExportFacts {
  return {
    ...model,
    known,
    isSample: model.isSampleData,
    summary: stored.summary,
    scores: {
      money: model.scores?.money.stored ?? null,
      money_rank_weight: model.scores?.money_rank_weight.stored ?? null,
    },
    jobs: {
      money: stored.jobs.money?.state ?? null,
      money_rank_weight: stored.jobs.money_rank_weight?.state ?? null,
    },
    history: model.past?.scores ?? [],
  };
}

const extensions = { markdown: 'md', html: 'html', json: 'json', csv: 'csv' } as const;

export type ExportFormat = keyof typeof extensions;

/** The suggested file name: only letters, digits, and `.-_`, whatever the address is. */
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
