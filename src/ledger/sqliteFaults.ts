/** What an error of the ledger means for it. */
export type SqliteFault =
  /** Another process holds it; it will be free in a moment. */
  | 'busy'
  | 'damaged'
  /** The disk is full, read-only, or failing. */
  | 'notWritable'
  /** A fault of our own. */
  | 'other';

/** SQLite's primary result codes (sqlite.org/rescode.html); `node:sqlite` gives the extended ones. */
const faults: ReadonlyMap<number, SqliteFault> = new Map([
  [3, 'notWritable'],
  [5, 'busy'],
  [6, 'busy'],
  [8, 'notWritable'],
  [10, 'notWritable'],
  [11, 'damaged'],
  [13, 'notWritable'],
  [14, 'notWritable'],
  [22, 'notWritable'],
  [26, 'damaged'],
]);

export function sqliteFaultOf(error: unknown): SqliteFault {
  if (!(error instanceof Error)) return 'other';
  const code = 'errcode' in error ? error.errcode : undefined;
  if (typeof code === 'number') return faults.get(code & 0xff) ?? 'other';
  // An error of the file system, while the folder, the file, or the reserve was created.
  return 'syscall' in error ? 'notWritable' : 'other';
}
