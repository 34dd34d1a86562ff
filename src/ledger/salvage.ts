import { rmSync } from 'node:fs';
import { carryRows, type CarriedRows } from './carryOver.ts';
import { rowsOfDamaged } from './damagedFile.ts';
import { Database } from './database.ts';
import type { LedgerFiles } from './ledgerFiles.ts';

/**
 * Replaces a damaged file by a new one with all of its rows that can be read. Call it while no other
 * process moves files. Those who have the damaged file open bring along what they write meanwhile.
 * @returns where the damaged file is now, and what was saved
 */
export function salvage(files: LedgerFiles): { readonly file: string; readonly rows: CarriedRows } {
  const fresh = `${files.file}.new`;
  const dropFresh = (): void => {
    for (const file of [fresh, `${fresh}-journal`]) rmSync(file, { force: true });
  };
  dropFresh();
  try {
    const rows = write(files.file, fresh);
    return { file: files.replaceDamaged(fresh), rows };
  } finally {
    dropFresh();
  }
}

function write(damaged: string, fresh: string): CarriedRows {
  const into = new Database(fresh);
  try {
    into.run('INSERT INTO loss (id, at) VALUES (1, ?)', Date.now());
    return carryRows(rowsOfDamaged(damaged), into);
  } finally {
    into.close();
  }
}
