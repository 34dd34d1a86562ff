import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '../paths/lockFile.ts';
import { makeFolder } from '../paths/makeFolder.ts';
import { LedgerError } from './faults.ts';

/** Identifies a file whatever it is called. */
export type FileId = string;

/** Files that SQLite creates beside a database, in this mode or another. */
const sideSuffixes = ['-journal', '-wal', '-shm'];

/**
 * The file of the ledger. It has two names, so that it can be distinguished from any file put in
 * its place, and gets its name back if someone deletes it.
 */
export class LedgerFiles {
  readonly folder: string;
  readonly file: string;
  /** The second name. Missing where the file system has no hard links. */
  readonly spare: string;

  constructor(folder: string) {
    this.folder = folder;
    this.file = join(folder, 'ledger.sqlite');
    this.spare = `${this.file}.spare`;
  }

  /**
   * Creates the folder and the file if they are missing, readable by the user only: the ledger shows
   * which addresses were looked up. A file that is not the ledger is moved aside.
   * @returns where to, if one was
   */
  ensureFile(): string | undefined {
    makeFolder(this.folder);
    const movedTo = this.exclusively(() => ensureFile(this));
    makePrivate(this.folder, 0o700);
    makePrivate(this.file, 0o600);
    return movedTo;
  }

  /**
   * Puts a file in the place of the damaged one. Call it within `exclusively`.
   * @returns where the damaged one is now
   */
  replaceDamaged(by: string): string {
    const name = `${this.spare}.new`;
    rmSync(name, { force: true });
    try {
      linkSync(by, name);
    } catch {
      // No hard links: if this process ends between the two, the next one starts with an empty file.
      const moved = moveAside(this, 'damaged');
      renameSync(by, this.file);
      return moved;
    }
    // From here on, the new file is the ledger, and the damaged one is in its place.
    renameSync(name, this.spare);
    const moved = moveAside(this, 'damaged');
    linkSync(this.spare, this.file);
    return moved;
  }

  /**
   * Runs the work while no other process moves or creates files.
   * @throws LedgerError with `busy` if one does: try again
   */
  exclusively<T>(work: () => T): T {
    const lock = join(this.folder, 'move.lock');
    createEmpty(lock);
    const unlock = lockFile(lock);
    if (unlock === undefined) throw new LedgerError('busy');
    try {
      return work();
    } finally {
      unlock();
    }
  }
}

function ensureFile(files: LedgerFiles): string | undefined {
  const { file, spare } = files;
  const [id, spareId] = [idOf(file), idOf(spare)];
  const isForeign = spareId !== undefined && id !== spareId;
  const movedTo = isForeign && id !== undefined ? moveAside(files, 'replaced') : undefined;
  if (isForeign) linkSync(spare, file);
  else if (id === undefined) {
    // Side files of a deleted database must not become part of a new one.
    for (const suffix of sideSuffixes) rmSync(file + suffix, { force: true });
    createEmpty(file);
  }
  try {
    if (spareId === undefined) linkSync(file, spare);
  } catch {
    // Links are not supported here, so processes that have the file open restore it by copying.
  }
  return movedTo;
}

/** @returns where the file is now */
function moveAside({ folder, file }: LedgerFiles, why: 'replaced' | 'damaged'): string {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-');
  let moved = join(folder, `ledger-${why}-${stamp}.sqlite`);
  // Two in one millisecond must not become one.
  for (let next = 2; existsSync(moved); next++) {
    moved = join(folder, `ledger-${why}-${stamp}-${next}.sqlite`);
  }
  // Side files first: the ledger must not find those of another file.
  for (const suffix of [...sideSuffixes, '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, moved + suffix);
  }
  return moved;
}

/**
 * Creates a file unless there is one. A file that is there must not be opened besides SQLite: closing
 * it would release all locks that this process has on it (POSIX).
 */
function createEmpty(file: string): void {
  if (idOf(file) !== undefined) return;
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another process may have created it.
    if (idOf(file) === undefined) throw error;
  }
}

/**
 * Undefined for a missing file.
 * @throws LedgerError for anything but a regular file, because opening a pipe would wait forever
 */
export function idOf(file: string): FileId | undefined {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw new LedgerError('notAFile');
  return `${stat.dev} ${stat.ino}`;
}

function makePrivate(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch {
    // Missing, or owned by another user: leave it unchanged.
  }
}
