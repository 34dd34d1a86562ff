import { rmSync } from 'node:fs';
import { carryRows } from './carryOver.ts';
import { rowsOfDamaged } from './damagedFile.ts';
import { Database } from './database.ts';
import type { FileId, LedgerFiles } from './ledgerFiles.ts';

/**
 * Replaces a damaged file by a new one with all of its rows that can be read. Those who have the
 * damaged file open bring along what they write meanwhile.
 * @returns where the damaged file is now, and what was saved; undefined if another window has done it
 */
export function salvage(files: LedgerFiles, damaged: FileId | undefined) {
  return files.exclusively(() => {
    if (damaged === undefined || damaged !== files.id()) return undefined;
    const fresh = `${files.file}.new`;
    const dropFresh = (): void => {
      for (const file of [fresh, `${fresh}-journal`]) rmSync(file, { force: true });
    };
    dropFresh();
    try {
      const rows = rowsSaved(files.file, fresh);
      return { file: files.replaceDamaged(fresh), rows };
    } finally {
      dropFresh();
    }
  });
}

function rowsSaved(damaged: string, fresh: string) {
  const into = new Database(fresh);
  try {
    into.run('INSERT INTO loss (id, at) VALUES (1, ?)', Date.now());
    return carryRows(rowsOfDamaged(damaged), into);
  } finally {
    into.close();
  }
}
