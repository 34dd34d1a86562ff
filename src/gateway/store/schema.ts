/**
 * The tables of a gateway beside its ledger, for SQLite and for PostgreSQL. Later releases may add
 * tables, columns with a default, and indexes: processes of two releases share one store during an
 * upgrade.
 */
export const gatewaySchema: readonly string[] = [
  // Limits are units per day; null for none.
  `CREATE TABLE IF NOT EXISTS member (
     id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
     created_at BIGINT NOT NULL, revoked_at BIGINT, valid_until BIGINT,
     calculations BIGINT, api_calls BIGINT)`,
  // Keys are random, 256 bits long, and stored as digests.
  `CREATE TABLE IF NOT EXISTS member_key (
     digest TEXT PRIMARY KEY, member TEXT NOT NULL, created_at BIGINT NOT NULL, revoked_at BIGINT)`,
  'CREATE INDEX IF NOT EXISTS member_key_of ON member_key (member)',
  // The ID that a member has, and the job of the ledger or the stored result that it stands for.
  `CREATE TABLE IF NOT EXISTS member_job (
     id TEXT PRIMARY KEY, member TEXT NOT NULL, created_at BIGINT NOT NULL,
     chain TEXT NOT NULL, account TEXT NOT NULL, spelling TEXT NOT NULL, aggregator TEXT NOT NULL,
     job TEXT, received_at BIGINT)`,
  'CREATE INDEX IF NOT EXISTS member_job_of ON member_job (job)',
  'CREATE INDEX IF NOT EXISTS member_job_by_time ON member_job (created_at)',
  // Every paid call upstream, and for whom it was made.
  `CREATE TABLE IF NOT EXISTS charge (
     id TEXT PRIMARY KEY, member TEXT NOT NULL, day TEXT NOT NULL, made_at BIGINT NOT NULL,
     kind TEXT NOT NULL, chain TEXT NOT NULL, account TEXT NOT NULL, aggregator TEXT,
     state TEXT NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS charge_of_account ON charge (account, chain, kind)',
  'CREATE INDEX IF NOT EXISTS charge_by_day ON charge (day, member)',
  // What counts toward the limits of a day; the team is the member without an ID.
  `CREATE TABLE IF NOT EXISTS allowance_used (
     member TEXT NOT NULL, day TEXT NOT NULL, kind TEXT NOT NULL, used BIGINT NOT NULL,
     PRIMARY KEY (member, day, kind))`,
  // Lost starts that an operator wants to be made again.
  'CREATE TABLE IF NOT EXISTS start_again (job TEXT PRIMARY KEY)',
  // Which member requested what, if that is to be kept.
  `CREATE TABLE IF NOT EXISTS audit (
     id TEXT PRIMARY KEY, asked_at BIGINT NOT NULL, member TEXT NOT NULL, endpoint TEXT NOT NULL,
     chain TEXT NOT NULL, account TEXT NOT NULL, status BIGINT NOT NULL, charged BIGINT NOT NULL)`,
  'CREATE INDEX IF NOT EXISTS audit_by_time ON audit (asked_at)',
];
