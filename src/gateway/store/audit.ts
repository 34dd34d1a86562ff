import { randomUUID } from 'node:crypto';
import type { Instant, Statement } from '../../ledger/store.ts';
import { sliceRows } from '../../ledger/upkeep.ts';
import type { Sql } from '../../ledger/ledger.ts';

const dayMs = 24 * 3_600_000;

/** One request of a member for an address. */
export interface AuditEntry {
  readonly member: string;
  readonly endpoint: 'start' | 'summary';
  readonly chain: string;
  readonly account: string;
  readonly status: number;
  readonly charged: number;
}

/** Which member requested which address, for a number of days; nothing for 0. */
export class Audit {
  readonly #sql: Sql;
  readonly #days: number;

  constructor(sql: Sql, days: number) {
    this.#sql = sql;
    this.#days = days;
  }

  async note(entry: AuditEntry, now: Instant): Promise<void> {
    if (this.#days === 0) return;
    const { member, endpoint, chain, account, status, charged } = entry;
    await this.#sql.change(
      `INSERT INTO audit (id, asked_at, member, endpoint, chain, account, status, charged)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      ...[randomUUID(), now, member, endpoint, chain, account, status, charged],
    );
  }

  /** A statement that deletes a slice of what is too old. */
  oldRows(now: Instant): Statement {
    const slice = `DELETE FROM audit WHERE id IN (
      SELECT id FROM audit WHERE asked_at < $1 LIMIT ${sliceRows}) RETURNING id`;
    return [slice, now - this.#days * dayMs];
  }
}
