/**
 * Written to `user_version` and increased with every change of the format. A file with a smaller
 * version is upgraded when it is opened for writing; one with a greater version comes from a newer
 * release and is left alone.
 */
export const schemaVersion = 4;

/** Of each subject and part, this many results are kept besides the newest. */
export const maxOlderResults = 100;

const subject = 'account TEXT NOT NULL, chain TEXT NOT NULL, address TEXT NOT NULL';
/** `sum` is the CRC-32 of the body's UTF-8 bytes: SQLite itself does not notice a changed byte. */
const result = `${subject}, part TEXT NOT NULL, body TEXT NOT NULL, sum INTEGER NOT NULL,
  received_at INTEGER NOT NULL`;

/**
 * A gateway's additional tables, here and in PostgreSQL. A damaged file's tables are recognized by
 * their columns, so no two tables have the same types in the same order.
 */
export const teamTables = {
  // Limits are units per day; null for none.
  member: `id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL, revoked_at INTEGER, valid_until INTEGER, calculations INTEGER,
    api_calls INTEGER`,
  // Keys are random, 256 bits long, and stored as digests.
  member_key: `digest TEXT PRIMARY KEY, created_at INTEGER NOT NULL, member TEXT NOT NULL,
    revoked_at INTEGER`,
  // Who has changed what of a member, and when: an operator's changes are few, and stay.
  member_change: `id TEXT PRIMARY KEY, changed_at INTEGER NOT NULL, member TEXT NOT NULL,
    made_by TEXT NOT NULL, what TEXT NOT NULL`,
  // The ID that a member has, and the ledger's job or stored result that it refers to.
  member_job: `id TEXT PRIMARY KEY, member TEXT NOT NULL, created_at INTEGER NOT NULL,
    chain TEXT NOT NULL, account TEXT NOT NULL, spelling TEXT NOT NULL, aggregator TEXT NOT NULL,
    job TEXT, received_at INTEGER`,
  // Every paid call upstream, for whom it is made, and until when its process is known to be alive.
  charge: `id TEXT PRIMARY KEY, member TEXT NOT NULL, day TEXT NOT NULL, made_at INTEGER NOT NULL,
    kind TEXT NOT NULL, chain TEXT NOT NULL, account TEXT NOT NULL, aggregator TEXT,
    state TEXT NOT NULL, lease_until INTEGER NOT NULL DEFAULT 0`,
  // Usage counted toward the limits of a day; the team is the member without an ID.
  allowance_used: `kind TEXT NOT NULL, day TEXT NOT NULL, used INTEGER NOT NULL, member TEXT NOT NULL,
    PRIMARY KEY (member, day, kind)`,
  // Lost starts that an operator wants to be made again.
  start_again: 'job TEXT PRIMARY KEY',
  // Which member requested what, if that is to be kept.
  audit: `id TEXT PRIMARY KEY, asked_at INTEGER NOT NULL, member TEXT NOT NULL, endpoint TEXT NOT NULL,
    chain TEXT NOT NULL, account TEXT NOT NULL, status INTEGER NOT NULL, charged INTEGER NOT NULL`,
};

/** Of the tables that both kinds of ledger have. */
export const sharedIndexes = [
  'CREATE INDEX IF NOT EXISTS result_by_age ON result (received_at)',
  'CREATE INDEX IF NOT EXISTS older_result_by_time ON older_result (received_at)',
  'CREATE INDEX IF NOT EXISTS job_of_subject ON job (account, address, chain, aggregator)',
  'CREATE INDEX IF NOT EXISTS job_by_state ON job (state, account, created_at)',
  'CREATE INDEX IF NOT EXISTS job_by_time ON job (account, created_at)',
  'CREATE INDEX IF NOT EXISTS job_by_age ON job (state, updated_at)',
  'CREATE INDEX IF NOT EXISTS summary_call_by_age ON summary_call (retry_at)',
  'CREATE INDEX IF NOT EXISTS member_key_of ON member_key (member)',
  'CREATE INDEX IF NOT EXISTS member_job_by_time ON member_job (created_at)',
  'CREATE INDEX IF NOT EXISTS charge_of_account ON charge (account, chain, kind, made_at)',
  'CREATE INDEX IF NOT EXISTS charge_by_lease ON charge (state, lease_until)',
  'CREATE INDEX IF NOT EXISTS charge_by_time ON charge (made_at)',
  'CREATE INDEX IF NOT EXISTS allowance_used_by_day ON allowance_used (day)',
  'CREATE INDEX IF NOT EXISTS poll_count_by_day ON poll_count (day)',
  'CREATE INDEX IF NOT EXISTS audit_by_time ON audit (asked_at)',
];

