import type { Database, Row, RowValue } from './database.ts';
import { columnTypes, type TableName } from './schema.ts';

type Value = string | number | boolean | null;

/** Fields that are yes or no: SQLite has numbers for them, PostgreSQL truth values. */
const flags = new Set(['isNoticed', 'isAutomatic', 'mayBeCharged']);

/** The fields of a row: a column has the name of its field, in snake case. */
export function fieldsOf(row: Row): Row {
  const fields = Object.entries(row).map(([column, value]) => {
    const name = column.replace(/_[a-z]/g, (part) => part.charAt(1).toUpperCase());
    return [name, flags.has(name) ? Boolean(value) : value] as const;
  });
  return Object.fromEntries(fields);
}

/** What a statement finds, by the names of fields. */
export function select(database: Database, sql: string, ...values: RowValue[]): Row[] {
  return database.all(sql, ...values).map(fieldsOf);
}

/**
 * The columns of fields, and their values. A field that this release has no column for is left out: a
 * later one may have written it to the reserve.
 */
export function columnsOf(table: TableName, fields: object): (readonly [string, Value])[] {
  return Object.entries(fields as Record<string, Value | undefined>).flatMap(([name, value]) => {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const isKnown = columnTypes.get(table)?.has(column) === true;
    return isKnown && value !== undefined ? [[column, value] as const] : [];
  });
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

/** Changes fields of rows. @returns of how many */
export function updateRows(
  database: Database,
  table: TableName,
  fields: object,
  [where, ...values]: readonly [where: string, ...values: RowValue[]],
): number {
  const columns = columnsOf(table, fields);
  return database.run(
    `UPDATE ${table} SET ${columns.map(([name]) => `${name} = ?`).join(', ')} WHERE ${where}`,
    ...columns.map(([, value]) => storable(value)),
    ...values,
  );
}

/** SQLite has no truth values. */
function storable(value: Value): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}
