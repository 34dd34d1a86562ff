import type { Aggregator } from '../api/parameters.ts';
import type { StoredState } from '../paid/reports.ts';
import { alarmRank, placeOfRisk } from './level.ts';
import { riskOf, type ScoreOwner } from './risk.ts';
import type { RiskScale } from './scale.ts';

/** A stored score as exports and the command line show it. */
export interface StoredScore {
  /** The digits as the service sent them; null where it sent none that can be read. */
  readonly digits: string | null;
  /** The name of its level; null without a scale, or for another address. */
  readonly level: string | null;
  /** The place of the level on the scale, from the lowest; -1 without one. */
  readonly rank: number;
  /** Whether the response is for the address and the network of the request. */
  readonly owner: ScoreOwner;
  readonly isFresh: boolean;
  /** The service says that it is made up. */
  readonly isSampleData?: boolean;
  /** In milliseconds. */
  readonly receivedAt: number;
}

/** Null if no score is stored. */
export function storedScore(
  heads: StoredState,
  subject: { readonly address: string; readonly chain: string },
  aggregator: Aggregator,
  scale: RiskScale | null,
): StoredScore | null {
  const risk = riskOf(heads, subject, aggregator);
  if (risk?.kind !== 'score') return null;
  const { figure, owner, isFresh, receivedAt } = risk;
  const place = placeOfRisk(risk, scale);
  const rank = place === null || scale === null ? -1 : (alarmRank(place, scale) ?? -1);
  return {
    digits: 'digits' in figure ? figure.digits : null,
    level: scale?.levels[rank]?.name ?? null,
    ...{
      rank,
      owner,
      isFresh,
      receivedAt,
      ...(risk.isSampleData === true && { isSampleData: true }),
    },
  };
}
