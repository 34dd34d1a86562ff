import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Sql } from '../../ledger/ledger.ts';
import { insertRow } from '../../ledger/rows.ts';
import { teamTables, type TableName } from '../../ledger/schema.ts';
import type { Statement } from '../../ledger/store.ts';

/** Brings along what an earlier build has kept in a file of its own, and renames that file. */
export async function importOldStore(folder: string, sql: Sql): Promise<void> {
  const file = join(folder, 'gateway.sqlite');
  if (!existsSync(file)) return;
  const old = new DatabaseSync(file);
  try {
    const has = old.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
    for (const table of Object.keys(teamTables) as TableName[]) {
      // That build did not have all of today's.
      if (has.get(table) === undefined) continue;
      for (const row of old.prepare(`SELECT * FROM ${table}`).iterate()) {
        await sql.change(...(insertRow(table, row, 'DO NOTHING') as Statement));
      }
    }
  } finally {
    old.close();
  }
  renameSync(file, `${file}.imported`);
}
