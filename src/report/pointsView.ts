import { figureCell } from './chartView.ts';
import type { Grade, PointsView, PointView, RowView } from '../pageViews.ts';
import { cutFigure, percentText, rounded, twoDecimals } from '../messages/figures.ts';
import { scoreTexts } from '../messages/score.ts';
import { plain } from '../messages/text.ts';
import { categoryTitle, pointTexts, verdictTexts } from '../messages/verdict.ts';
import { gradeOf, levelOf, type RiskScale } from './scale.ts';
import type { ScoreFacts } from './model.ts';
import type { PointRow, Points } from './points.ts';

/** The table of points, and what the sum would be without its greatest rows. */
export function pointsView(
  { points, figure }: Pick<ScoreFacts, 'points' | 'figure'>,
  scale: RiskScale | null,
): PointsView | null {
  if (points === null || !('digits' in figure)) return null;
  const { besidesLabel } = points;
  // The label and what its funds add are two things: the rows of a table have one sum.
  const rows = points.rows.filter(({ isOwnLabel }) => besidesLabel === null || !isOwnLabel);
  const [least, most] = axisOf(points, figure.digits, scale);
  const views = rows.map((row) => pointView(row, { least, most, scale }));
  return {
    caption:
      besidesLabel === null
        ? pointTexts.caption(twoDecimals(figure.digits))
        : pointTexts.fundsCaption(twoDecimals(String(besidesLabel))),
    columns: [scoreTexts.category(), pointTexts.points(), pointTexts.usd(), pointTexts.share()],
    hasUsd: rows.some(({ usd }) => usd !== null),
    hasShare: rows.some(({ share }) => share !== null),
    rows: views,
    least: rounded(String(least)),
    most: rounded(String(most)),
    legend: views.some(({ indirect }) => indirect > 0)
      ? [
          { text: pointTexts.direct(), isHatched: false },
          { text: pointTexts.indirect(), isHatched: true },
        ]
      : [],
    others: othersLine(points),
    without: points.without.map(withoutRow),
  };
}

/** To the end of the scale; without one, to the score itself, and never to the largest row. */
function axisOf(
  { rows }: Points,
  score: string,
  scale: RiskScale | null,
): readonly [least: number, most: number] {
  const sum = rows.reduce((total, { points }) => total + points, 0);
  // A scale from a negative number has no length for zero points.
  if (scale !== null && scale.min <= 0 && scale.max > 0) return [0, scale.max];
  return [0, Number(score) > 0 ? Number(score) : sum];
}

function pointView(
  row: PointRow,
  {
    most,
    scale,
  }: { readonly least: number; readonly most: number; readonly scale: RiskScale | null },
): PointView {
  const { names, digits, points, direct, usd, share, isOwnLabel } = row;
  const length = Math.min(1, points / most);
  return {
    name: nameOf(row),
    key: plain(names.join(' › ')),
    grade: gradeOfRisk(row, scale),
    direct: length * (isOwnLabel ? 1 : (direct ?? 1)),
    indirect: length * (isOwnLabel ? 0 : 1 - (direct ?? 1)),
    points: figureCell(digits ?? '', twoDecimals(digits ?? '')),
    usd: usd === null || isOwnLabel ? null : figureCell(usd, twoDecimals(usd)),
    share: share === null || isOwnLabel ? null : { text: percentText(share * 100), exact: '' },
  };
}

export function nameOf({ names, isOwnLabel }: Pick<PointRow, 'names' | 'isOwnLabel'>): string {
  return isOwnLabel ? verdictTexts.ownLabel() : categoryTitle(names);
}

function gradeOfRisk({ risk }: PointRow, scale: RiskScale | null): Grade | null {
  const place = scale === null || risk === null ? null : levelOf(scale, risk);
  return place?.kind === 'level' ? gradeOf(place.rank, place.count) : null;
}

/** `8 categories without points`, and the part of the funds that no category has. */
function othersLine({ others }: Points): string[] {
  if (others.length === 0) return [];
  const unattributed = others.find(({ names }) => names[0] === 'unattributed');
  const share = unattributed?.share ?? null;
  return [
    pointTexts.withoutPoints(others.length),
    ...(share === null ? [] : [pointTexts.unattributed(share * 100)]),
  ];
}

function withoutRow({ names, sum }: Points['without'][number]): RowView {
  const name = categoryTitle(names);
  const text = twoDecimals(sum);
  return {
    label: pointTexts.without(name),
    value: text,
    ...(text === sum ? {} : { hint: cutFigure(sum) }),
  };
}
