import type { Database, Row, RowValue } from './database.ts';

/**
 * Writes a row as another ledger has it, with the columns that it has there.
 * @param onConflict what becomes of the row that is there; it is replaced by default
 */
export function insertRow(into: Database, table: string, row: Row, onConflict?: string): void {
  const names = Object.keys(row);
  const values = `${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  into.run(
    onConflict === undefined
      ? `INSERT OR REPLACE INTO ${values}`
      : `INSERT INTO ${values} ON CONFLICT ${onConflict}`,
    ...(Object.values(row) as RowValue[]),
  );
}
