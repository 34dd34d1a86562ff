import type { Aggregator } from '../api/routes.ts';
import type { Spending } from '../ledger/store.ts';
import type { CellView, DetailView, RowView } from '../pageViews.ts';
import { grouped } from '../words/figures.ts';
import { pastTexts } from '../words/past.ts';
import { rounded } from '../words/rounded.ts';
import { ofAnotherAddressText } from '../words/score.ts';
import { notGiven, notReadable } from '../words/summary.ts';
import { plain } from '../words/text.ts';
import { utc } from '../words/times.ts';
import type { PastScore } from './history.ts';
import type { ReportModel, ScoreFacts } from './model.ts';
import type { CategoryPair } from './pairs.ts';

/** More changes than these would not be read; the cell says how many more there are. */
const mostChanges = 3;

/** Every stored score, and what changed since the one before it. */
export function historyView({ past }: ReportModel): DetailView[] {
  if (past === null || past.scores.length === 0) return [];
  return [
    {
      id: 'history',
      heading: pastTexts.heading(past.scores.length),
      rows: [],
      tables: [
        {
          caption: pastTexts.caption(),
          columns: [
            { name: pastTexts.received(), isFigure: false },
            { name: pastTexts.aggregator(), isFigure: false },
            { name: pastTexts.score(), isFigure: true },
            { name: pastTexts.change(), isFigure: true },
            { name: pastTexts.categories(), isFigure: false },
          ],
          rows: past.scores.map(historyRow),
        },
      ],
      actions: [],
    },
  ];
}

const cell = (text: string, exact = ''): CellView => ({ text, exact });

function historyRow(score: PastScore): CellView[] {
  const { receivedAt, aggregator, difference } = score;
  return [
    cell(utc(receivedAt)),
    cell(aggregator),
    figureCell(score),
    difference === null ? cell('–') : cell(signed(difference), difference),
    cell(changesText(score)),
  ];
}

function figureCell({ figure, isOfAnotherAddress }: PastScore): CellView {
  if (isOfAnotherAddress) return cell(ofAnotherAddressText());
  if ('digits' in figure) return cell(grouped(figure.digits), figure.digits);
  return cell(figure.kind === 'absent' ? notGiven() : notReadable());
}

/** What changed most in words; empty for the first score. */
function changesText({ changes }: PastScore): string {
  if (changes === null) return '';
  const nameOf = ({ names }: CategoryPair): string => plain(names.join(' › '));
  const texts = [
    ...changes.added.map((pair) => pastTexts.added(nameOf(pair))),
    ...changes.removed.map((pair) => pastTexts.removed(nameOf(pair))),
    ...changes.changed.map((pair) =>
      pair.difference === null
        ? pastTexts.changed(nameOf(pair))
        : `${nameOf(pair)} ${signed(pair.difference)}`,
    ),
  ];
  if (texts.length === 0) return pastTexts.same();
  const shown = texts.slice(0, mostChanges).join(', ');
  const more = texts.length - mostChanges;
  return more > 0 ? `${shown}, ${pastTexts.more(more)}` : shown;
}

function signed(digits: string): string {
  const text = rounded(digits);
  if (!/[1-9]/.test(digits)) return text;
  return text.startsWith('-') ? text.replace('-', '−') : `+${text}`;
}

/**
 * What a stored score cost, as far as the ledger knows it; empty if it does not. A start after the
 * score was received belongs to another one.
 */
export function costRows(
  { past }: ReportModel,
  aggregator: Aggregator,
  { receivedAt }: Pick<ScoreFacts, 'receivedAt'>,
): RowView[] {
  const start = past?.spendings.find(
    (spending) =>
      spending.kind === 'start' && spending.aggregator === aggregator && spending.at <= receivedAt,
  );
  return start === undefined ? [] : [{ label: pastTexts.cost(), value: costOf(start) }];
}

function costOf({ charge }: Spending): string {
  switch (charge) {
    case 'made':
      return pastTexts.oneCalculation();
    case 'none':
      return pastTexts.nothing();
    case 'maybe':
    case 'open':
      return pastTexts.maybeOne();
  }
}
