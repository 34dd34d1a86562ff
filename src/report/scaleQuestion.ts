import type { ReportView } from '../pageViews.ts';
import { scaleTexts } from '../words/score.ts';
import type { ReportModel } from './model.ts';

const scaleChoices = [
  { scale: 'upTo1', most: 1 },
  { scale: 'upTo10', most: 10 },
  { scale: 'upTo100', most: 100 },
] as const;

/** Offers the scales that the score is on. */
export function scaleQuestion({ scores, aggregator }: ReportModel): ReportView['question'] {
  const figure = scores?.[aggregator].stored?.figure;
  const digits = figure !== undefined && 'digits' in figure ? figure.digits : '0';
  const usual = scaleChoices.filter(({ most }) => Number(digits) <= most);
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
