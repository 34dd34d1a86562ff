import type { Aggregator } from '../../api/parameters.ts';
import { exportTexts } from '../../messages/exports.ts';
import { recordTexts, reportTexts } from '../../messages/report.ts';
import { grouped, percentText, rounded } from '../../messages/figures.ts';
import { jobStateName } from '../../messages/jobs.ts';
import { chargeText, pastTexts } from '../../messages/past.ts';
import { scoreTexts } from '../../messages/score.ts';
import { shortened } from '../../messages/text.ts';
import { categoryTitle } from '../../messages/verdict.ts';
import { visible } from '../../messages/visible.ts';
import { type Breakdown, categoryRows, restRows, type CategoryRow } from '../breakdown.ts';
import { reasonLines } from '../scoreView.ts';
import type { PointsView } from '../../pageViews.ts';
import { pointsView } from '../pointsView.ts';
import type { ScoreFigure } from '../risk.ts';
import { exactText } from './exactText.ts';
import type { ScoreFacts, ScoreRecord } from '../model.ts';
import type { ExportFacts } from './facts.ts';
import {
  fieldFact,
  figureColumns,
  maxCellLength,
  maxValueLength,
  receivedFact,
  textColumns,
  type DocumentFact,
  type DocumentSection,
  type DocumentTable,
} from './parts.ts';

/** As many as people read on paper; JSON and CSV have all. */
const maxRows = 20;
const maxRestLines = 40;

/**
 * One aggregator, in words.
 * @param isOnCover its score, level, reasons, and time are on the cover, and are not repeated
 */
export function scoreSection(
  facts: ExportFacts,
  aggregator: Aggregator,
  isOnCover: boolean,
): DocumentSection {
  const heading = exportTexts.riskScore(aggregator);
  const score = facts.scores[aggregator];
  const job = facts.jobs[aggregator];
  const jobFacts = job === null ? [] : [{ label: exportTexts.job(), value: jobStateName(job) }];
  if (score === null) {
    const value = exportTexts.notScored();
    return { heading, facts: [{ label: reportTexts.score(), value }, ...jobFacts] };
  }
  const { breakdown } = score;
  const points = pointsView(score, facts.scale);
  const table = points ? pointsTable(points) : breakdown && categoryTable(breakdown);
  const verbatim = breakdown === null ? null : restText(breakdown);
  return {
    heading,
    facts: [
      ...warningFacts(score),
      ...(isOnCover
        ? []
        : [
            { label: reportTexts.score(), value: figureText(score.figure) },
            ...meaningFacts(score, facts),
            receivedFact(score.receivedAt, score.isFresh),
          ]),
      ...jobFacts,
      ...costFacts(score),
      ...recordFacts(score.record),
    ],
    ...(table === null ? {} : { table }),
    ...(verbatim === null ? {} : { verbatim }),
  };
}

function warningFacts({ otherAddress, otherNetwork }: ScoreFacts): DocumentFact[] {
  const label = scoreTexts.warning();
  return [
    ...(otherAddress === null
      ? []
      : [{ label, value: exportTexts.otherAddress(visible(otherAddress)) }]),
    ...(otherNetwork === null
      ? []
      : [{ label, value: exportTexts.otherNetwork(visible(otherNetwork)) }]),
  ];
}

function figureText(figure: ScoreFigure): string {
  switch (figure.kind) {
    case 'value':
    case 'zero':
      return grouped(figure.digits);
    case 'absent':
      return scoreTexts.noScore();
    case 'unreadable':
      return scoreTexts.notANumber(visible(figure.text));
    case 'tooBig':
      return scoreTexts.tooBig(figure.most);
  }
}

/** Its level and its reasons; none if the score is for a different address. */
function meaningFacts(score: ScoreFacts, { scale }: ExportFacts): DocumentFact[] {
  if (score.owner !== 'subject' || !('digits' in score.figure)) return [];
  const level = levelText(score, scale);
  return [
    ...(level === null ? [] : [{ label: exportTexts.level(), value: level }]),
    ...reasonLines(score).map((value) => ({ label: exportTexts.reason(), value })),
  ];
}

