import { teamIndexes, teamTables } from '../../ledger/schema.ts';

/**
 * The tables of a ledger that processes on several machines share: those of `ledger/schema.ts` that pay
 * once. Later releases may add tables, columns with a default, and indexes: processes of two releases
 * run side by side during an upgrade.
 */
const subject = 'account TEXT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL';
const result = `${subject}, part TEXT NOT NULL, body TEXT NOT NULL, received_at BIGINT NOT NULL`;

export const postgresSchema: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS result (${result}, PRIMARY KEY (account, address, chain, part))`,
  `CREATE TABLE IF NOT EXISTS older_result (
     ${result}, PRIMARY KEY (account, address, chain, part, received_at))`,
  'CREATE INDEX IF NOT EXISTS result_by_age ON result (received_at)',
  'CREATE INDEX IF NOT EXISTS older_result_by_time ON older_result (received_at)',
  `CREATE TABLE IF NOT EXISTS job (
     id TEXT PRIMARY KEY, ${subject}, aggregator TEXT NOT NULL, origin TEXT NOT NULL,
     credential TEXT NOT NULL, state TEXT NOT NULL, job_id TEXT, created_at BIGINT NOT NULL,
     updated_at BIGINT NOT NULL, polls BIGINT NOT NULL DEFAULT 0, status BIGINT, unread_body TEXT,
     lost_at BIGINT, owner TEXT, lease_until BIGINT NOT NULL DEFAULT 0,
     is_noticed BOOLEAN NOT NULL DEFAULT false)`,
  'CREATE INDEX IF NOT EXISTS job_of_subject ON job (account, address, chain, aggregator)',
  'CREATE INDEX IF NOT EXISTS job_by_state ON job (state, account, created_at)',
  'CREATE INDEX IF NOT EXISTS job_by_time ON job (account, created_at)',
  'CREATE INDEX IF NOT EXISTS job_by_age ON job (state, updated_at)',
  // Whose turn it is to poll, and from when the next one may be given, by the database's clock.
  `CREATE TABLE IF NOT EXISTS turn (
     account TEXT PRIMARY KEY, holder TEXT, next_at BIGINT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS waiter (
     account TEXT NOT NULL, waiter TEXT NOT NULL, since BIGINT NOT NULL, seen BIGINT NOT NULL,
     PRIMARY KEY (account, waiter))`,
  // `claim` tells the claims of one owner apart.
  `CREATE TABLE IF NOT EXISTS summary_call (
     ${subject}, owner TEXT, claim TEXT, lease_until BIGINT NOT NULL DEFAULT 0,
     failures BIGINT NOT NULL DEFAULT 0, retry_at BIGINT NOT NULL DEFAULT 0,
     may_be_charged BOOLEAN NOT NULL DEFAULT false, kind TEXT, status BIGINT,
     PRIMARY KEY (account, address, chain))`,
  'CREATE INDEX IF NOT EXISTS summary_call_by_age ON summary_call (retry_at)',
  `CREATE TABLE IF NOT EXISTS stop (
     account TEXT NOT NULL, credential TEXT NOT NULL, scope TEXT NOT NULL, status BIGINT NOT NULL,
     at BIGINT NOT NULL, PRIMARY KEY (account, credential, scope))`,
  `CREATE TABLE IF NOT EXISTS poll_count (
     account TEXT NOT NULL, day TEXT NOT NULL, source TEXT NOT NULL, count BIGINT NOT NULL,
     PRIMARY KEY (account, day, source))`,
  ...Object.entries(teamTables).map(
    ([name, columns]) =>
      `CREATE TABLE IF NOT EXISTS ${name} (${columns.replaceAll('INTEGER', 'BIGINT')})`,
  ),
  'ALTER TABLE charge ADD COLUMN IF NOT EXISTS lease_until BIGINT NOT NULL DEFAULT 0',
  ...teamIndexes,
];
