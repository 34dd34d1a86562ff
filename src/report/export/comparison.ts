import { isOther } from '../risk.ts';
import { breakdownOf } from '../breakdown.ts';
import { comparisonOf, type AggregatorComparison } from '../comparison.ts';
import type { ExportedScore, ExportFacts } from './facts.ts';

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
