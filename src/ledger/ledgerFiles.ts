import { chmodSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createEmpty, idOf, type FileId } from './createdFile.ts';
import { FileLock } from './fileLock.ts';

/** The file of the ledger, and what stands beside it. */
export class LedgerFiles {
  readonly folder: string;
  readonly file: string;
  /** A second name of the same file: it survives if someone deletes the first. */
  readonly spare: string;

  constructor(folder: string) {
    this.folder = folder;
    this.file = join(folder, 'ledger.sqlite');
    this.spare = `${this.file}.spare`;
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
    if (this.id() === undefined) {
      this.#dropSideFiles();
      // SQLite gives its side files the permissions of the first.
      createEmpty(this.file);
    }
    makePrivate(this.folder, 0o700);
    for (const suffix of ['', '-wal', '-shm']) makePrivate(this.file + suffix, 0o600);
  }

  /** Gives the file its second name, where the file system can. */
  keepSpare(): void {
    if (idOf(this.spare) === this.id()) return;
    try {
      rmSync(this.spare, { force: true });
      linkSync(this.file, this.spare);
    } catch {
      // Another window did, or there are no links here: then a deleted file is merged instead.
    }
  }

  /** Gives a deleted file its name back, if its log is still the one that belongs to it. */
  restore(logId: FileId | undefined): boolean {
    if (this.id() !== undefined || logId === undefined || this.logId() !== logId) return false;
    try {
      linkSync(this.spare, this.file);
      return true;
    } catch {
      return false;
    }
  }

  /** Runs the work while no other window moves or deletes files; undefined if one does. */
  whileOthersKeepStill<T>(work: () => T): T | undefined {
    const lock = FileLock.ofEmptyFile(join(this.folder, 'move.lock'));
    if (lock.tryTake() !== 'taken') return undefined;
    try {
      return work();
    } finally {
      lock.release();
    }
  }

  /** What was beside a deleted file must not be taken for a part of a new one. */
  #dropSideFiles(): void {
    this.whileOthersKeepStill(() => {
      if (this.id() !== undefined) return;
      for (const suffix of ['-wal', '-shm']) rmSync(this.file + suffix, { force: true });
    });
  }
}

function makePrivate(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // Missing, or owned by another user: leave it unchanged.
  }
}
