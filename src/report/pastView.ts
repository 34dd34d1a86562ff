import type { Aggregator } from '../api/parameters.ts';
import type { CellView, DetailView, RowView } from '../pageViews.ts';
import { grouped } from '../words/figures.ts';
import { changesText, chargeText, pastTexts } from '../words/past.ts';
import { signed } from '../words/rounded.ts';
import { ofAnotherAddressText } from '../words/score.ts';
import { notGiven, notReadable } from '../words/summary.ts';
import { utc } from '../words/times.ts';
import { chargeOf } from './cost.ts';
import type { PastScore } from './history.ts';
import type { ReportModel, ScoreFacts } from './model.ts';

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
    cell(changesText(score.changes)),
  ];
}

function figureCell({ figure, isOfAnotherAddress }: PastScore): CellView {
  if (isOfAnotherAddress) return cell(ofAnotherAddressText());
  if ('digits' in figure) return cell(grouped(figure.digits), figure.digits);
  return cell(figure.kind === 'absent' ? notGiven() : notReadable());
}

/** What a stored score cost, as far as the ledger knows it; empty if it does not. */
export function costRows(
  { past }: ReportModel,
  aggregator: Aggregator,
  { receivedAt }: Pick<ScoreFacts, 'receivedAt'>,
): RowView[] {
  const charge = past === null ? null : chargeOf(past.spendings, aggregator, receivedAt);
  return charge === null ? [] : [{ label: pastTexts.cost(), value: chargeText(charge) }];
}
