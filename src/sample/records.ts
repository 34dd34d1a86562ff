import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../options/options.ts';
import { makeFolder } from '../paths/makeFolder.ts';
import { randomUUID } from 'node:crypto';
import { keyDigest } from './http/request.ts';

const version = 1;
const schema = `
  CREATE TABLE api_key (
    digest TEXT PRIMARY KEY, id TEXT NOT NULL, tenant TEXT NOT NULL, revoked INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE licence (
    tenant TEXT, resource TEXT, granted INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, resource)
  ) WITHOUT ROWID;
  CREATE TABLE job (
    id TEXT PRIMARY KEY, recordId TEXT NOT NULL, tenant TEXT NOT NULL, createdBy TEXT NOT NULL,
    chain TEXT NOT NULL, address TEXT NOT NULL, aggregator TEXT NOT NULL, readyAt INTEGER NOT NULL,
    result TEXT, isRead INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  PRAGMA user_version = ${version};`;

export interface Job {
  readonly id: string;
  readonly recordId: string;
  readonly tenant: string;
  readonly createdBy: string;
  readonly chain: string;
  readonly address: string;
  readonly aggregator: string;
  /** Unix milliseconds; before it the calculation is running. */
  readonly readyAt: number;
  /** The body of the answer, once calculated. */
  readonly result: string | null;
}

type Resource = 'api-call' | 'calculation';

/** The status of a pair of tenant and key (service-spec.md, Authentication, 3). */
type KeyStanding =
  | { readonly state: 'tenantUnknown' | 'keyUnknown' | 'revoked' }
  | { readonly state: 'valid'; readonly tenant: string; readonly keyId: string };

/**
 * The service's stored data: tenants, their keys, the remaining license resources, and started jobs
 * with their results. Several processes may have a folder open, so every change is one statement or
 * one immediate transaction: nothing is counted twice or lost.
 */
export class Records {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare>;

  /**
   * @param folder where the database lies, made if it is missing; undefined keeps it in memory
   * @throws {UsageError} if the folder cannot be used or was written by a later version
   */
  constructor(folder: string | undefined) {
    this.#database = open(folder);
    this.#statements = prepare(this.#database);
  }

  close(): void {
    this.#database.close();
  }

  /** Issues the key if the tenant does not have it yet; a key that exists is changed to `revoked`. */
  putKey(tenant: string, key: string, revoked: boolean): void {
    const digest = keyDigest({ tenant, key });
    this.#statements.putKey.run(digest, randomUUID(), tenant, revoked ? 1 : 0);
  }

  /** Whether the tenant has any key that is good. */
  hasKey(tenant: string): boolean {
    return this.#statements.anyKey.get(tenant) !== undefined;
  }

  /** @param granted without it, an existing license stays, and a new one gets `otherwise` */
  putLicense(tenant: string, resource: Resource, granted: number | undefined, otherwise: number) {
    this.#statements.addLicense.run(tenant, resource, granted ?? otherwise);
    if (granted !== undefined) this.#statements.grant.run(granted, tenant, resource);
  }

  authenticate(tenant: string, key: string): KeyStanding {
    if (this.#statements.license.get(tenant) === undefined) return { state: 'tenantUnknown' };
    const row = this.#statements.key.get(keyDigest({ tenant, key }));
    if (row === undefined) return { state: 'keyUnknown' };
    if (row['revoked'] === 1) return { state: 'revoked' };
    return { state: 'valid', tenant, keyId: String(row['id']) };
  }

  hasLeft(tenant: string, resource: Resource): boolean {
    return this.#statements.left.get(tenant, resource) !== undefined;
  }

  /** @returns false if nothing was left, and then nothing is taken */
  consume(tenant: string, resource: Resource): boolean {
    return this.#statements.consume.run(tenant, resource).changes === 1;
  }

  /** Takes one calculation and stores the job, or neither. */
  addJob(job: Omit<Job, 'result'>): boolean {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const isAccepted = this.consume(job.tenant, 'calculation');
      if (isAccepted) this.#statements.addJob.run({ ...job });
      this.#database.exec('COMMIT');
      return isAccepted;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** Undefined too if the job is another tenant's. */
  findJob(id: string, tenant: string): Job | undefined {
    return this.#statements.findJob.get(id, tenant) as unknown as Job | undefined;
  }

  /** Stores a job's result unless another process was first. @returns the one that is stored */
  putResult({ id, tenant }: Job, result: string): string {
    this.#statements.putResult.run(result, id);
    return this.findJob(id, tenant)?.result ?? result;
  }

  /** @returns whether this was the first reading */
  markRead(id: string): boolean {
    return this.#statements.markRead.run(id).changes === 1;
  }
}

function open(folder: string | undefined): DatabaseSync {
  try {
    const file = folder === undefined ? ':memory:' : join(folder, 'service.db');
    if (folder !== undefined) {
      makeFolder(folder);
      // SQLite gives the files beside it the permissions of the first.
      closeSync(openSync(file, 'a', 0o600));
    }
    const database = new DatabaseSync(file, { timeout: 10_000 });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE');
    const found = database.prepare('PRAGMA user_version').get()?.['user_version'];
    if (found === 0) database.exec(schema);
    else if (found !== version) throw new Error('it was written by a later version');
    database.exec('COMMIT');
    return database;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The data folder ${folder ?? ''} cannot be used: ${reason}`);
  }
}

function prepare(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  return {
    putKey: sql(`INSERT INTO api_key VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET revoked = excluded.revoked`),
    anyKey: sql('SELECT 1 FROM api_key WHERE tenant = ? AND revoked = 0'),
    key: sql('SELECT id, revoked FROM api_key WHERE digest = ?'),
    addLicense: sql(`INSERT INTO licence (tenant, resource, granted) VALUES (?, ?, ?)
      ON CONFLICT DO NOTHING`),
    grant: sql('UPDATE licence SET granted = ? WHERE tenant = ? AND resource = ?'),
    license: sql('SELECT 1 FROM licence WHERE tenant = ?'),
    left: sql('SELECT 1 FROM licence WHERE tenant = ? AND resource = ? AND used < granted'),
    consume: sql(`UPDATE licence SET used = used + 1
      WHERE tenant = ? AND resource = ? AND used < granted`),
    addJob: sql(`INSERT INTO job
      (id, recordId, tenant, createdBy, chain, address, aggregator, readyAt) VALUES
      (:id, :recordId, :tenant, :createdBy, :chain, :address, :aggregator, :readyAt)`),
    findJob: sql('SELECT * FROM job WHERE id = ? AND tenant = ?'),
    putResult: sql('UPDATE job SET result = ? WHERE id = ? AND result IS NULL'),
    markRead: sql('UPDATE job SET isRead = 1 WHERE id = ? AND isRead = 0'),
  };
}
