import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../../ledger/ledger.ts';
import { columnTypes, teamTables, type TableName } from '../../ledger/schema.ts';
import type { SqlValue } from '../../ledger/store.ts';

/** Brings along what an earlier build has kept in a file of its own, and renames that file. */
export async function importOldStore(folder: string, sql: Sql): Promise<void> {
  const file = join(folder, 'gateway.sqlite');
  if (!existsSync(file)) return;
  const old = new DatabaseSync(file);
  try {
    for (const table of Object.keys(teamTables) as TableName[]) {
      for (const row of old.prepare(`SELECT * FROM ${table}`).iterate()) {
        const columns = Object.keys(row).filter((name) => columnTypes.get(table)?.has(name));
        const values = columns.map((name) => row[name] as SqlValue);
        await sql.change(
          `INSERT INTO ${table} (${columns.join(', ')})
           VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
          ...values,
        );
      }
    }
  } finally {
    old.close();
  }
  renameSync(file, `${file}.imported`);
}
