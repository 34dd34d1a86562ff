import type { JobRow } from '../../ledger/store.ts';
import type { Sql } from '../../ledger/ledger.ts';

/** Lost starts that an operator wants to be made again; a gateway that runs takes them. */
export class LostStarts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async request(job: string): Promise<void> {
    await this.#sql.change('INSERT INTO start_again (job) VALUES ($1) ON CONFLICT DO NOTHING', job);
  }

  /** The IDs of those that were requested; each is returned to one process. */
  async take(): Promise<string[]> {
    const rows = await this.#sql.change('DELETE FROM start_again RETURNING job');
    return rows.map((row) => String(row['job']));
  }

  /** The name of the member for whom a start was made, as far as that is known. */
  async memberOf({ chain, address, aggregator, createdAt }: JobRow): Promise<string | null> {
    const [row] = await this.#sql.query(
      `SELECT member.name FROM charge JOIN member ON member.id = charge.member
       WHERE charge.account = $1 AND charge.chain = $2 AND charge.kind = 'start'
         AND charge.aggregator = $3 AND charge.made_at <= $4
       ORDER BY charge.made_at DESC LIMIT 1`,
      ...[address, chain, aggregator, createdAt],
    );
    return row === undefined ? null : String(row['name']);
  }
}
