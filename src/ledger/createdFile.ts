import { closeSync, openSync, statSync } from 'node:fs';

/** Identifies a file whatever it is called. */
export type FileId = string;

/**
 * Creates a file unless there is one. A file that is there must not be opened besides SQLite: closing
 * it would release all locks that this process has on it (POSIX).
 */
export function createEmpty(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (idOf(file) === undefined) throw error;
  }
}

export function idOf(file: string): FileId | undefined {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev} ${stat.ino}`;
}
