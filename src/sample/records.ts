import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Jobs } from './jobs.ts';
import { Licenses } from './licenses.ts';
import { UsageError } from './usageError.ts';

const version = 1;
const schema = `
  CREATE TABLE api_key (
    digest TEXT PRIMARY KEY, id TEXT NOT NULL, tenant TEXT NOT NULL, revoked INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE licence (
    tenant TEXT, resource TEXT, granted INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, resource)
  ) WITHOUT ROWID;
  CREATE TABLE job (
    id TEXT PRIMARY KEY, recordId TEXT NOT NULL, tenant TEXT NOT NULL, createdBy TEXT NOT NULL,
    chain TEXT NOT NULL, address TEXT NOT NULL, aggregator TEXT NOT NULL, readyAt INTEGER NOT NULL,
    result TEXT, isRead INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  PRAGMA user_version = ${version};`;

/** What the service keeps. Several processes may have one folder open. */
export interface Records {
  readonly licenses: Licenses;
  readonly jobs: Jobs;
  close(): void;
}

/**
 * Opens the records of a folder. Every change is one statement or one immediate transaction, so that
 * nothing is counted twice or lost.
 * @param folder where the database lies, made if it is missing; undefined keeps it in memory
 * @throws {UsageError} if the folder cannot be used or was written by a later version
 */
export function openRecords(folder: string | undefined): Records {
  const database = open(folder);
  const licenses = new Licenses(database);
  return { licenses, jobs: new Jobs(database, licenses), close: () => database.close() };
}

function open(folder: string | undefined): DatabaseSync {
  try {
    const file = folder === undefined ? ':memory:' : join(folder, 'service.db');
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // SQLite gives the files beside it the permissions of the first.
      closeSync(openSync(file, 'a', 0o600));
    }
    const database = new DatabaseSync(file, { timeout: 10_000 });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE');
    const found = database.prepare('PRAGMA user_version').get()?.['user_version'];
    if (found === 0) database.exec(schema);
    else if (found !== version) throw new Error('it was written by a later version');
    database.exec('COMMIT');
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The data folder ${folder ?? ''} cannot be used: ${reason}`);
  }
}
