import type { Aggregator } from '../../api/parameters.ts';
import type { Sql } from '../../ledger/ledger.ts';
import {
  leaseMs,
  type Instant,
  type PaidKind,
  type SettledCharge,
  type Statement,
  type SubjectKey,
} from '../../ledger/store.ts';

/** A paid call upstream that is about to be made for a member. */
export interface NewCharge {
  readonly id: string;
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

/** In the place of a member: all of them. */
export const everyone = '';

/** The UTC date, which limits count by. */
export function utcDay(now: Instant): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** When what was used no longer counts. */
export function endOfDay(now: Instant): Instant {
  return new Date(now).setUTCHours(24, 0, 0, 0);
}

/**
 * The team's usage by member. A charge is counted before its call is sent, so that no race exceeds
 * a limit. It is `open` until then, and `sent` until the outcome is known; meanwhile, its process
 * renews its lease.
 */
export class Charges {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** @returns whose allowance is used up, if so */
  async reserve(charge: NewCharge, limits: DayLimits): Promise<'member' | 'team' | undefined> {
    const { id, member, kind, at, aggregator } = charge;
    const { chain, address } = charge.key;
    const day = utcDay(at);
    const done = await this.#sql.changeAll([
      [
        `INSERT INTO charge (id, member, day, made_at, kind, chain, account, aggregator, state,
           lease_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?) RETURNING id`,
        ...[id, member, day, at, kind, chain, address, aggregator, at + leaseMs],
      ],
      // Last, and in one order everywhere: all wait for each other here, and only until the commit.
      take(member, day, kind, limits.member),
      take(everyone, day, kind, limits.team),
    ]);
    return done === 1 ? 'member' : done === 2 ? 'team' : undefined;
  }

  /**
   * Keeps the lease of a charge that is not settled; `sent` is stored right before its call is sent.
   * @returns false if its lease was over, and it was given back: then nothing may be sent
   */
  async hold(id: string, now: Instant, isSent = false): Promise<boolean> {
    const held = await this.#sql.change(
      `UPDATE charge SET lease_until = ?, state = coalesce(?, state)
       WHERE id = ? AND state IN ('open', 'sent') RETURNING id`,
      ...[now + leaseMs, isSent ? 'sent' : null, id],
    );
    return held.length > 0;
  }

  /** Records the outcome of a call; a free one doesn't count. */
  async settle(id: string, state: SettledCharge): Promise<void> {
    const settled: Statement = [
      `UPDATE charge SET state = ? WHERE id = ? AND state IN ('open', 'sent', 'maybe') RETURNING id`,
      ...[state, id],
    ];
    const isCounted = state === 'made' || state === 'maybe';
    await this.#sql.changeAll(isCounted ? [settled] : [settled, ...giveBack(id)]);
  }

  /**
   * Gives back a charge whose call was not made. It stays, as `unsent`, until its lease is over and the
   * job is forgotten: a process that is killed in between leaves no job that looks like a lost start.
   * @returns false if it may have been: `sent` is stored before
   */
  async release(id: string): Promise<boolean> {
    const steps: readonly Statement[] = [
      [`UPDATE charge SET state = 'unsent' WHERE id = ? AND state = 'open' RETURNING id`, id],
      ...giveBack(id),
    ];
    return (await this.#sql.changeAll(steps)) === steps.length;
  }

  /**
   * Settles the charges of processes that have ended: of what was sent, the outcome is unknown.
   * @param forget the job of a call that was never sent, and cannot be any more
   */
  async settleOrphans(now: Instant, forget: (id: string) => Promise<unknown>): Promise<void> {
    const orphans = await this.#sql.query(
      `SELECT id, state FROM charge WHERE state IN ('open', 'sent', 'unsent') AND lease_until < ?
       LIMIT 100`,
      now,
    );
    for (const { id: each, state } of orphans) {
      const id = String(each);
      if (state === 'sent') await this.settle(id, 'maybe');
      else if (state === 'unsent' || (await this.release(id))) {
        await forget(id);
        const gone = `DELETE FROM charge WHERE id = ? AND state = 'unsent' RETURNING id`;
        await this.#sql.change(gone, id);
      }
    }
  }

  /**
   * Usage on this day, by kind and member, as `start ID`; the team has no ID.
   * @param member only of this one
   */
  async usedOn(now: Instant, member?: string): Promise<ReadonlyMap<string, number>> {
    const all = 'SELECT kind, member, used FROM allowance_used WHERE day = ?';
    const rows = await (member === undefined
      ? this.#sql.query(all, utcDay(now))
      : this.#sql.query(`${all} AND member = ?`, utcDay(now), member));
    return new Map(
      rows.map((row) => [`${String(row['kind'])} ${String(row['member'])}`, Number(row['used'])]),
    );
  }

  /** Whether a member may use no more units of a kind on this day. */
  async isUsedUp(member: string, kind: PaidKind, limit: number | null, now: Instant) {
    if (limit === null) return false;
    const [row] = await this.#sql.query(
      'SELECT used FROM allowance_used WHERE member = ? AND day = ? AND kind = ?',
      ...[member, utcDay(now), kind],
    );
    return Number(row?.['used'] ?? 0) >= limit;
  }

  /** Whether such a call is about to be made or in flight, for whomever. */
  async isInFlight({ chain, address }: SubjectKey, kind: PaidKind, now: Instant): Promise<boolean> {
    const rows = await this.#sql.query(
      `SELECT 1 AS found FROM charge WHERE account = ? AND chain = ? AND kind = ?
         AND state IN ('open', 'sent') AND lease_until > ? LIMIT 1`,
      ...[address, chain, kind, now],
    );
    return rows.length > 0;
  }
}

