import type { Field } from '../../api/decode.ts';
import { isExactNumber, type ExactJson } from '../../api/exactJson.ts';
import type { Aggregator } from '../../api/parameters.ts';
import { csvLine } from '../../words/csvCell.ts';
import { breakdownOf, isFilled, membersOf, type Category } from '../breakdown.ts';
import type { PastScore } from '../history.ts';
import type { CategoryPair } from '../pairs.ts';
import type { ScoreFigure } from '../risk.ts';
import { exportedComparison } from './comparison.ts';
import { exactText } from './exactText.ts';
import { exportedAggregators, type ExportedScore, type ExportFacts } from './facts.ts';
import { categoryRows, restRows } from './rows.ts';

/** Names below one another, from the outside. */
const joint = ' › ';

const header = ['source', 'aggregator', 'section', 'name', 'field', 'value'];

type Row = readonly [section: string, name: string, field: string, value: string];

/**
 * A report as CSV (RFC 4180), one value in each row. The names of columns, sections, and fields are
 * not translated: programs read them.
 */
export function csvExport(facts: ExportFacts): string {
  const source = facts.isSample ? 'Sample data' : 'Service';
  const lines = [
    header,
    ...[...subjectRows(facts), ...summaryRows(facts)].map((row) => [source, '', ...row]),
    ...exportedAggregators.flatMap((aggregator) =>
      [...scoreRows(facts, aggregator)].map((row) => [source, aggregator, ...row]),
    ),
    ...[...comparisonRows(facts)].map((row) => [source, '', ...row]),
    ...facts.history.flatMap((score) =>
      [...historyRows(score)].map((row) => [source, score.aggregator, ...row]),
    ),
  ];
  return lines.map(csvLine).join('');
}

function* subjectRows({ subject, reading, origin, scale }: ExportFacts): Iterable<Row> {
  yield ['report', '', 'address', subject.address];
  yield ['report', '', 'network', subject.chain];
  yield ['report', '', 'network_reason', reading?.reason ?? ''];
  if (origin !== null) yield ['report', '', 'origin', origin];
  if (scale === null) return;
  yield ['scale', '', 'min', String(scale.min)];
  yield ['scale', '', 'max', String(scale.max)];
  for (const { name, from } of scale.levels) yield ['scale', name, 'from', String(from)];
}

function* summaryRows({ summary }: ExportFacts): Iterable<Row> {
  if (summary === null) return;
  const { value, receivedAt, isFresh } = summary;
  yield ['summary', '', 'received_at', timeText(receivedAt)];
  yield ['summary', '', 'is_fresh', String(isFresh)];
  yield* fieldRows('summary', [
    ['balance', value.balance],
    ['usd_balance', value.usdBalance],
    ['tx_total', value.txTotal],
    ['is_contract', value.isContract],
    ['last_activity', value.lastActivity],
  ]);
}

/** A missing field has no row, so that an empty cell is an empty text. */
function* fieldRows(
  section: string,
  fields: readonly (readonly [name: string, field: Field<string | number | boolean>])[],
): Iterable<Row> {
  for (const [name, field] of fields) {
    if (field.state === 'given') yield [section, '', name, String(field.value)];
    else if (field.state === 'unreadable') {
      yield [section, '', `${name} (not readable)`, field.text];
    }
  }
}

function* scoreRows({ scores, jobs }: ExportFacts, aggregator: Aggregator): Iterable<Row> {
  const job = jobs[aggregator];
  if (job !== null) yield ['score', '', 'job', job];
  const score = scores[aggregator];
  if (score === null) return;
  const { receivedAt, isFresh, figure, otherAddress, otherNetwork, raw } = score;
  yield ['score', '', 'received_at', timeText(receivedAt)];
  yield ['score', '', 'is_fresh', String(isFresh)];
  yield* figureRows('score', '', figure);
  if (otherAddress !== null) yield ['score', '', 'other_address', otherAddress];
  if (otherNetwork !== null) yield ['score', '', 'other_network', otherNetwork];
  if (score.charge !== null) yield ['score', '', 'charge', score.charge];
  yield* recordRows(score);
  if (raw !== null) yield* detailRows(raw);
}

function* figureRows(section: string, name: string, figure: ScoreFigure): Iterable<Row> {
  if ('digits' in figure) yield [section, name, 'risk_score', figure.digits];
  else if (figure.kind === 'unreadable') {
    yield [section, name, 'risk_score (not readable)', figure.text];
  } else if (figure.kind === 'tooBig') yield [section, name, 'risk_score (not readable)', ''];
}

/** Only the differences: the values stand in the rows of each aggregator. */
function* comparisonRows(facts: ExportFacts): Iterable<Row> {
  const comparison = exportedComparison(facts);
  if (comparison === null) return;
  const { difference, categories } = comparison;
  if (difference !== null) yield ['comparison', '', 'difference', difference];
  for (const { names, difference: by } of categories) {
    if (by !== null) yield ['comparison', names.join(joint), 'difference', by];
  }
}

/** The name of a row begins with the time when the score was received. */
function* historyRows(score: PastScore): Iterable<Row> {
  const { figure, calculatedAt, owner, difference, changes } = score;
  const time = timeText(score.receivedAt);
  yield ['history', time, 'is_of_another_address', String(owner === 'otherAddress')];
  if (calculatedAt !== null) yield ['history', time, 'calculated_at', timeText(calculatedAt)];
  yield* figureRows('history', time, figure);
  if (difference !== null) yield ['history', time, 'difference', difference];
  if (changes === null) return;
  const nameOf = ({ names }: CategoryPair): string => [time, ...names].join(joint);
  for (const pair of changes.added) {
    yield ['history', nameOf(pair), 'added', pair.other?.digits ?? ''];
  }
  for (const pair of changes.removed) {
    yield ['history', nameOf(pair), 'removed', pair.one?.digits ?? ''];
  }
  for (const pair of changes.changed) {
    yield ['history', nameOf(pair), 'changed', pair.difference ?? ''];
  }
}

function* recordRows({ record }: ExportedScore): Iterable<Row> {
  yield* fieldRows('record', [
    ['id', record.id],
    ['hash', record.hash],
    ['graph_file_name', record.graphFileName],
    ['created_at', record.createdAt],
    ['updated_at', record.updatedAt],
    ['created_by', record.createdBy],
    ['creator_display_name', record.creatorName],
  ]);
}

/** Every value of the details: first those of categories, then what is left. */
function* detailRows(raw: ExactJson): Iterable<Row> {
  const breakdown = breakdownOf(raw);
  for (const { names, category } of categoryRows(breakdown)) {
    const name = names.join(joint);
    for (const [field, value] of fieldsOf(category)) yield ['category', name, field, value];
  }
  for (const { path, value } of restRows(breakdown)) {
    for (const [field, text] of leaves(value, path)) yield ['other', field, '', text];
  }
}

function* fieldsOf({ value, columns }: Category): Iterable<readonly [string, string]> {
  if (value !== null) yield [value.field === 'number' ? '' : value.field, value.digits];
  for (const column of columns) yield [column.name, leafText(column.value)];
}

function* leaves(
  json: ExactJson,
  path: readonly (string | number)[],
): Iterable<readonly [string, string]> {
  if (!isFilled(json)) yield [path.join(joint), leafText(json)];
  else for (const [key, value] of membersOf(json)) yield* leaves(value, [...path, key]);
}

function leafText(json: ExactJson): string {
  return typeof json === 'string' ? json : isExactNumber(json) ? json.toString() : exactText(json);
}

function timeText(instant: number): string {
  return new Date(instant).toISOString();
}
