import type { Sql } from '../../ledger/ledger.ts';
import type { Statement } from '../../ledger/store.ts';
import { sliceRows } from '../../ledger/upkeep.ts';

/** Told how many rows of a table were deleted. */
export type OnDeleted = (table: string, rows: number) => void;

/** Deletes old rows in slices, each on disk before the next, so that no one waits for all of them. */
export async function prune(
  sql: Pick<Sql, 'change'>,
  statements: readonly Statement[],
  onDeleted: OnDeleted,
): Promise<void> {
  for (const statement of statements) {
    const [, table = ''] = /^DELETE FROM (\w+)/.exec(statement[0]) ?? [];
    let rows: number;
    do {
      rows = (await sql.change(...statement)).length;
      onDeleted(table, rows);
    } while (rows === sliceRows);
  }
}
