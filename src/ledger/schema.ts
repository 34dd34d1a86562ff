/** Written to `user_version`; a file with a greater one is from a newer release and left alone. */
export const schemaVersion = 1;

/** Of each subject and part, this many results are kept besides the newest. */
export const mostOlderResults = 100;

const sameResult = `account = NEW.account AND address = NEW.address AND chain = NEW.chain
    AND part = NEW.part`;

/**
 * Tables, indexes, and triggers added later. The version number does not count them: windows of
 * older releases use the same file and reject one whose `user_version` is greater than theirs. They
 * replace a result when a newer one arrives; the trigger keeps it whatever their code does.
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

-- Calls of an account in a row that may have been charged and brought nothing.
CREATE TABLE IF NOT EXISTS breaker (account TEXT PRIMARY KEY, failures INTEGER NOT NULL) STRICT;

-- Results that a newer one has replaced.
CREATE TABLE IF NOT EXISTS older_result (
  account TEXT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL, part TEXT NOT NULL,
  body TEXT NOT NULL, received_at INTEGER NOT NULL,
  PRIMARY KEY (account, address, chain, part, received_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS older_result_by_time ON older_result (received_at);
CREATE TRIGGER IF NOT EXISTS keep_older_result BEFORE INSERT ON result BEGIN
  INSERT OR IGNORE INTO older_result (account, chain, address, part, body, received_at)
    SELECT account, chain, address, part, body, received_at FROM result
    WHERE ${sameResult} AND received_at <> NEW.received_at;
  DELETE FROM older_result WHERE ${sameResult} AND received_at <= (
    SELECT received_at FROM older_result WHERE ${sameResult}
    ORDER BY received_at DESC LIMIT 1 OFFSET ${mostOlderResults}
  );
END;
-- Replacing a row does not fire it; deleting one does.
CREATE TRIGGER IF NOT EXISTS clear_older_results AFTER DELETE ON result BEGIN
  DELETE FROM older_result WHERE account = OLD.account AND address = OLD.address
    AND chain = OLD.chain AND part = OLD.part;
END;

-- When rows that are no longer needed were last deleted.
CREATE TABLE IF NOT EXISTS upkeep (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;

CREATE INDEX IF NOT EXISTS job_by_state ON job (state, account, created_at);
CREATE INDEX IF NOT EXISTS job_unnoticed ON job (id) WHERE state = 'unknown' AND is_noticed = 0;
CREATE INDEX IF NOT EXISTS job_by_time ON job (account, created_at);
CREATE INDEX IF NOT EXISTS job_by_age ON job (state, updated_at);
CREATE INDEX IF NOT EXISTS result_by_time ON result (account, received_at);
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