/**
 * Data that must survive: the columns of each table, and its key if that has several. No table is
 * WITHOUT ROWID, because its rows could not be recovered from a damaged file without an index.
 * Tables with similar rows are read the same way (`carryOver.ts`).
 */
const tables = {
  result: `${result}, PRIMARY KEY (account, chain, address, part)`,
  // Results that a newer one has replaced.
  older_result: `${result}, PRIMARY KEY (account, chain, address, part, received_at)`,
  job: `id TEXT PRIMARY KEY, ${subject}, aggregator TEXT NOT NULL, origin TEXT NOT NULL,
    credential TEXT NOT NULL, state TEXT NOT NULL, job_id TEXT, created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, polls INTEGER NOT NULL DEFAULT 0, status INTEGER,
    unread_body TEXT, lost_at INTEGER, owner TEXT, lease_until INTEGER NOT NULL DEFAULT 0,
    is_noticed INTEGER NOT NULL DEFAULT 0, unanswered_at INTEGER`,
  // The next caller that may poll, and from when (ticks).
  turn: 'account TEXT PRIMARY KEY, holder TEXT, next_at INTEGER NOT NULL',
  waiter: `account TEXT NOT NULL, waiter TEXT NOT NULL, since INTEGER NOT NULL,
    seen INTEGER NOT NULL, PRIMARY KEY (account, waiter)`,
  // Summary calls: held while in progress, kept while a failure cools down.
  summary_call: `${subject}, owner TEXT, lease_until INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0, retry_at INTEGER NOT NULL DEFAULT 0,
    may_be_charged INTEGER NOT NULL DEFAULT 0, kind TEXT, status INTEGER,
    PRIMARY KEY (account, chain, address)`,
  // Every paid call: its purpose, its source, and its charge as far as known.
  spending: `seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, ${subject},
    kind TEXT NOT NULL, aggregator TEXT, source TEXT NOT NULL, is_automatic INTEGER NOT NULL,
    day TEXT NOT NULL, at INTEGER NOT NULL, charge TEXT NOT NULL`,
  poll_count: `account TEXT NOT NULL, day TEXT NOT NULL, source TEXT NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY (account, day, source)`,
  stop: `account TEXT NOT NULL, credential TEXT NOT NULL, scope TEXT NOT NULL,
    status INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (account, credential, scope)`,
  // The user's answer when commands had used up their allowance.
  allowance: 'kind TEXT PRIMARY KEY, counted_from INTEGER NOT NULL, declined_at INTEGER',
  // Calls of an account in a row that may have been charged and brought nothing.
  breaker: 'account TEXT PRIMARY KEY, failures INTEGER NOT NULL',
  ...teamTables,
  // When obsolete rows were last deleted.
  upkeep: 'id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL',
  // When a damaged file was replaced: rows from before may be missing.
  loss: 'id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL',
};

export type TableName = keyof typeof tables;

export const tableNames = Object.keys(tables) as TableName[];

export interface ColumnType {
  readonly type: string;
  /** May be NULL in the file. An integer that is the primary key is stored as the number of its row. */
  readonly isOptional: boolean;
}

/** The definition of a table's columns and of its key. */
export function schemaOf(table: TableName): string {
  return tables[table];
}

/** The columns of the key of a table. */
export function keyOfTable(table: TableName): string {
  const [columns = '', several] = tables[table].split('PRIMARY KEY (');
  return several?.replace(')', '') ?? columns.slice(0, columns.indexOf(' '));
}

/** The columns of each table by name, in their order. */
export const columnTypes: ReadonlyMap<TableName, ReadonlyMap<string, ColumnType>> = new Map(
  tableNames.map((table) => {
    const [columns = ''] = tables[table].split(/,\s+PRIMARY KEY/);
    return [table, new Map(columns.split(/,\s+/).map(columnOf))];
  }),
);

function columnOf(definition: string): [name: string, type: ColumnType] {
  const [name = '', type = '', ...rest] = definition.split(' ');
  const isOptional = type === 'INTEGER' ? !rest.includes('NOT') : rest.length === 0;
  return [name, { type, isOptional }];
}

export const schema = [
  ...tableNames.map((name) => `CREATE TABLE IF NOT EXISTS ${name} (${tables[name]}) STRICT`),
  'CREATE INDEX IF NOT EXISTS result_by_time ON result (account, received_at)',
  'CREATE INDEX IF NOT EXISTS result_of_address ON result (account, address)',
  'CREATE INDEX IF NOT EXISTS spending_by_time ON spending (at)',
  'CREATE INDEX IF NOT EXISTS spending_by_day ON spending (account, day)',
  `CREATE INDEX IF NOT EXISTS open_spending ON spending (at) WHERE charge = 'open'`,
  ...sharedIndexes,
].join(';\n');
