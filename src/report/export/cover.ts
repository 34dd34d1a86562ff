import { createHash } from 'node:crypto';
import type { LevelView, ScaleView } from '../../pageViews.ts';
import { exportTexts } from '../../messages/exports.ts';
import { grouped } from '../../messages/figures.ts';
import { methodName } from '../../messages/methods.ts';
import { scoreTexts } from '../../messages/score.ts';
import { utc } from '../../messages/times.ts';
import { breakdownOf } from '../breakdown.ts';
import { levelView } from '../level.ts';
import { pointsOf } from '../points.ts';
import { reasonsOf } from '../reasons.ts';
import { levelOf } from '../scale.ts';
import { reasonLines } from '../reasonLines.ts';
import { scaleView } from '../scoreView.ts';
import type { ExportFacts } from './facts.ts';
import { jsonExport } from './json.ts';
import type { DocumentFact } from './parts.ts';

/** The verdict of a report: what is read first. */
export interface DocumentCover {
  readonly caption: string;
  readonly figure: string;
  /** Null without a scale, and outside of it. */
  readonly level: LevelView | null;
  readonly scale: ScaleView | null;
  /** Why, and since when. */
  readonly lines: readonly string[];
}

/** Of the method in the settings; null if it has no number for this address. */
export function coverOf({
  scores,
  aggregator,
  scale,
  isSample,
}: ExportFacts): DocumentCover | null {
  const score = scores[aggregator];
  if (score === null || score.owner !== 'subject' || !('digits' in score.figure)) return null;
  const { receivedAt, isFresh, raw } = score;
  const { digits } = score.figure;
  const place = scale === null ? null : levelOf(scale, digits);
  const breakdown = raw === null ? null : breakdownOf(raw);
  const reasons = breakdown && reasonsOf(breakdown, digits);
  const points = breakdown && pointsOf(breakdown, digits, isSample);
  const time = utc(receivedAt);
  return {
    caption: exportTexts.riskScore(methodName(aggregator)),
    figure: grouped(digits),
    level: place === null ? null : levelView(place),
    scale: scaleView(scale, place, digits),
    lines: [
      ...reasonLines({ points, reasons, figure: score.figure }),
      exportTexts.receivedAt(isFresh ? time : exportTexts.stale(time)),
      ...(place === null || isSample ? [] : [scoreTexts.ownLevels()]),
    ],
  };
}

/** With it, a reader can tell whether a JSON export is of the same evidence. */
export function evidenceFact(facts: ExportFacts): DocumentFact {
  const hash = createHash('sha256').update(jsonExport(facts)).digest('hex');
  return { label: exportTexts.evidenceHash(), value: hash };
}
