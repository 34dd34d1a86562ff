import { createHash } from 'node:crypto';
import { existsSync, lstatSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../options/options.ts';
import type { SharedLedger, Sql } from '../ledger/ledger.ts';
import type { LedgerNotice } from '../ledger/notices.ts';
import { openLedger } from '../ledger/openLedger.ts';
import {
  checkDurability,
  createTables,
  openPostgresLedger,
  startDatabaseClock,
} from './postgres/postgresLedger.ts';
import type { Instant, Statement } from '../ledger/store.ts';
import { oldRows } from '../ledger/upkeep.ts';
import { systemClock, type Clock } from '../paid/clock.ts';
import { DatabaseSync } from 'node:sqlite';
import { insertRow } from '../ledger/rows.ts';
import { teamTables, type TableName } from '../ledger/schema.ts';

/** A gateway's storage, and the clock for all of it. */
export interface GatewayStorage {
  /** With members, their jobs, and what they have used. */
  readonly ledger: SharedLedger;
  readonly clock: Clock;
  /** Its kind and place in the log: never with a user or a password. */
  readonly name: string;
  /** Where this machine keeps what the store cannot take. */
  readonly folder: string;
  /** Connections in use, and requests that wait for one. */
  readonly pool: () => { readonly used: number; readonly waiting: number };
  /** Statements that delete slices of what is older than promised; a ledger in a file does so itself. */
  readonly oldRows: (now: Instant) => readonly Statement[];
  close(): Promise<void>;
}

export interface StorageOptions {
  /** PostgreSQL; undefined for the files of a folder. */
  readonly databaseUrl: string | undefined;
  /** With PostgreSQL, only for what it cannot take. */
  readonly data: string | undefined;
}

/** The folder that a store is still to be created in; undefined where there is one, or a database has it. */
export function folderWithoutStore({ databaseUrl, data }: StorageOptions): string | undefined {
  if (databaseUrl !== undefined || data === undefined) return undefined;
  // The second brings back a deleted first; the last is an earlier build's.
  const files = ['ledger.sqlite', 'ledger.sqlite.spare', 'gateway.sqlite'];
  return files.some((file) => existsSync(join(data, file))) ? undefined : data;
}

/**
 * Opens the store and creates the tables that are missing.
 * @throws {UsageError} if none is named
 * @throws LedgerError if it cannot be used
 */
export async function openStorage(
  { databaseUrl, data }: StorageOptions,
  onNotice: (notice: LedgerNotice) => void,
): Promise<GatewayStorage> {
  if (databaseUrl !== undefined) return openDatabase(databaseUrl, data);
  if (data === undefined) throw new UsageError('Name a folder with --data DIR.');
  const ledger = openLedger(data, onNotice);
  await importOldStore(data, ledger);
  return {
    ledger,
    clock: systemClock,
    name: `sqlite ${data}`,
    folder: data,
    pool: () => ({ used: 1, waiting: 0 }),
    oldRows: () => [],
    close: () => ledger.close(),
  };
}

async function openDatabase(url: string, data: string | undefined): Promise<GatewayStorage> {
  // A gateway on files runs without the client of a database.
  const { openPool, readDatabaseUrl } = await import('./postgres/pool.ts');
  const folder = ownFolder(readDatabaseUrl(url), data);
  const pool = openPool(url);
  try {
    await createTables(pool);
    await checkDurability(pool);
    const { clock, stop } = await startDatabaseClock(pool.query);
    const { host, port, database } = pool.place;
    return {
      name: `postgresql ${host}:${port}/${database}`,
      ledger: openPostgresLedger(pool),
      clock,
      folder,
      pool: pool.figures,
      oldRows,
      async close() {
        stop();
        await pool.close();
      },
    };
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/**
 * This machine's folder for one database: two gateways may share its parent.
 * @throws {UsageError} if the system's temporary folder has one of another user
 */
function ownFolder({ host, pathname }: URL, data = process.env['STATE_DIRECTORY']): string {
  const name = createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 16);
  const parent = data ?? join(tmpdir(), 'address-risk-gateway');
  const owner = lstatSync(parent, { throwIfNoEntry: false })?.uid;
  const isOwn = owner === undefined || owner === process.getuid?.();
  if (data === undefined && !isOwn) {
    throw new UsageError(`${parent} belongs to another user: name a folder with --data DIR.`);
  }
  return join(parent, name);
}

/** Brings along what an earlier build has kept in a file of its own, and renames that file. */
async function importOldStore(folder: string, sql: Sql): Promise<void> {
  const file = join(folder, 'gateway.sqlite');
  if (!existsSync(file)) return;
  const old = new DatabaseSync(file);
  try {
    const has = old.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
    for (const table of Object.keys(teamTables) as TableName[]) {
      // That build did not have all of today's.
      if (has.get(table) === undefined) continue;
      for (const row of old.prepare(`SELECT * FROM ${table}`).iterate()) {
        await sql.change(...insertRow(table, row, 'DO NOTHING'));
      }
    }
  } finally {
    old.close();
  }
  renameSync(file, `${file}.imported`);
}
