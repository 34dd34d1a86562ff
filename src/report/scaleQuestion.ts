import type { ReportView } from '../pageViews.ts';
import { scaleTexts } from '../messages/score.ts';
import type { ReportModel } from './model.ts';
import { presetsFor } from './scale.ts';

const scaleChoices = [
  { scale: 'upTo1', most: 1 },
  { scale: 'upTo10', most: 10 },
  { scale: 'upTo100', most: 100 },
] as const;

/** Null if no score is stored, or none that is a number. */
export function shownDigits({
  scores,
  aggregator,
}: Pick<ReportModel, 'scores' | 'aggregator'>): string | null {
  const figure = scores?.[aggregator].stored?.figure;
  return figure !== undefined && 'digits' in figure ? figure.digits : null;
}

/** Offers the scales that the score is on. */
export function scaleQuestion({ scores, aggregator }: ReportModel): ReportView['question'] {
  const presets = presetsFor(shownDigits({ scores, aggregator }));
  const usual = scaleChoices.filter(({ most }) => presets.some(({ max }) => max === most));
  return {
    text: scaleTexts.question(),
    actions: [
      ...usual.map(({ scale, most }) => ({
        ...({ id: 'setScale', scale, label: scaleTexts.upTo(most) } as const),
      })),
      { id: 'setScale', scale: 'own', label: scaleTexts.own() },
      { id: 'keepNoScale', label: scaleTexts.notNow() },
    ],
  };
}
