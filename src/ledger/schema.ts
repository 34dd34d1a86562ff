/** Written to `user_version`; a file with a greater one is from a newer release and moved away. */
export const schemaVersion = 1;

/**
 * Tables added later. The version number does not count them: windows of older releases use the
 * same file and reject one whose `user_version` is greater than theirs.
 */
export const laterSchema = `
-- Every paid call: what for, by whom, and what is known of its charge.
CREATE TABLE IF NOT EXISTS spending (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL,
  kind TEXT NOT NULL, aggregator TEXT, source TEXT NOT NULL, is_automatic INTEGER NOT NULL,
  day TEXT NOT NULL, at INTEGER NOT NULL, charge TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS spending_by_time ON spending (at);

-- What the user said when commands had used up their allowance.
CREATE TABLE IF NOT EXISTS allowance (
  kind TEXT PRIMARY KEY, counted_from INTEGER NOT NULL, declined_at INTEGER
) STRICT;
`;

export const schema = `
CREATE TABLE result (
  account TEXT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL, part TEXT NOT NULL,
  body TEXT NOT NULL, received_at INTEGER NOT NULL,
  PRIMARY KEY (account, address, chain, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL, aggregator TEXT NOT NULL,
  origin TEXT NOT NULL, credential TEXT NOT NULL,
  state TEXT NOT NULL, job_id TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  polls INTEGER NOT NULL DEFAULT 0, status INTEGER, unread_body TEXT,
  owner TEXT, lease_until INTEGER NOT NULL DEFAULT 0, is_noticed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX job_of_subject ON job (account, address, chain, aggregator);

-- Whose turn it is to poll, and from when the next one may be given (ticks).
CREATE TABLE turn (
  account TEXT PRIMARY KEY, holder TEXT, next_at INTEGER NOT NULL
) STRICT;
CREATE TABLE waiter (
  account TEXT NOT NULL, waiter TEXT NOT NULL, since INTEGER NOT NULL, seen INTEGER NOT NULL,
  PRIMARY KEY (account, waiter)
) STRICT, WITHOUT ROWID;

-- Summary calls: held while under way, kept while a failure cools down.
CREATE TABLE call (
  account TEXT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL,
  owner TEXT, lease_until INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0, retry_at INTEGER NOT NULL DEFAULT 0,
  may_be_charged INTEGER NOT NULL DEFAULT 0, kind TEXT, status INTEGER,
  PRIMARY KEY (account, address, chain)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage (
  account TEXT NOT NULL, day TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (account, day, kind, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE stop (
  account TEXT NOT NULL, credential TEXT NOT NULL, scope TEXT NOT NULL,
  status INTEGER NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (account, credential, scope)
) STRICT, WITHOUT ROWID;
`;
