import type { Grade, LevelView } from '../pageViews.ts';
import { levelOf, type RiskScale, type ScalePlace } from './scale.ts';
import type { Risk } from './risk.ts';

/**
 * The level that alarms take a place for: above the scale it is the highest one. Null below the scale.
 */
export function alarmRank(place: ScalePlace, { levels }: RiskScale): number | null {
  if (place.kind === 'level') return place.rank;
  return place.side === 'above' ? levels.length - 1 : null;
}

/** Null outside of the scale. */
export function levelView(place: ScalePlace): LevelView | null {
  if (place.kind === 'outside') return null;
  return { name: place.name, grade: gradeOf(place.rank, place.count) };
}

/** Levels of any scale share four colors and shapes: its lowest has the first, its highest the last. */
export function gradeOf(rank: number, count: number): Grade {
  if (count < 2) return 0;
  return Math.round((rank / (count - 1)) * 3) as Grade;
}

/** The level of a stored score; null without a scale, outside of it, or for another subject. */
export function levelOfRisk(risk: Risk, scale: RiskScale | null): LevelView | null {
  const place = placeOfRisk(risk, scale);
  return place === null ? null : levelView(place);
}

/** Where a stored score is on a scale; null without one, or for another subject. */
export function placeOfRisk(risk: Risk, scale: RiskScale | null): ScalePlace | null {
  if (scale === null || risk.kind !== 'score' || risk.owner !== 'subject') return null;
  return 'digits' in risk.figure ? levelOf(scale, risk.figure.digits) : null;
}
