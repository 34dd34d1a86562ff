import { isExactNumber, type ExactJson } from '../../api/exactJson.ts';
import type { Field } from '../../api/field.ts';
import { summaryFieldNames, summaryFields } from '../../api/summaryFields.ts';
import type { Aggregator } from '../../api/parameters.ts';
import { csvLine } from '../../messages/csvCell.ts';
import { ofOtherText } from '../../messages/score.ts';
import { isFilled, membersOf, type Category, categoryRows, restRows } from '../breakdown.ts';
import { ownDigits } from '../rowScore.ts';
import { breaks } from './addressReport.ts';
import { exactText, sourceName, time } from './exactText.ts';
import type { ScoreFacts } from '../model.ts';
import type { ExportFacts } from './facts.ts';
import { aggregators } from '../../api/parameters.ts';

/** Names below one another, from the outside. */
const joint = ' › ';

/** Columns of the service's own fields. More of them would make a table that no sheet opens. */
const maxFields = 40;

const subjectColumns = ['source', 'address', 'network', 'name', 'on_deny_list', 'is_look_alike'];
const firstColumns: readonly string[] = [
  ...subjectColumns,
  'is_on_wrong_network',
  'findings',
  ...Object.values(summaryFields).map(({ key }) => key),
  'aggregator',
  'received_at',
  'is_fresh',
  'risk_score',
  'level',
  'no_score_reason',
  'hash',
  'category',
];

/** A value of the details: of a category in a field, or outside any category. */
interface Value {
  readonly category: string;
  /** Empty for a number that is the category itself, and outside any category. */
  readonly field: string;
  readonly text: string;
}

/**
 * A report as CSV (RFC 4180) that a sheet can filter: one row for each category of each score, with
 * the fields of the service as columns. The names of columns are not translated: programs read them.
 * Records, history, and the comparison are in the JSON export.
 */
export function csvExport(facts: ExportFacts): string {
  const scored = aggregators.filter((aggregator) => facts.scores[aggregator] !== null);
  const values = new Map(scored.map((aggregator) => [aggregator, valuesOf(facts, aggregator)]));
  const all = [...values.values()].flat();
  // The first is of numbers that are the category itself.
  const fields = [...new Set(['', ...all.map(({ field }) => field)])].slice(0, maxFields);
  const header = [...firstColumns, ...fields.map(columnName)];
  const lines = scored.flatMap((aggregator) => {
    const first = firstCells(facts, aggregator);
    const rows = rowsOf(values.get(aggregator) ?? [], fields);
    return rows.map((row) => [...first, ...row]);
  });
  const none = [...firstCells(facts, null), '', ...fields.map(() => '')];
  return [header, ...(lines.length === 0 ? [none] : lines)].map(csvLine).join('');
}

function columnName(field: string): string {
  if (field === '') return 'value';
  return firstColumns.includes(field) || field === 'value' ? `category ${field}` : field;
}

function firstCells(facts: ExportFacts, aggregator: Aggregator | null): string[] {
  const { subject, known, summary, isSample } = facts;
  const score = aggregator === null ? null : facts.scores[aggregator];
  const value = summary?.value;
  return [
    ...[sourceName(isSample), subject.address, subject.chain],
    known?.name ?? '',
    ...(['deny', 'look-alike', 'wrong-network'] as const).map((rule) =>
      known === null ? '' : String(breaks(known, rule)),
    ),
    known?.findings.map(({ message }) => message).join(' ') ?? '',
    ...summaryFieldNames.map((name) => fieldText(value?.[name])),
    aggregator ?? '',
    ...(score === null ? ['', '', '', '', ''] : scoreCells(score)),
    fieldText(score?.record.hash),
  ];
}

function scoreCells(score: ScoreFacts): string[] {
  const { receivedAt, isFresh, place, figure, owner } = score;
  const digits = ownDigits(score);
  const reason = ofOtherText(owner) ?? (figure.kind === 'absent' ? 'not given' : 'not readable');
  return [
    ...[time(receivedAt), String(isFresh), digits ?? ''],
    ...[place?.kind === 'level' ? place.name : '', digits === null ? reason : ''],
  ];
}

function fieldText(field: Field<string | number | boolean> | undefined): string {
  return field?.state === 'given' ? String(field.value) : '';
}

/** Each category in a row. A field without a column, and a second value of one, has its own row. */
function rowsOf(values: readonly Value[], fields: readonly string[]): string[][] {
  const columns = new Map(fields.map((field, index) => [field, index + 1]));
  const none = (name: string): string[] => [name, ...fields.map(() => '')];
  const rows: string[][] = [];
  let own: string | undefined;
  for (const { category, field, text } of values) {
    const column = columns.get(field);
    if (column === undefined) rows.push(none(`${category}${joint}${field}`));
    else if (own !== category || rows.at(-1)?.[column] !== '') rows.push(none(category));
    own = column === undefined ? undefined : category;
    rows.at(-1)?.splice(column ?? 1, 1, text);
  }
  return rows.length === 0 ? [none('')] : rows;
}

/** Every value of the details: those of categories first, then the rest. */
function valuesOf({ scores }: ExportFacts, aggregator: Aggregator): Value[] {
  const breakdown = scores[aggregator]?.breakdown ?? null;
  if (breakdown === null) return [];
  return [
    ...[...categoryRows(breakdown)].flatMap(({ names, category }) =>
      fieldsOf(category).map(([field, text]) => ({ category: names.join(joint), field, text })),
    ),
    ...[...restRows(breakdown)].flatMap(({ path, value }) =>
      leaves(value, path).map(([category, text]) => ({ category, field: '', text })),
    ),
  ];
}

function fieldsOf({ value, columns }: Category): (readonly [field: string, text: string])[] {
  const own = value === null ? [] : [[value.field === 'number' ? '' : value.field, value.digits]];
  const others = columns.map((column) => [column.name, leafText(column.value)]);
  return [...own, ...others].map(([field = '', text = '']) => [field, text]);
}

function leaves(
  json: ExactJson,
  path: readonly (string | number)[],
): (readonly [category: string, text: string])[] {
  if (!isFilled(json)) return [[path.join(joint), leafText(json)]];
  return membersOf(json).flatMap(([key, value]) => leaves(value, [...path, key]));
}

function leafText(json: ExactJson): string {
  return typeof json === 'string' ? json : isExactNumber(json) ? json.toString() : exactText(json);
}
