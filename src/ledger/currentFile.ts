import { rmSync, statSync } from 'node:fs';
import { carryRows, rowsOfOpen } from './carryOver.ts';
import { rowsOfDamaged } from './damagedFile.ts';
import { Database } from './database.ts';
import { faultOf, LedgerError } from './faults.ts';
import { idOf, type FileId, type LedgerFiles } from './ledgerFiles.ts';
import type { LedgerNotice } from './notices.ts';
import { storeOver } from './sqliteStore.ts';
import type { Store } from './store.ts';
import { deleteOldRows } from './upkeep.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

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

/** The open file. */
export interface OpenFile {
  readonly store: Store;
  readonly database: Database;
  readonly id: FileId | undefined;
  readonly isWritable: boolean;
  /** Whether it was empty when it was opened, or has replaced a damaged one. */
  readonly isNew: boolean;
}

/** The file that the ledger of a folder is in now; opened on first use. */
export class CurrentFile {
  readonly #files: LedgerFiles;
  readonly #tell: (notice: LedgerNotice) => void;
  #open: OpenFile | undefined;
  #toRead: OpenFile | undefined;
  #isDamaged = false;
  #checked: Promise<void> | undefined;

  constructor(files: LedgerFiles, tell: (notice: LedgerNotice) => void) {
    this.#files = files;
    this.#tell = tell;
  }

  /**
   * Opened to write, and the one that has its name now.
   * @throws LedgerError, and errors of SQLite and of the file system
   */
  toWrite(): OpenFile {
    if (this.#isDamaged) return this.#salvage();
    if (this.#open === undefined || idOf(this.#files.file) !== this.#open.id) return this.#follow();
    return this.#open;
  }

  /** The same, if that is possible, and otherwise one to read from. */
  toRead(): OpenFile {
    try {
      return this.toWrite();
    } catch (error) {
      if (['busy', 'other', 'newer', 'foreign'].includes(faultOf(error))) throw error;
      this.#toRead ??= this.#open ?? openToRead(this.#files);
      if (this.#toRead === undefined) throw error;
      return this.#toRead;
    }
  }

  /** Looks at every page before something is paid for. @throws LedgerError with `damaged` */
  async check(): Promise<void> {
    const { database } = this.toWrite();
    this.#checked ??= checkPages(database, this.#files.file).catch((error: unknown) => {
      this.#checked = undefined;
      throw error;
    });
    await this.#checked;
  }

  /** Whether work has failed because the file is damaged, or was emptied in place. */
  isDamage(error: unknown): boolean {
    if (faultOf(error) === 'damaged') return true;
    return this.#open !== undefined && isEmptied(this.#open.database);
  }

  /** The file is damaged: before any write, its readable rows go into a new file. */
  leave(): void {
    this.#isDamaged = true;
    this.#checked = undefined;
  }

  close(): void {
    for (const file of [this.#open, this.#toRead]) close(file);
    this.#open = this.#toRead = undefined;
  }

  /** Opens the file. If the one before was deleted or replaced, brings along what it held. */
  #follow(isSalvaged = false): OpenFile {
    const before = this.#open;
    const moved = this.#files.ensureFile();
    if (moved !== undefined) this.#tell({ kind: 'moved', file: moved });
    // It has its name back.
    if (before !== undefined && before.id === idOf(this.#files.file)) return before;
    const file = openToWrite(this.#files, isSalvaged, before);
    this.close();
    this.#checked = undefined;
    return (this.#open = file);
  }

  #salvage(): OpenFile {
    const salvaged = salvage(this.#files, this.#open?.id ?? idOf(this.#files.file));
    if (salvaged !== undefined) {
      // Nothing more is carried over from it.
      this.close();
      this.#tell({ kind: 'salvaged', ...salvaged });
    }
    this.#isDamaged = false;
    return this.#follow(salvaged !== undefined);
  }
}

/**
 * Replaces a damaged file with a new one that has all readable rows. Processes that have the
 * damaged file open carry over their later writes.
 * @returns the new path of the damaged file, and what was saved; undefined if another window did it
 */
function salvage(files: LedgerFiles, damaged: FileId | undefined) {
  return files.exclusively(() => {
    if (damaged === undefined || damaged !== idOf(files.file)) return undefined;
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
    addLoss(into);
    return carryRows(rowsOfDamaged(damaged), into);
  } finally {
    into.close();
  }
}

/** From now on, what is not stored may have been lost. */
function addLoss(into: Database): void {
  const latest = 'ON CONFLICT (id) DO UPDATE SET at = excluded.at';
  into.run(`INSERT INTO loss (id, at) VALUES (1, ?) ${latest}`, Date.now());
}

/**
 * Whether another program emptied an open file in place, so that no window could save its rows. A
 * file that lacks a table may belong to a newer release, so it doesn't count.
 */
function isEmptied(database: Database): boolean {
  try {
    return database.get('SELECT 1 FROM sqlite_schema') === undefined;
  } catch {
    return false;
  }
}

/** @param before a file that was deleted or replaced, whose rows are brought along */
function openToWrite(files: LedgerFiles, isSalvaged: boolean, before?: OpenFile): OpenFile {
  const isNew = isSalvaged || statSync(files.file).size === 0;
  const database = new Database(files.file);
  try {
    deleteOldRows(database, Date.now());
    const id = idOf(files.file);
    if (before !== undefined) {
      if (isEmptied(before.database)) addLoss(database);
      else carryRows(rowsOfOpen(before.database), database);
    }
    return { database, store: storeOver(database), id, isWritable: true, isNew };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Undefined if it cannot be read either. */
function openToRead(files: LedgerFiles): OpenFile | undefined {
  for (const file of [files.file, files.spare]) {
    try {
      if (idOf(file) === undefined) continue;
      const database = new Database(file, { isReadOnly: true });
      const store = storeOver(database);
      return { database, store, id: undefined, isWritable: false, isNew: false };
    } catch {
      // Missing, damaged, or no file: the second name may still be one.
    }
  }
  return undefined;
}

function close(file: OpenFile | undefined): void {
  try {
    file?.database.close();
  } catch {
    // It is damaged, or was closed before.
  }
}
