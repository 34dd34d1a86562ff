import { reasonText } from '../messages/reasons.ts';
import { rounded } from '../messages/rounded.ts';
import { sentences } from '../messages/text.ts';
import { categoryTitle, verdictTexts } from '../messages/verdict.ts';
import type { ScoreFacts } from './model.ts';

type ReasonedScore = Pick<ScoreFacts, 'points' | 'reasons' | 'figure'>;

/** Why a score is what it is: the label that sets it, else the two or three categories that make it up. */
export function reasonLines(score: ReasonedScore): string[] {
  if (score.points?.of === 'ownLabel') return [reasonSentence(score)];
  const { reasons } = score;
  return reasons === null ? [] : reasons.reasons.map((reason) => reasonText(reason, reasons.of));
}

/** The main reason of the score in a sentence; empty if the response gives none. */
export function reasonSentence({ points, reasons, figure }: ReasonedScore): string {
  if (figure.kind === 'zero') return verdictTexts.zero();
  if (points?.of === 'ownLabel') {
    const { besidesLabel, label } = points;
    const funds = besidesLabel === null ? [] : [verdictTexts.fundsAlone(besidesLabel)];
    return sentences([verdictTexts.label(label), ...funds]);
  }
  const [first] = reasons?.reasons ?? [];
  if (reasons === null || first === undefined) return '';
  const { names, way, percent, digits } = first;
  const name = categoryTitle(names);
  if (percent === null) return verdictTexts.greatest(name, rounded(digits));
  return reasons.of === 'score'
    ? verdictTexts.share(name, way, percent)
    : verdictTexts.wholeShare(name, percent);
}
