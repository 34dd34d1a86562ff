/** Why the ledger cannot be written. No paid call is sent then; stored results are still shown. */
export type NotStoredReason =
  /** No room on the disk. */
  | 'full'
  /** The folder or the file may not be written. */
  | 'readOnly'
  /** The disk reports an error. */
  | 'failing'
  /** Another process has been writing for longer than a call waits. */
  | 'busy'
  /** The file is damaged, and cannot be replaced now. */
  | 'damaged'
  /** The file is from a newer release. */
  | 'newer'
  /** The file is a database of another program. */
  | 'foreign'
  /** A database server reports what it has not put on disk as stored. */
  | 'notDurable'
  /** There is a folder, a link, a pipe, or a device where the file should be. */
  | 'notAFile';

/** The meaning of an error for the ledger; `other` is our own bug. */
export type LedgerFault = NotStoredReason | 'other';

/** Data was not stored, or stored data cannot be read: then no paid call may be sent. */
export class LedgerError extends Error {
  readonly reason: NotStoredReason;

  constructor(reason: NotStoredReason) {
    super(`The ledger cannot be used (${reason}).`);
    this.reason = reason;
  }
}

/** SQLite's primary result codes (sqlite.org/rescode.html), and the system's names of errors. */
const faults = new Map<unknown, LedgerFault>([
  [3, 'readOnly'],
  [5, 'busy'],
  [6, 'busy'],
  [8, 'readOnly'],
  [10, 'failing'],
  [11, 'damaged'],
  [13, 'full'],
  [14, 'readOnly'],
  [22, 'full'],
  [26, 'damaged'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EROFS', 'readOnly'],
  ['EACCES', 'readOnly'],
  ['EPERM', 'readOnly'],
]);

export function faultOf(error: unknown): LedgerFault {
  if (error instanceof LedgerError) return error.reason;
  if (!(error instanceof Error)) return 'other';
  // `node:sqlite` gives the extended codes.
  const sqlite = 'errcode' in error ? error.errcode : undefined;
  if (typeof sqlite === 'number') return faults.get(sqlite & 0xff) ?? 'other';
  // An error of the file system, while the folder, the file, or a reserve was created.
  if (!('syscall' in error)) return 'other';
  return ('code' in error ? faults.get(error.code) : undefined) ?? 'failing';
}
