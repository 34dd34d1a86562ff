import { csvTable } from '../messages/csvCell.ts';
import { compareScores } from './decimal.ts';
import type { RiskScale } from './scale.ts';
import type { Risk } from './risk.ts';
import { reportTexts } from '../messages/report.ts';
import { scoreText } from '../messages/surfaces.ts';
import { ownDigits, riskLine, scoreColumns, scoreOnScale, type StoredScore } from './rowScore.ts';

/** An address of a batch with its result. */
export interface BatchRow {
  readonly address: string;
  /** Null if the network is undecided. */
  readonly chain: string | null;
  readonly isAssumed: boolean;
  /** The stored score, even a stale one, or the state of a job; null without either. */
  readonly risk: Risk | null;
  /** Why there is no new score, in words; null if nothing is wrong. */
  readonly reason: string | null;
}

/** The rows by score, the highest first; then those without one, in the order they came in. */
export const orderRows = <Row extends BatchRow>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => compareScores(digitsOf(one.risk), digitsOf(other.risk)));

const digitsOf = (risk: Risk | null): string | null =>
  risk?.kind === 'score' ? ownDigits(risk) : null;

/**
 * Rows as CSV (RFC 4180), in their order. The names of columns and states are not translated:
 * programs read them.
 */
export function batchCsv(
  rows: readonly BatchRow[],
  {
    aggregator,
    scale,
    source,
  }: {
    readonly aggregator: string;
    readonly scale: RiskScale | null;
    /** The origin of the service, or that it is sample data. */
    readonly source: string;
  },
): string {
  return csvTable<BatchRow & { readonly score: StoredScore | null }>(
    {
      address: ({ address }) => address,
      network: ({ chain }) => chain ?? '',
      network_is_assumed: ({ isAssumed }) => String(isAssumed),
      aggregator: () => aggregator,
      ...scoreColumns,
      job: ({ risk }) => (risk?.kind === 'job' ? risk.state : ''),
      reason: ({ reason }) => reason ?? '',
      source: ({ risk }) => (isMadeUp(risk) ? 'Sample data' : source),
    },
    rows.map((row) => ({ ...row, score: scoreOnScale(row.risk, scale) })),
  );
}

/** Whether the service declares a score to be made up. */
export const isMadeUp = (risk: Risk | null): boolean =>
  risk?.kind === 'score' && risk.isSampleData === true;

/** The score of a table row, with its details. */
export function scoreTextOf(
  { risk }: Pick<BatchRow, 'risk'>,
  scale: RiskScale | null,
): { readonly label: string; readonly more: readonly string[] } {
  if (risk === null) return { label: reportTexts.notScored(), more: [] };
  const line = riskLine(risk, Date.now(), scale);
  if (line.kind === 'job') return { label: reportTexts.notScored(), more: [line.text] };
  return { label: scoreText(line.text, line.level), more: [line.age] };
}
