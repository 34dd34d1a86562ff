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
  async memberOf({ id }: JobRow): Promise<string | null> {
    const ofCharge = 'SELECT name FROM member WHERE id = (SELECT member FROM charge WHERE id = $1)';
    const [row] = await this.#sql.query(ofCharge, id);
    return row === undefined ? null : String(row['name']);
  }
}
