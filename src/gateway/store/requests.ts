import type { Aggregator } from '../../api/parameters.ts';
import type { Sql } from '../../ledger/ledger.ts';
import { fieldsOf, insertRow } from '../../ledger/rows.ts';
import type { Instant, Statement } from '../../ledger/store.ts';
import { sliceRows } from '../../ledger/upkeep.ts';

/** A job ID issued by the gateway, with its owner and target. */
export interface MemberJob {
  readonly id: string;
  readonly member: string;
  readonly chain: string;
  /** Canonical. */
  readonly account: string;
  /** The address as its member has spelled it. */
  readonly spelling: string;
  readonly aggregator: Aggregator;
  /** The job of the ledger, or null for a result that was stored before. */
  readonly job: string | null;
  /** When that result was received. */
  readonly receivedAt: Instant | null;
}

export async function addMemberJob(sql: Sql, job: MemberJob, now: Instant): Promise<void> {
  await sql.change(...insertRow('member_job', { ...job, createdAt: now }, 'DO NOTHING'));
}

/** Null too if the job is another member's. */
export async function findMemberJob(sql: Sql, id: string, member: string) {
  const own = 'SELECT * FROM member_job WHERE id = ? AND member = ?';
  const [row] = await sql.query(own, id, member);
  return row === undefined ? null : (fieldsOf(row) as unknown as MemberJob);
}

/** One request of a member for an address. */
export interface AuditEntry {
  /** Of the request. */
  readonly id: string;
  readonly member: string;
  readonly endpoint: 'start' | 'summary';
  readonly chain: string;
  readonly account: string;
  readonly status: number;
  readonly charged: number;
}

/** Which member requested which address. */
export async function addToAudit(sql: Sql, entry: AuditEntry, now: Instant): Promise<void> {
  await sql.change(...insertRow('audit', { ...entry, askedAt: now }, 'DO NOTHING'));
}

const dayMs = 24 * 3_600_000;

/** A statement that deletes a slice of what is older than some days. */
export function oldAudit(days: number, now: Instant): Statement {
  const slice = `DELETE FROM audit WHERE id IN (
    SELECT id FROM audit WHERE asked_at < ? LIMIT ${sliceRows}) RETURNING id`;
  return [slice, now - days * dayMs];
}

/** An operator wants a lost start to be made again; a gateway that runs takes it. */
export async function requestStart(sql: Sql, job: string): Promise<void> {
  await sql.change('INSERT INTO start_again (job) VALUES (?) ON CONFLICT DO NOTHING', job);
}

/** The ID of a lost start that was requested, given to exactly one process; undefined for none. */
export async function takeRequestedStart(sql: Sql): Promise<string | undefined> {
  const [row] = await sql.change(
    'DELETE FROM start_again WHERE job = (SELECT min(job) FROM start_again) RETURNING job',
  );
  return row && String(row['job']);
}

/** The name of the member for whom a start was made, as far as that is known. */
export async function memberOfStart(sql: Sql, id: string): Promise<string | null> {
  const ofCharge = 'SELECT name FROM member WHERE id = (SELECT member FROM charge WHERE id = ?)';
  const [row] = await sql.query(ofCharge, id);
  return row === undefined ? null : String(row['name']);
}
