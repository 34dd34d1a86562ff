import { figureCell } from './chartView.ts';
import { otherAggregator } from './scoreView.ts';
import type { Aggregator } from '../api/parameters.ts';
import type { CellView, TableView } from '../pageViews.ts';
import { signed } from '../messages/figures.ts';
import { methodName } from '../messages/labels.ts';
import { reportTexts } from '../messages/report.ts';
import { scoreTexts } from '../messages/score.ts';
import { plain } from '../messages/text.ts';
import { comparisonOf, mostDifferentFirst } from './comparison.ts';
import type { ScoreModel } from './model.ts';
import { figureDigits } from './decimal.ts';

/** More would not be read; the caption says how many there are. */
const maxRows = 12;

/** The categories of both aggregators side by side, those that differ most first. */
export function comparisonTable(
  scores: Readonly<Record<Aggregator, ScoreModel>>,
): TableView | null {
  const { money, money_rank_weight: ranked } = scores;
  if (money.stored === null || ranked.stored === null) return null;
  const comparison = comparisonOf(money.stored, ranked.stored);
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
        cellOf(figureDigits(money.stored.figure)),
        cellOf(figureDigits(ranked.stored.figure)),
        signedCell(difference),
      ],
      ...rows.map(({ names, one, other, difference: by }) => [
        { text: plain(names.join(' › ')), exact: '' },
        cellOf(one?.digits ?? null),
        cellOf(other?.digits ?? null),
        signedCell(by),
      ]),
    ],
  };
}

/** How far the other method is from the one that the report begins with, exact; null if unknown. */
export function otherDifference(
  scores: Readonly<Record<Aggregator, ScoreModel>>,
  aggregator: Aggregator,
): string | null {
  const other = scores[otherAggregator(aggregator)];
  return comparisonOf(scores[aggregator].stored, other.stored)?.difference ?? null;
}

/** A dash if there is no value: that is not zero. */
function cellOf(digits: string | null): CellView {
  return digits === null ? { text: '–', exact: '' } : figureCell(digits);
}

function signedCell(digits: string | null): CellView {
  return digits === null ? cellOf(null) : { ...figureCell(digits), text: signed(digits) };
}