function levelText({ place }: ScoreFacts, scale: ExportFacts['scale']): string | null {
  if (scale === null) return exportTexts.noLevel();
  if (place === null) return null;
  const { min, max } = scale;
  return place.kind === 'outside'
    ? exportTexts.outside(min, max)
    : exportTexts.onScale(visible(place.name), min, max);
}

function costFacts({ charge }: ScoreFacts): DocumentFact[] {
  return charge === null ? [] : [{ label: pastTexts.cost(), value: chargeText(charge) }];
}

function recordFacts(record: ScoreRecord): DocumentFact[] {
  return [
    ...fieldFact(recordTexts.createdAt(), record.createdAt),
    ...fieldFact(recordTexts.updatedAt(), record.updatedAt),
    ...fieldFact(recordTexts.createdBy(), record.creatorName),
    ...fieldFact(exportTexts.creatorId(), record.createdBy),
    ...fieldFact(recordTexts.id(), record.id),
    ...fieldFact(recordTexts.hash(), record.hash),
    ...fieldFact(recordTexts.graphFile(), record.graphFileName),
  ];
}

/** As in the panel: the most points first. */
function pointsTable(view: PointsView): DocumentTable {
  const { caption, columns, hasUsd, hasShare, rows, others } = view;
  const [category, points, usd, share] = columns;
  const isCut = rows.length > maxRows;
  return {
    caption: isCut
      ? exportTexts.categories(maxRows, rows.length)
      : [caption, ...others].join(' · '),
    columns: [
      ...textColumns(category),
      ...figureColumns(points, ...(hasUsd ? [usd] : []), ...(hasShare ? [share] : [])),
    ],
    rows: rows.slice(0, maxRows).map((row) => ({
      cells: [
        ...[shortened(row.name, maxCellLength), row.points.text],
        ...(hasUsd ? [row.usd?.text ?? ''] : []),
        ...(hasShare ? [row.share?.text ?? ''] : []),
      ],
      ratio: Math.min(1, row.direct + row.indirect),
    })),
  };
}

/** Null without categories. */
function categoryTable(breakdown: Breakdown): DocumentTable | null {
  const all = [...categoryRows(breakdown)];
  if (all.length === 0) return null;
  const shown = all.slice(0, maxRows);
  const hasPercent = shown.some(({ category }) => category.percent !== null);
  const missing = breakdown.unexplainedPercent;
  const rows = shown.map((row) => ({
    cells: cellsOf(row, hasPercent),
    ratio: row.category.ratio,
  }));
  const unexplained = [
    ...[exportTexts.unexplained(), ''],
    ...(missing === null ? [] : [percentText(missing)]),
  ];
  return {
    caption: exportTexts.categories(shown.length, all.length),
    columns: [
      ...textColumns(scoreTexts.category()),
      ...figureColumns(...[valueTitle(shown), ...(hasPercent ? [exportTexts.part()] : [])]),
    ],
    rows: missing === null ? rows : [...rows, { cells: unexplained, ratio: null }],
  };
}

/** The one field that all values are of. */
function valueTitle(shown: readonly CategoryRow[]): string {
  const fields = new Set(shown.flatMap(({ category: { value } }) => value?.field ?? []));
  const [field] = fields;
  const isNamed = fields.size === 1 && field !== undefined && field !== 'number';
  return isNamed ? categoryTitle([field]) : scoreTexts.value();
}

function cellsOf({ names, category }: CategoryRow, hasPercent: boolean): string[] {
  const { value, percent } = category;
  return [
    shortened(categoryTitle(names), maxCellLength),
    value === null ? '' : rounded(value.digits),
    ...(hasPercent ? [percent === null ? '' : percentText(percent)] : []),
  ];
}

/** Null if nothing is left. */
function restText(breakdown: Breakdown): { caption: string; text: string } | null {
  const lines = [...restRows(breakdown)].flatMap(({ path, value }) => {
    const name =
      path.length === 0 ? '' : `${path.map((key) => visible(String(key))).join(' › ')}: `;
    return `${name}${exactText(value)}`
      .split('\n')
      .map((line) => shortened(visible(line), maxValueLength));
  });
  if (lines.length === 0) return null;
  const shown = lines.slice(0, maxRestLines);
  const isAll = shown.length === lines.length;
  return {
    caption: isAll ? exportTexts.rest() : exportTexts.restOf(shown.length, lines.length),
    text: shown.join('\n'),
  };
}
