import type { Aggregator } from '../../api/parameters.ts';
import type { Instant } from '../../ledger/store.ts';
import type { Sql } from '../../ledger/ledger.ts';

/** A job ID of the gateway's own: who has it, and what it stands for. */
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

export class MemberJobs {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async add(job: MemberJob, now: Instant): Promise<void> {
    const { id, member, chain, account, spelling, aggregator, receivedAt } = job;
    await this.#sql.change(
      `INSERT INTO member_job
         (id, member, created_at, chain, account, spelling, aggregator, job, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
      ...[id, member, now, chain, account, spelling, aggregator, job.job, receivedAt],
    );
  }

  /** Null too if the job is another member's. */
  async find(id: string, member: string): Promise<MemberJob | null> {
    const [row] = await this.#sql.query(
      'SELECT * FROM member_job WHERE id = $1 AND member = $2',
      ...[id, member],
    );
    if (row === undefined) return null;
    return {
      id,
      member,
      chain: String(row['chain']),
      account: String(row['account']),
      spelling: String(row['spelling']),
      aggregator: row['aggregator'] as Aggregator,
      job: row['job'] as string | null,
      receivedAt: row['received_at'] as number | null,
    };
  }
}
