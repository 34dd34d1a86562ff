import type { Grade, LevelView } from '../pageViews.ts';
import { levelOf, type RiskScale, type ScalePlace } from './scale.ts';
import type { Risk } from './risk.ts';

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

/** The level of a stored score; null without a scale, outside of it, or for another address. */
export function levelOfRisk(risk: Risk, scale: RiskScale | null): LevelView | null {
  if (scale === null || risk.kind !== 'score' || risk.isOfAnotherAddress) return null;
  if (!('digits' in risk.figure)) return null;
  const place = levelOf(scale, risk.figure.digits);
  return place === null ? null : levelView(place);
}
