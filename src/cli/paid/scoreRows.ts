import type { Aggregator } from '../../api/parameters.ts';
import type { StoredState } from '../../lookups/reports.ts';
import type { RiskScale } from '../../report/scale.ts';
import type { NotScored } from '../checkReport.ts';
import { storedScore } from '../../report/storedScore.ts';
import type { ScoreRow } from './scoreFormats.ts';
import type { Targets } from './targets.ts';

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
    const head = heads[index];
    const place = { address: subject.address, network: subject.chain };
    const reason = reasons.get(nameOf(place)) ?? null;
    reasons.delete(nameOf(place));
    const score = head === undefined ? null : storedScore(head, subject, aggregator, scale);
    return { ...place, aggregator, isNew, rules, score, reason };
  });
  const others = notScored
    .filter((each) => reasons.has(nameOf(each)))
    .map(({ address, place, network, reason }) => ({
      ...{ address, ...(place !== undefined && { place }), network, aggregator },
      ...{ isNew: true, rules: [], score: null, reason },
    }));
  return [...rows, ...others];
}
