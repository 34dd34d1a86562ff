import { csvLine } from '../messages/csvCell.ts';
import { compareDecimals, decimalOf, type Decimal } from './decimal.ts';
import { levelOfRisk, type RiskScale } from './scale.ts';
import { isOther, type Risk } from './risk.ts';
import { scoresView } from '../messages/batches.ts';
import { shortened } from '../messages/text.ts';
import { riskLine } from './rowScore.ts';

/** An address of a batch, and what came of it. */
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
export function orderRows<Row extends BatchRow>(rows: readonly Row[]): Row[] {
  const scored: { readonly row: Row; readonly score: Decimal }[] = [];
  const others: Row[] = [];
  for (const row of rows) {
    const score = scoreOf(row.risk);
    if (score === null) others.push(row);
    else scored.push({ row, score });
  }
  scored.sort((one, other) => compareDecimals(other.score, one.score));
  return [...scored.map(({ row }) => row), ...others];
}

/** Null for a score that is not a number, or that is of another address. */
function scoreOf(risk: Risk | null): Decimal | null {
  if (risk?.kind !== 'score' || isOther(risk.owner)) return null;
  return 'digits' in risk.figure ? decimalOf(risk.figure.digits) : null;
}

const header = [
  ...['address', 'network', 'network_is_assumed', 'aggregator', 'score', 'level'],
  ...['received_at', 'is_fresh', 'job', 'reason', 'source'],
];

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
  const lines = rows.map(({ address, chain, isAssumed, risk, reason }) => [
    address,
    chain ?? '',
    String(isAssumed),
    aggregator,
    ...riskCells(risk, scale),
    reason ?? '',
    source,
  ]);
  return [header, ...lines].map(csvLine).join('');
}

/** Score, level, when it was received, whether it is fresh, and the state of a job. */
function riskCells(risk: Risk | null, scale: RiskScale | null): string[] {
  if (risk === null) return ['', '', '', '', ''];
  if (risk.kind === 'job') return ['', '', '', '', risk.state];
  const { figure, owner, receivedAt, isFresh } = risk;
  const digits = 'digits' in figure && !isOther(owner) ? figure.digits : '';
  const level = levelOfRisk(risk, scale)?.name ?? '';
  return [digits, level, new Date(receivedAt).toISOString(), String(isFresh), ''];
}

/** In UTF-16 units. */
const maxScoreLength = 30;

/** The score of a row of the table, and what else is said of it. */
export function scoreTextOf(
  { risk }: Pick<BatchRow, 'risk'>,
  scale: RiskScale | null,
): { readonly label: string; readonly more: readonly string[] } {
  if (risk === null) return { label: scoresView.notScored(), more: [] };
  const line = riskLine(risk, Date.now(), scale);
  if (line.kind === 'job') return { label: scoresView.notScored(), more: [line.text] };
  const text = shortened(line.text, maxScoreLength);
  const label = line.level === null ? text : `${line.level} ${text}`;
  return { label, more: [line.age] };
}
