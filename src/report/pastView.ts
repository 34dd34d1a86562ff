import type { Aggregator } from '../api/parameters.ts';
import type { CellView, TableView } from '../pageViews.ts';
import { grouped } from '../messages/figures.ts';
import { methodName } from '../messages/methods.ts';
import { changesText, chargeText, pastTexts } from '../messages/past.ts';
import { signed } from '../messages/rounded.ts';
import { ofOtherText } from '../messages/score.ts';
import { notGiven, notReadable } from '../messages/summary.ts';
import { utc } from '../messages/times.ts';
import { chargeOf } from './cost.ts';
import type { PastScore } from './history.ts';
import type { ReportModel, ScoreFacts } from './model.ts';

/** Every stored score, and what changed since the one before it. */
export function historyTable(scores: readonly PastScore[]): TableView {
  return {
    caption: pastTexts.caption(),
    columns: [
      { name: pastTexts.received(), isFigure: false },
      { name: pastTexts.aggregator(), isFigure: false },
      { name: pastTexts.score(), isFigure: true },
      { name: pastTexts.change(), isFigure: true },
      { name: pastTexts.categories(), isFigure: false },
    ],
    rows: scores.map(historyRow),
  };
}

const cell = (text: string, exact = ''): CellView => ({ text, exact });

function historyRow(score: PastScore): CellView[] {
  const { receivedAt, aggregator, difference } = score;
  return [
    cell(utc(receivedAt)),
    cell(methodName(aggregator), aggregator),
    figureCell(score),
    difference === null ? cell('–') : cell(signed(difference), difference),
    cell(changesText(score.changes)),
  ];
}

function figureCell({ figure, owner }: PastScore): CellView {
  const other = ofOtherText(owner);
  if (other !== undefined) return cell(other);
  if ('digits' in figure) return cell(grouped(figure.digits), figure.digits);
  return cell(figure.kind === 'absent' ? notGiven() : notReadable());
}

/** What a stored score cost, as far as the ledger knows it; empty if it does not. Sample data is free. */
export function costTexts(
  { past, account }: ReportModel,
  aggregator: Aggregator,
  { receivedAt }: Pick<ScoreFacts, 'receivedAt'>,
): string[] {
  if (account.kind === 'sample') return [];
  const charge = past === null ? null : chargeOf(past.spendings, aggregator, receivedAt);
  return charge === null ? [] : [chargeText(charge)];
}
