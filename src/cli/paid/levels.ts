import type { Aggregator } from '../../api/parameters.ts';
import type { ReportHeads } from '../../lookups/reports.ts';
import { compareDecimals, decimalOf } from '../../report/decimal.ts';
import { riskOf, type Risk } from '../../report/risk.ts';
import { levelOf, type RiskScale } from '../../report/scale.ts';

/** A stored score as results show it. */
export interface StoredScore {
  /** The digits as the service sent them; null where it sent none that can be read. */
  readonly digits: string | null;
  /** The name of its level; null without a scale, or for another address. */
  readonly level: string | null;
  /** The place of the level on the scale, from the lowest; -1 without one. */
  readonly rank: number;
  readonly isOfAnotherAddress: boolean;
  readonly isFresh: boolean;
  /** In milliseconds. */
  readonly receivedAt: number;
}

/** Null if no score is stored. */
export function storedScore(
  heads: ReportHeads,
  subject: { readonly address: string; readonly chain: string },
  aggregator: Aggregator,
  scale: RiskScale | null,
): StoredScore | null {
  const risk = riskOf(heads, subject, aggregator);
  if (risk?.kind !== 'score') return null;
  const { figure, isOfAnotherAddress, isFresh, receivedAt } = risk;
  const rank = scale === null ? -1 : rankOf(risk, scale);
  return {
    digits: 'digits' in figure ? figure.digits : null,
    level: scale?.levels[rank]?.name ?? null,
    ...{ rank, isOfAnotherAddress, isFresh, receivedAt },
  };
}

/** A score above the scale counts as its highest level. */
function rankOf(
  { figure, isOfAnotherAddress }: Extract<Risk, { kind: 'score' }>,
  scale: RiskScale,
): number {
  if (isOfAnotherAddress || !('digits' in figure)) return -1;
  const place = levelOf(scale, figure.digits);
  if (place === null) return -1;
  if (place.kind === 'level') return place.rank;
  const [score, most] = [decimalOf(figure.digits), decimalOf(String(scale.max))];
  const isAbove = score !== null && most !== null && compareDecimals(score, most) > 0;
  return isAbove ? scale.levels.length - 1 : -1;
}
