import { jsonText } from '../../messages/visible.ts';
import { ofOtherText } from '../../messages/score.ts';
import { csvTable } from '../../messages/csvCell.ts';
import { notScoredName, type NotScored } from '../checkReport.ts';
import { safe } from '../terminal.ts';
import { sourceName, time } from '../../report/export/exactText.ts';
import {
  hasSampleScore,
  scoreColumns,
  scoreMembers,
  storedScore,
  type StoredScore,
} from '../../report/rowScore.ts';
import type { Aggregator } from '../../api/parameters.ts';
import type { StoredState } from '../../paid/reports.ts';
import type { RiskScale } from '../../report/scale.ts';
import type { Targets } from './targets.ts';

/** An address that was to be scored. */
export interface ScoreRow extends Omit<NotScored, 'reason'> {
  readonly aggregator: string;
  readonly isNew: boolean;
  /** Such as `deny` and `look-alike`. */
  readonly rules: readonly string[];
  readonly score: StoredScore | null;
  /** Why it has no new score; null if it has one. */
  readonly reason: string | null;
}

/** @param format `text`, `json`, or `csv` */
export function scoresText(
  rows: readonly ScoreRow[],
  format: string,
  isSampleAccount: boolean,
): string {
  const isSample = isSampleAccount || hasSampleScore(rows);
  switch (format) {
    case 'json':
      return json(rows, isSample);
    case 'csv':
      return csv(rows, isSample);
    default:
      return text(rows, isSample);
  }
}

function json(rows: readonly ScoreRow[], isSample: boolean): string {
  const scores = rows.map(({ score, reason, ...row }) => ({
    ...row,
    ...scoreMembers(score),
    reason,
  }));
  return `${jsonText({ version: 1, source: sourceName(isSample), scores }, 2)}\n`;
}

const csv = (rows: readonly ScoreRow[], isSample: boolean): string =>
  csvTable<ScoreRow>(
    {
      address: ({ address, place }) => address ?? place ?? '',
      network: ({ network }) => network ?? '',
      aggregator: ({ aggregator }) => aggregator,
      is_new: ({ isNew }) => String(isNew),
      rules: ({ rules }) => rules.join(' '),
      ...scoreColumns,
      is_fresh: ({ score }) => String(score?.isFresh ?? false),
      reason: ({ reason }) => reason ?? '',
      source: () => sourceName(isSample),
    },
    rows,
  );

function text(rows: readonly ScoreRow[], isSample: boolean): string {
  const lines = rows.map((row) => {
    const { score, reason } = row;
    const what = safe(notScoredName(row));
    if (score === null) return `${what}: not scored. ${safe(reason ?? '')}`.trimEnd();
    const level = score.level === null ? '' : `, ${safe(score.level)}`;
    const other = ofOtherText(score.owner);
    const old = score.isFresh ? '' : `, from ${time(score.receivedAt)}`;
    const found = row.rules.length === 0 ? '' : ` (${row.rules.join(', ')})`;
    const why = reason === null ? '' : ` ${safe(reason)}`;
    return `${what}${found}: risk ${safe(score.digits ?? 'not given')}${level}${other === undefined ? '' : `, ${other}`}${old}.${why}`;
  });
  if (lines.length === 0) lines.push('There is nothing to score.');
  return [...(isSample ? [sourceName(true)] : []), ...lines, ''].join('\n');
}

const nameOf = ({ address, place, network }: Omit<NotScored, 'reason'>): string =>
  `${network ?? ''} ${address ?? place ?? ''}`;

/**
 * A row for each address: those that were scored or could have been, then the others.
 * @param heads what is stored of the targets, in their order
 */
export function scoreRows(
  { targets, notScored, scale }: Targets & { readonly scale: RiskScale | null },
  heads: readonly StoredState[],
  aggregator: Aggregator,
): ScoreRow[] {
  const reasons = new Map(notScored.map((each) => [nameOf(each), each.reason]));
  const rows = targets.map(({ subject, isNew, rules }, index): ScoreRow => {
    const place = { address: subject.address, network: subject.chain };
    const reason = reasons.get(nameOf(place)) ?? null;
    reasons.delete(nameOf(place));
    const score = storedScore(heads[index], subject, aggregator, scale);
    return { ...place, aggregator, isNew, rules, score, reason };
  });
  const others = notScored
    .filter((each) => reasons.has(nameOf(each)))
    .map(({ reason, ...each }) => ({
      ...each,
      aggregator,
      isNew: true,
      rules: [],
      score: null,
      reason,
    }));
  return [...rows, ...others];
}
