import { isOther } from './risk.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { CellView, TableView } from '../pageViews.ts';
import { cutFigure, rounded, signed } from '../messages/figures.ts';
import { methodName } from '../messages/labels.ts';
import { reportTexts } from '../messages/report.ts';
import { scoreTexts } from '../messages/score.ts';
import { plain } from '../messages/text.ts';
import { comparisonOf, mostDifferentFirst } from './comparison.ts';
import type { ScoreFacts, ScoreModel } from './model.ts';

/** More would not be read; the caption says how many there are. */
const maxRows = 12;

/** The categories of both aggregators side by side, those that differ most first. */
export function comparisonTable(
  scores: Readonly<Record<Aggregator, ScoreModel>>,
): TableView | null {
  const { money, money_rank_weight: ranked } = scores;
  if (money.stored === null || ranked.stored === null) return null;
  const comparison = comparisonOf(sideOf(money.stored), sideOf(ranked.stored));
  if (comparison === null) return null;
  const { difference, categories } = comparison;
  const rows = mostDifferentFirst(categories).slice(0, maxRows);
  return {
    caption: reportTexts.differences(rows.length, categories.length),
    columns: [
      { name: scoreTexts.category(), isFigure: false },
      { name: methodName('money'), isFigure: true },
      { name: methodName('money_rank_weight'), isFigure: true },
      { name: reportTexts.difference(), isFigure: true },
    ],
    rows: [
      [
        { text: reportTexts.score(), exact: '' },
        figureCell(digitsOf(money.stored)),
        figureCell(digitsOf(ranked.stored)),
        signedCell(difference),
      ],
      ...rows.map(({ names, one, other, difference: by }) => [
        { text: plain(names.join(' › ')), exact: '' },
        figureCell(one?.digits ?? null),
        figureCell(other?.digits ?? null),
        signedCell(by),
      ]),
    ],
  };
}

function sideOf(facts: ScoreFacts): Parameters<typeof comparisonOf>[0] {
  const { breakdown } = facts;
  return { score: digitsOf(facts), breakdown, isOther: isOther(facts.owner) };
}

function digitsOf({ figure }: ScoreFacts): string | null {
  return 'digits' in figure ? figure.digits : null;
}

/** How far the other method is from the one that the report begins with, exact; null if unknown. */
export function otherDifference(
  scores: Readonly<Record<Aggregator, ScoreModel>>,
  aggregator: Aggregator,
): string | null {
  const own = scores[aggregator].stored;
  const other = scores[aggregator === 'money' ? 'money_rank_weight' : 'money'].stored;
  if (own === null || other === null) return null;
  return comparisonOf(sideOf(own), sideOf(other))?.difference ?? null;
}

/** A dash if there is no value: that is not zero. */
function figureCell(digits: string | null): CellView {
  if (digits === null) return { text: '–', exact: '' };
  const text = rounded(digits);
  return { text, exact: text === digits ? '' : cutFigure(digits) };
}

function signedCell(digits: string | null): CellView {
  const { text, exact } = figureCell(digits);
  return { text: digits === null ? text : signed(digits), exact };
}
