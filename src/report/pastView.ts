import { isOther } from './risk.ts';
import { aggregators, type Aggregator } from '../api/parameters.ts';
import type { ReportView, TimelineView, CellView, TableView } from '../pageViews.ts';
import { changesText, pastTexts, chargeText } from '../messages/past.ts';
import { reportTexts } from '../messages/report.ts';
import { signed, grouped } from '../messages/figures.ts';
import { utc } from '../messages/times.ts';
import { figureCell } from './chartView.ts';
import { comparisonOf, fieldText, mostDifferentFirst } from './comparison.ts';
import { decimalOf, figureDigits, numberOf } from './decimal.ts';
import type { PastScore } from './history.ts';
import { gradeOf, type RiskScale } from './scale.ts';
import type { ReportModel, ScoreFacts } from './model.ts';
import { type WorkspaceFacts, workspaceNotes } from './workspaceView.ts';
import { methodName } from '../messages/labels.ts';
import { ofOtherText, scoreTexts } from '../messages/score.ts';
import { shortened } from '../messages/text.ts';
import { categoryTitle } from '../messages/verdict.ts';
import { notGiven, notReadable } from '../messages/summary.ts';

/** *Over time*: the stored scores as a line, what changed since the last one, and all of them. */
export function pastView(model: ReportModel, workspace: WorkspaceFacts | null): ReportView['past'] {
  const { past, aggregator, scale } = model;
  const scores = past?.scores ?? [];
  return {
    heading: reportTexts.overTime(),
    text:
      scores.length === 0
        ? ''
        : lastChange(scores.filter((each) => each.aggregator === aggregator)),
    timeline: timelineView(scores, aggregator, scale),
    notes: workspace === null ? [] : workspaceNotes(workspace),
    table: scores.length < 2 ? null : historyTable(scores),
  };
}

/** @param scores of one method, newest first */
function lastChange([newest, before]: readonly PastScore[]): string {
  if (newest === undefined || before === undefined || newest.difference === null) {
    return reportTexts.noEarlier();
  }
  const { difference, changes } = newest;
  const detail = changesText(changes);
  return reportTexts.sinceLast(
    signed(difference),
    utc(before.receivedAt),
    detail === pastTexts.same() ? '' : detail,
  );
}

interface Dot {
  readonly at: number;
  readonly value: number;
}

function timelineView(
  scores: readonly PastScore[],
  aggregator: Aggregator,
  scale: RiskScale | null,
): TimelineView | null {
  const dots = scores.flatMap((score) => dotOf(score, aggregator)).reverse();
  const [first] = dots;
  const last = dots.at(-1);
  if (first === undefined || last === undefined || dots.length < 2) return null;
  const least = Math.min(scale?.min ?? 0, ...dots.map(({ value }) => value));
  const most = Math.max(scale?.max ?? 0, ...dots.map(({ value }) => value));
  const height = (value: number): number => (most > least ? (value - least) / (most - least) : 0);
  const width = (at: number, index: number): number =>
    last.at > first.at ? (at - first.at) / (last.at - first.at) : index / (dots.length - 1);
  return {
    label: reportTexts.timeline(dots.length),
    bands: bandsOf(scale, height),
    dots: dots.map(({ at, value }, index) => ({ x: width(at, index), y: height(value) })),
    from: utc(first.at),
    to: utc(last.at),
  };
}

function dotOf(score: PastScore, aggregator: Aggregator): Dot[] {
  const { figure, receivedAt, owner } = score;
  if (score.aggregator !== aggregator || isOther(owner) || !('digits' in figure)) return [];
  const decimal = decimalOf(figure.digits);
  const value = decimal === null ? NaN : numberOf(decimal);
  return Number.isFinite(value) ? [{ at: receivedAt, value }] : [];
}

function bandsOf(
  scale: RiskScale | null,
  height: (value: number) => number,
): TimelineView['bands'] {
  if (scale === null) return [];
  const { levels, max } = scale;
  return levels.map(({ from }, rank) => ({
    grade: gradeOf(rank, levels.length),
    from: height(from),
    to: height(levels[rank + 1]?.from ?? max),
  }));
}

/** Every stored score, and what changed since the one before it. */
export function historyTable(scores: readonly PastScore[]): TableView {
  return {
    caption: pastTexts.caption(),
    columns: [
      { name: pastTexts.received(), isFigure: false },
      { name: pastTexts.aggregator(), isFigure: false },
      { name: reportTexts.score(), isFigure: true },
      { name: pastTexts.change(), isFigure: true },
      { name: pastTexts.categories(), isFigure: false },
    ],
    rows: scores.map(historyRow),
  };
}

/** The categories of both methods side by side, those that differ most first; null without any. */
export function comparisonTable(
  money: ScoreFacts | null,
  ranked: ScoreFacts | null,
  shown: {
    readonly maxRows: number;
    readonly caption: (shown: number, total: number) => string;
    readonly nameOf: (method: Aggregator) => string;
  },
): TableView | null {
  const comparison = comparisonOf(money, ranked);
  if (comparison === null) return null;
  const { difference, categories } = comparison;
  const pairs = mostDifferentFirst(categories).slice(0, shown.maxRows);
  const scores = [money, ranked].map((score) => figureDigits(score?.figure));
  return {
    caption: shown.caption(pairs.length, categories.length),
    columns: [
      { name: scoreTexts.category(), isFigure: false },
      ...aggregators.map((method) => ({ name: shown.nameOf(method), isFigure: true })),
      { name: reportTexts.difference(), isFigure: true },
    ],
    rows: [
      [
        cell(reportTexts.score()),
        ...scores.map((digits) => (digits === null ? none : figureCell(digits, grouped(digits)))),
        differenceCell(difference),
      ],
      ...pairs.map((pair) => [
        cell(`${shortened(categoryTitle(pair.names), maxNameLength)}${fieldText(pair)}`),
        ...[pair.one, pair.other].map((value) => (value ? figureCell(value.digits) : none)),
        differenceCell(pair.difference),
      ]),
    ],
  };
}

/** In UTF-16 units. */
const maxNameLength = 120;

const cell = (text: string, exact = ''): CellView => ({ text, exact });

/** A missing value, as opposed to zero. */
const none = cell('–');

const differenceCell = (digits: string | null): CellView =>
  digits === null ? none : { ...figureCell(digits), text: signed(digits) };

function historyRow(score: PastScore): CellView[] {
  const { receivedAt, aggregator, difference } = score;
  return [
    cell(utc(receivedAt)),
    cell(methodName(aggregator), aggregator),
    scoreCell(score),
    differenceCell(difference),
    cell(changesText(score.changes)),
  ];
}

function scoreCell({ figure, owner }: PastScore): CellView {
  const other = ofOtherText(owner);
  if (other !== undefined) return cell(other);
  if ('digits' in figure) return cell(grouped(figure.digits), figure.digits);
  return cell(figure.kind === 'absent' ? notGiven() : notReadable());
}

/** The cost of a stored score, as far as the ledger knows it; else empty. Sample data is free. */
export const costTexts = ({ account }: ReportModel, { charge }: ScoreFacts): string[] =>
  account.kind === 'sample' || charge === null ? [] : [chargeText(charge)];