/** Counts a unit, unless a limit is reached. */
function take(member: string, day: string, kind: PaidKind, limit: number | null): Statement {
  const most = limit ?? Number.MAX_SAFE_INTEGER;
  return [
    `INSERT INTO allowance_used (member, day, kind, used)
     SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), 1 WHERE CAST(? AS BIGINT) > 0
     ON CONFLICT (member, day, kind) DO UPDATE SET used = allowance_used.used + 1
     WHERE allowance_used.used < CAST(? AS BIGINT) RETURNING used`,
    ...[member, day, kind, most, most],
  ];
}

/** Takes back the units that a charge has been counted with. */
function giveBack(id: string): Statement[] {
  return ['charge.member', `'${everyone}'`].map((member) => [
    `UPDATE allowance_used SET used = used - 1
     WHERE (member, day, kind) = (SELECT ${member}, day, kind FROM charge WHERE id = ?)
     RETURNING used`,
    id,
  ]);
}

export const usageGroups = ['member', 'day', 'month', 'address', 'network'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** Fixed text: the caller's names are looked up here and never become part of a statement. */
const columns: Readonly<Record<UsageGroup, string>> = {
  member: `coalesce(member.name, charge.member)`,
  day: 'charge.day',
  month: 'substr(charge.day, 1, 7)',
  address: 'charge.account',
  network: 'charge.chain',
};

/**
 * The most used first; by days or months, the newest first. Grouped only by member, it includes
 * those without usage.
 */
export async function readUsage(sql: Sql, by: readonly UsageGroup[]) {
  const names = by.map((group, at) => `${columns[group]} AS name${at}`);
  const places = by.map((_, at) => String(at + 1));
  const newest = by.flatMap((group, at) =>
    group === 'day' || group === 'month' ? [`${at + 1} DESC`] : [],
  );
  const rows = await sql.query(
    `SELECT ${names.join(', ')},
       sum(CASE WHEN charge.kind = 'start' THEN 1 ELSE 0 END) AS calculations,
       sum(CASE WHEN charge.kind = 'summary' THEN 1 ELSE 0 END) AS api_calls,
       sum(CASE WHEN charge.state <> 'made' THEN 1 ELSE 0 END) AS unknown_calls
     FROM charge LEFT JOIN member ON member.id = charge.member
     WHERE charge.state IN ('made', 'maybe', 'sent')
     GROUP BY ${places.join(', ')}
     ORDER BY ${[...newest, 'count(*) DESC', ...places].join(', ')}`,
  );
  const lines = rows.map((row) => ({
    /** The values of these properties, in their order. */
    names: by.map((_, at) => String(row[`name${at}`])),
    calculations: Number(row['calculations']),
    apiCalls: Number(row['api_calls']),
    /** Of these, calls whose outcome is not known. */
    unknown: Number(row['unknown_calls']),
  }));
  if (by.join() !== 'member') return lines;
  const members = await sql.query('SELECT name FROM member ORDER BY name');
  const used = new Set(lines.map(({ names: [name] }) => name));
  const others = members.map((row) => String(row['name'])).filter((name) => !used.has(name));
  const none = { calculations: 0, apiCalls: 0, unknown: 0 };
  return [...lines, ...others.map((name) => ({ names: [name], ...none }))];
}
