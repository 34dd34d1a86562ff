import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { faultOf } from '../ledger/faults.ts';
import { StoreProblem } from './storeProblem.ts';

/**
 * Keeps a folder for one gateway. The lock is SQLite's: the system releases it with the process, even
 * if that is killed.
 * @returns what releases it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const lock = new DatabaseSync(join(folder, 'gateway.lock'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (faultOf(error) !== 'busy') throw error;
    const text = `Another gateway runs on ${folder}. Stop it first, or use PostgreSQL, which several share.`;
    throw new StoreProblem('busy', text);
  }
  return () => lock.close();
}
