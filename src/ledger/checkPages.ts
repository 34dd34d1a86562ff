import { once } from 'node:events';
import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Database } from './database.ts';
import { LedgerError } from './faults.ts';

/** A file up to this size is checked in a few milliseconds, sooner than a thread starts. */
const smallBytes = 8 * 1024 * 1024;

/** Source, because a bundle has no file for it. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData, { timeout: 10_000 });
  parentPort.postMessage(database.prepare('PRAGMA quick_check(1)').get().quick_check);
  database.close();`;

/**
 * Looks at every page of a file without blocking this thread.
 * @throws LedgerError with `damaged`, and errors of SQLite
 */
export async function checkPages(database: Database, file: string): Promise<void> {
  const isSmall = statSync(file).size <= smallBytes;
  const found = isSmall
    ? database.get('PRAGMA quick_check(1)')?.['quick_check']
    : await checkInThread(file);
  if (found !== 'ok') throw new LedgerError('damaged');
}

async function checkInThread(file: string): Promise<unknown> {
  const worker = new Worker(program, { eval: true, workerData: file });
  try {
    // An error of SQLite arrives as an error of the worker, with its code.
    const [found] = (await once(worker, 'message')) as [unknown];
    return found;
  } finally {
    await worker.terminate();
  }
}
