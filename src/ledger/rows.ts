import type { Row } from './steps.ts';
import { columnTypes, keyOfTable, type TableName } from './schema.ts';
import { rowsOf, type Steps } from './steps.ts';
import type { SqlValue, Statement } from './store.ts';

/** Fields that are yes or no: SQLite has numbers for them, PostgreSQL truth values. */
const flags = new Set(['isNoticed', 'isAutomatic', 'mayBeCharged']);

/** The fields of a row: a column has the name of its field, in snake case. Fields stay as they are. */
export function fieldsOf(row: Row): Row {
  const fields = Object.entries(row).map(([column, value]) => {
    const name = column.replace(/_[a-z]/g, (part) => part.charAt(1).toUpperCase());
    return [name, flags.has(name) ? Boolean(value) : value] as const;
  });
  return Object.fromEntries(fields);
}

/**
 * The fields of the rows that have others.
 * @param sql up to the condition
 * @param more what follows it, with its values
 */
export function* select(
  sql: string,
  where: object,
  [more = '', ...values]: readonly [more?: string, ...values: SqlValue[]] = [],
): Steps<Row[]> {
  const [condition, ...having] = conditionOf(where);
  const rows = yield* rowsOf(`${sql} WHERE ${condition} ${more}`, ...having, ...values);
  return rows.map(fieldsOf);
}

/** That fields have these values, and the values. */
function conditionOf(fields: object): Statement {
  const given = Object.entries(fields as Readonly<Record<string, SqlValue>>);
  const conditions = given.map(([name]) => `${columnOf(name)} = ?`);
  const values = given.map(([name, value]) => {
    // SQLite binds nothing for it, and would match whatever was bound last.
    if ((value as unknown) === undefined) throw new TypeError(`${name} is missing.`);
    return value;
  });
  return [['true', ...conditions].join(' AND '), ...values];
}

/**
 * The columns of fields, and their values. A field that this release has no column for is left out: a
 * later one may have written it to the reserve.
 */
function columnsOf(table: TableName, fields: object): (readonly [string, SqlValue])[] {
  return Object.entries(fields as Record<string, SqlValue | undefined>).flatMap(([name, value]) => {
    const column = columnOf(name);
    const isKnown = columnTypes.get(table)?.has(column) === true;
    return isKnown && value !== undefined ? [[column, storable(value)] as const] : [];
  });
}

/** PostgreSQL has no NUL in its texts; no JSON has one either. */
export function storable<T>(value: T): T {
  return typeof value === 'string' ? (value.replaceAll('\u0000', '\uFFFD') as T) : value;
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** @param onConflict what to do if there is a row of the same key; without it, that is an error */
export function insertRow(table: TableName, fields: object, onConflict?: string): Statement {
  const columns = columnsOf(table, fields);
  return [
    `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})
     ${onConflict === undefined ? '' : `ON CONFLICT ${onConflict}`}`,
    ...columns.map(([, value]) => value),
  ];
}

/** Stores a row; of one that has the same key, the fields that are given change. */
export function replaceRow(table: TableName, fields: object): Statement {
  const changes = columnsOf(table, fields).map(([name]) => `${name} = excluded.${name}`);
  return insertRow(table, fields, `(${keyOfTable(table)}) DO UPDATE SET ${changes.join(', ')}`);
}

/**
 * Changes fields of the rows that have others.
 * @param more a further condition, with a `?` for each of its values
 * @param returning what it returns of them
 */
export function updateRows(
  table: TableName,
  fields: object,
  where: object,
  { more = ['true'], returning = '*' }: { more?: Statement; returning?: string } = {},
): Statement {
  const columns = columnsOf(table, fields);
  const [condition, ...values] = conditionOf(where);
  const [further, ...having] = more;
  return [
    `UPDATE ${table} SET ${columns.map(([name]) => `${name} = ?`).join(', ')}
     WHERE ${condition} AND (${further}) RETURNING ${returning}`,
    ...columns.map(([, value]) => value),
    ...values,
    ...having,
  ];
}

/** Deletes the rows that have these fields, and returns one for each. */
export function deleteRows(table: TableName, where: object): Statement {
  const [condition, ...values] = conditionOf(where);
  return [`DELETE FROM ${table} WHERE ${condition} RETURNING 1 AS deleted`, ...values];
}
