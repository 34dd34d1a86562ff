import { exportTexts } from '../../messages/exports.ts';
import { grouped } from '../../messages/figures.ts';
import { changesText, pastTexts } from '../../messages/past.ts';
import { reportTexts } from '../../messages/report.ts';
import { rounded, signed } from '../../messages/rounded.ts';
import { ofOtherText, scoreTexts } from '../../messages/score.ts';
import { notGiven, notReadable } from '../../messages/summary.ts';
import { utc } from '../../messages/times.ts';
import { categoryTitle } from '../../messages/verdict.ts';
import { mostDifferentFirst } from '../comparison.ts';
import type { PastScore } from '../history.ts';
import { exportedComparison } from './comparison.ts';
import type { ExportFacts } from './facts.ts';
import { cut, figureColumns, maxCellLength, textColumns, type DocumentSection } from './parts.ts';

/** A report with ten categories still prints on one page; everything is in JSON and CSV. */
const maxRows = 5;

/** Not zero: there is no value. */
const none = '–';

/** Both aggregators side by side; empty if there is nothing to compare. */
export function comparisonSections(facts: ExportFacts): DocumentSection[] {
  const comparison = exportedComparison(facts);
  if (comparison === null) return [];
  const { money, money_rank_weight: ranked } = facts.scores;
  const { difference, categories } = comparison;
  const shown = mostDifferentFirst(categories).slice(0, maxRows);
  const rows = [
    [
      reportTexts.score(),
      ...[money, ranked].map((score) =>
        score !== null && 'digits' in score.figure ? grouped(score.figure.digits) : none,
      ),
      difference === null ? none : signed(difference),
    ],
    ...shown.map((pair) => [
      cut(categoryTitle(pair.names), maxCellLength),
      ...[pair.one, pair.other].map((value) => (value === null ? none : rounded(value.digits))),
      pair.difference === null ? none : signed(pair.difference),
    ]),
  ];
  return [
    {
      heading: exportTexts.comparison(),
      facts: [],
      table: {
        caption: exportTexts.differences(shown.length, categories.length),
        columns: [
          ...textColumns(scoreTexts.category()),
          ...figureColumns('money', 'money_rank_weight', reportTexts.difference()),
        ],
        rows: rows.map((cells) => ({ cells, ratio: null })),
      },
    },
  ];
}

/** Every stored score with what changed since the one before it; empty if none is stored. */
export function historySections({ history }: ExportFacts): DocumentSection[] {
  if (history.length === 0) return [];
  const shown = history.slice(0, maxRows);
  return [
    {
      heading: exportTexts.history(),
      facts: [],
      table: {
        caption: exportTexts.storedScores(shown.length, history.length),
        columns: [
          ...textColumns(pastTexts.received(), exportTexts.method()),
          ...figureColumns(pastTexts.score(), pastTexts.change()),
          ...textColumns(pastTexts.categories()),
        ],
        rows: shown.map((score) => ({ cells: historyCells(score), ratio: null })),
      },
    },
  ];
}

function historyCells(score: PastScore): string[] {
  const { receivedAt, aggregator, difference, changes } = score;
  return [
    utc(receivedAt),
    aggregator,
    figureText(score),
    difference === null ? none : signed(difference),
    changesText(changes),
  ];
}

function figureText({ figure, owner }: PastScore): string {
  const other = ofOtherText(owner);
  if (other !== undefined) return other;
  if ('digits' in figure) return grouped(figure.digits);
  return figure.kind === 'absent' ? notGiven() : notReadable();
}
