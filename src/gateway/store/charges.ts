import { randomUUID } from 'node:crypto';
import type { Aggregator } from '../../api/parameters.ts';
import type { Instant, PaidKind, SubjectKey } from '../../ledger/store.ts';
import type { SettledCharge } from '../../ledger/store.ts';
import type { Sql } from './sql.ts';

/** A paid call upstream that is about to be made for a member. */
export interface NewCharge {
  readonly member: string;
  readonly kind: PaidKind;
  readonly key: SubjectKey;
  readonly aggregator: Aggregator | null;
  readonly at: Instant;
}

/** Units that may be used on a day; null for no limit. */
export interface DayLimits {
  readonly member: number | null;
  readonly team: number | null;
}

export type Reservation =
  | { readonly kind: 'granted'; readonly id: string }
  /** Whose allowance is used up. */
  | { readonly kind: 'usedUp'; readonly by: 'member' | 'team' };

/** In the place of a member: all of them. */
const team = '';
/** Of a call in flight: a start and its response take no longer. */
const longestCallMs = 120_000;

/** The UTC date, which limits count by. */
export function utcDay(now: Instant): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** What the team has used, by member. Counted before a call is sent, so that no race exceeds a limit. */
export class Charges {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async reserve(charge: NewCharge, limits: DayLimits): Promise<Reservation> {
    const { member, kind, at } = charge;
    const counted = { day: utcDay(at), kind };
    if (!(await this.#take({ ...counted, member }, limits.member))) {
      return { kind: 'usedUp', by: 'member' };
    }
    if (!(await this.#take({ ...counted, member: team }, limits.team))) {
      await this.#giveBack({ ...counted, member });
      return { kind: 'usedUp', by: 'team' };
    }
    const id = randomUUID();
    const { chain, address } = charge.key;
    await this.#sql.all(
      `INSERT INTO charge (id, member, day, made_at, kind, chain, account, aggregator, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open')`,
      ...[id, member, counted.day, at, kind, chain, address, charge.aggregator],
    );
    return { kind: 'granted', id };
  }

  /** Records what is known of a call; one that cost nothing does not count. */
  async settle(id: string, state: SettledCharge): Promise<void> {
    const [row] = await this.#sql.all(
      `UPDATE charge SET state = $2 WHERE id = $1 AND state = 'open' RETURNING *`,
      ...[id, state],
    );
    if (row === undefined || state === 'made' || state === 'maybe') return;
    const counted = { day: String(row['day']), kind: row['kind'] as PaidKind };
    await this.#giveBack({ ...counted, member: String(row['member']) });
    await this.#giveBack({ ...counted, member: team });
  }

  /** Removes a call that was not made. */
  async release(id: string): Promise<void> {
    await this.settle(id, 'none');
    await this.#sql.all('DELETE FROM charge WHERE id = $1', id);
  }

  /** Whether such a call is about to be made or in flight, for whomever. */
  async isInFlight({ chain, address }: SubjectKey, kind: PaidKind, now: Instant): Promise<boolean> {
    const rows = await this.#sql.all(
      `SELECT 1 AS found FROM charge
       WHERE account = $1 AND chain = $2 AND kind = $3 AND state = 'open' AND made_at > $4 LIMIT 1`,
      ...[address, chain, kind, now - longestCallMs],
    );
    return rows.length > 0;
  }

  /** Drops the counters of days that are over. */
  async deleteBefore(time: Instant): Promise<void> {
    await this.#sql.all('DELETE FROM allowance_used WHERE day < $1', utcDay(time));
  }

  async #take(counted: Counted, limit: number | null): Promise<boolean> {
    if (limit === 0) return false;
    const taken = await this.#sql.all(
      `INSERT INTO allowance_used (member, day, kind, used) VALUES ($1, $2, $3, 1)
       ON CONFLICT (member, day, kind) DO UPDATE SET used = allowance_used.used + 1
       WHERE allowance_used.used < $4 RETURNING used`,
      ...[counted.member, counted.day, counted.kind, limit ?? Number.MAX_SAFE_INTEGER],
    );
    return taken.length > 0;
  }

  async #giveBack({ member, day, kind }: Counted): Promise<void> {
    await this.#sql.all(
      `UPDATE allowance_used SET used = used - 1
       WHERE member = $1 AND day = $2 AND kind = $3 AND used > 0`,
      ...[member, day, kind],
    );
  }
}

interface Counted {
  readonly member: string;
  readonly day: string;
  readonly kind: PaidKind;
}
