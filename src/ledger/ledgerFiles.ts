import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FileLock } from './fileLock.ts';
import { sqliteFaultOf } from './sqliteFaults.ts';

/** Identifies a file whatever it is called. */
type FileId = string;

/** The file of the ledger, and what stands beside it. */
export class LedgerFiles {
  readonly folder: string;
  readonly file: string;
  /** A second name of the same file: it survives if someone deletes the first. */
  readonly #spare: string;

  constructor(folder: string) {
    this.folder = folder;
    this.file = join(folder, 'ledger.sqlite');
    this.#spare = `${this.file}.spare`;
  }

  /** Undefined if there is none. */
  id(): FileId | undefined {
    return idOf(this.file);
  }

  /** Of the log beside the file, which holds the newest rows. */
  logId(): FileId | undefined {
    return idOf(`${this.file}-wal`);
  }

  /**
   * Creates the folder and an empty file if they are missing. They are readable by the user only:
   * the ledger shows which addresses were looked up.
   */
  create(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    if (this.id() === undefined) this.#dropSideFiles();
    // SQLite gives its side files the permissions of the first.
    closeSync(openSync(this.file, 'a', 0o600));
    makePrivate(this.folder, 0o700);
    for (const suffix of suffixes) makePrivate(this.file + suffix, 0o600);
  }

  /** Held by the one window that moves files. */
  #moveLock(): FileLock {
    return FileLock.ofEmptyFile(join(this.folder, 'move.lock'));
  }

  /** What was beside a deleted file must not be taken for a part of a new one. */
  #dropSideFiles(): void {
    const lock = this.#moveLock();
    if (lock.tryTake() !== 'taken') return;
    try {
      if (this.id() !== undefined) return;
      for (const suffix of ['-wal', '-shm']) rmSync(this.file + suffix, { force: true });
    } finally {
      lock.release();
    }
  }

  /** Gives the file its second name, where the file system can. */
  keepSpare(): void {
    if (idOf(this.#spare) === this.id()) return;
    try {
      rmSync(this.#spare, { force: true });
      linkSync(this.file, this.#spare);
    } catch {
      // Another window did, or there are no links here: then a deleted file is merged instead.
    }
  }

  /** Gives a deleted file its name back, if its log is still the one that belongs to it. */
  restore(logId: FileId | undefined): boolean {
    if (this.id() !== undefined || logId === undefined || this.logId() !== logId) return false;
    try {
      linkSync(this.#spare, this.file);
      return true;
    } catch {
      return false;
    }
  }

  /** Whether another process has the file open under its second name, the first being deleted. */
  isOpenElsewhere(): boolean {
    return idOf(this.#spare) !== undefined && isOpenElsewhere(this.#spare);
  }

  /**
   * Moves an unreadable file away, unless another process has it open.
   * @returns the new path; undefined if it was not moved
   */
  moveAway(id: FileId | undefined): string | undefined {
    const lock = this.#moveLock();
    if (lock.tryTake() !== 'taken') return undefined;
    try {
      if (id === undefined || this.id() !== id || isOpenElsewhere(this.file)) return undefined;
      const stamp = new Date().toISOString().replace(/[:.]/g, '-');
      const moved = join(this.folder, `ledger-damaged-${stamp}.sqlite`);
      // The log first: a new file must not find the log of the old one.
      for (const suffix of ['-wal', '-shm', '']) rename(this.file + suffix, moved + suffix);
      rmSync(this.#spare, { force: true });
      return idOf(moved) === id ? moved : undefined;
    } finally {
      lock.release();
    }
  }
}

/** The file of SQLite, and those beside it. */
const suffixes = ['', '-wal', '-shm'];

function idOf(file: string): FileId | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev} ${stat.ino}`;
}

function makePrivate(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // Missing, or owned by another user: leave it unchanged.
  }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // It does not exist, or is not ours to move.
  }
}

/**
 * Whether another process has the file open in SQLite. Every connection in WAL mode holds a shared
 * lock; the VFS `unix-excl` asks for an exclusive one before it reads anything, so that this works
 * for a file that is no database any more. Windows does not let an open file be renamed at all.
 */
function isOpenElsewhere(file: string): boolean {
  if (process.platform === 'win32') return false;
  const url = pathToFileURL(file);
  url.searchParams.set('vfs', 'unix-excl');
  try {
    const probe = new DatabaseSync(url, { timeout: 0 });
    try {
      probe.exec('PRAGMA user_version');
      return false;
    } finally {
      probe.close();
    }
  } catch (error) {
    return sqliteFaultOf(error) !== 'damaged';
  }
}
