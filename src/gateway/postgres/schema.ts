import { schemaOf, sharedIndexes, teamTables, type TableName } from '../../ledger/schema.ts';

/** The tables of a ledger that processes on several machines share: those that pay once, and the team's. */
const tables: readonly TableName[] = [
  ...(['result', 'older_result', 'job', 'turn', 'waiter', 'summary_call', 'poll_count'] as const),
  'stop',
  ...(Object.keys(teamTables) as (keyof typeof teamTables)[]),
];

/** SQLite has one type for numbers, and none for truth values. A database had no sums at first. */
function columnsOf(table: TableName): string {
  return schemaOf(table)
    .replaceAll(
      /(is_noticed|may_be_charged) INTEGER NOT NULL DEFAULT 0/g,
      '$1 BOOLEAN NOT NULL DEFAULT false',
    )
    .replaceAll('sum INTEGER NOT NULL', 'sum BIGINT')
    .replaceAll('INTEGER', 'BIGINT');
}

/** Raised by a release whose processes and those of the one before cannot share a database. */
export const storeMajor = 1;

/** Read before anything else: what a newer major version has changed is left alone. */
export const storeVersion: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS store_version
     (id BIGINT PRIMARY KEY CHECK (id = 1), major BIGINT NOT NULL)`,
  `INSERT INTO store_version VALUES (1, ${storeMajor}) ON CONFLICT DO NOTHING`,
];

/**
 * Later releases of a major version may add tables, columns with a default, and indexes: processes of two releases run side
 * by side during an upgrade.
 */
export const postgresSchema: readonly string[] = [
  ...tables.map((table) => `CREATE TABLE IF NOT EXISTS ${table} (${columnsOf(table)})`),
  ...['result', 'older_result'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS sum BIGINT`,
  ),
  'ALTER TABLE charge ADD COLUMN IF NOT EXISTS lease_until BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE job ADD COLUMN IF NOT EXISTS unanswered_at BIGINT',
  ...sharedIndexes,
];
