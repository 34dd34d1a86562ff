import type { Database, Row, RowValue } from './database.ts';
import { columnTypes, type TableName } from './schema.ts';

type Value = string | number | boolean | null;

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
export function select(
  database: Database,
  sql: string,
  where: object,
  [more = '', ...values]: readonly [more?: string, ...values: RowValue[]] = [],
): Row[] {
  const [condition, ...having] = conditionOf(where);
  return database.all(`${sql} WHERE ${condition} ${more}`, ...having, ...values).map(fieldsOf);
}

/** That fields have these values, and the values. SQLite rejects one that is undefined. */
function conditionOf(fields: object): [condition: string, ...values: RowValue[]] {
  const given = Object.entries(fields as Readonly<Record<string, Value>>);
  const conditions = given.map(([name]) => `${columnOf(name)} = ?`);
  return [['true', ...conditions].join(' AND '), ...given.map(([, value]) => storable(value))];
}

/**
 * The columns of fields, and their values. A field that this release has no column for is left out: a
 * later one may have written it to the reserve.
 */
export function columnsOf(table: TableName, fields: object): (readonly [string, Value])[] {
  return Object.entries(fields as Record<string, Value | undefined>).flatMap(([name, value]) => {
    const column = columnOf(name);
    const isKnown = columnTypes.get(table)?.has(column) === true;
    return isKnown && value !== undefined ? [[column, value] as const] : [];
  });
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** @param onConflict what to do if there is a row of the same key; without it, that is an error */
export function insertRow(
  database: Database,
  table: TableName,
  fields: object,
  onConflict?: string,
): void {
  const columns = columnsOf(table, fields);
  database.run(
    `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')})
     VALUES (${columns.map(() => '?').join(', ')})
     ${onConflict === undefined ? '' : `ON CONFLICT ${onConflict}`}`,
    ...columns.map(([, value]) => storable(value)),
  );
}

/** Stores a row; of one that has the same key, the fields that are given change. */
export function replaceRow(database: Database, table: TableName, fields: object): void {
  const changes = columnsOf(table, fields).map(([name]) => `${name} = excluded.${name}`);
  insertRow(database, table, fields, `DO UPDATE SET ${changes.join(', ')}`);
}

/** Changes fields of the rows that have others. @returns of how many */
export function updateRows(
  database: Database,
  table: TableName,
  fields: object,
  where: object,
): number {
  const columns = columnsOf(table, fields);
  const [condition, ...values] = conditionOf(where);
  return database.run(
    `UPDATE ${table} SET ${columns.map(([name]) => `${name} = ?`).join(', ')} WHERE ${condition}`,
    ...columns.map(([, value]) => storable(value)),
    ...values,
  );
}

/** Deletes the rows that have these fields. @returns how many */
export function deleteRows(database: Database, table: TableName, where: object): number {
  const [condition, ...values] = conditionOf(where);
  return database.run(`DELETE FROM ${table} WHERE ${condition}`, ...values);
}

/** SQLite has no truth values. */
export function storable(value: Value): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}
