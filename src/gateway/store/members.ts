import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Sql } from '../../ledger/ledger.ts';
import { fieldsOf, insertRow } from '../../ledger/rows.ts';
import type { Instant, SqlRow, Statement } from '../../ledger/store.ts';
import { keyDigest } from '../../sample/http/request.ts';

/** Someone of the team, as the gateway knows them. */
export interface Member extends MemberLimits {
  /** The tenant ID that they sign in with. */
  readonly id: string;
  readonly name: string;
  /** In the place of the user who created a score upstream. */
  readonly accountId: string;
  readonly createdAt: Instant;
  readonly revokedAt: Instant | null;
}

export interface ListedMember extends Member {
  /** The end of the keys before the newest one; null for a member without such. */
  readonly oldKeysUntil: Instant | null;
}

export interface MemberLimits {
  /** Units that they may use on a day; null for no limit. */
  readonly calculations: number | null;
  readonly apiCalls: number | null;
  /** From when on they are rejected. */
  readonly validUntil: Instant | null;
}

export interface MemberChange {
  readonly changedAt: Instant;
  /** A user of the operating system. */
  readonly by: string;
  /** Of the member, as it is now. */
  readonly name: string;
  readonly what: string;
}

/** Shown once: only a digest of the key is stored. */
export interface NewKey {
  readonly tenantId: string;
  readonly key: string;
}

export type Standing =
  | { readonly state: 'tenantUnknown' | 'keyUnknown' }
  /** `revoked`: the member or this key. `expired`: the last day of the member is over. */
  | { readonly state: 'revoked' | 'expired' | 'valid'; readonly member: Member };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const limitColumns = {
  calculations: 'calculations',
  apiCalls: 'api_calls',
  validUntil: 'valid_until',
} as const satisfies Record<keyof MemberLimits, string>;

/** As `members` has them. */
const limitNames: Readonly<Record<keyof MemberLimits, string>> = {
  calculations: 'calculations',
  apiCalls: 'api calls',
  validUntil: 'until',
};

/** The last day on which a member may use the gateway, in UTC. */
export const lastDay = (validUntil: Instant): string =>
  new Date(validUntil - 1).toISOString().slice(0, 10);

/** The members of a team and their keys. */
export class Members {
  readonly #sql: Sql;
  readonly #by: string;

  /** @param by who makes changes, for the record of them */
  constructor(sql: Sql, by = '') {
    this.#sql = sql;
    this.#by = by;
  }

  /** Undefined if the name is taken. */
  async add(name: string, limits: MemberLimits, now: Instant): Promise<NewKey | undefined> {
    const id = randomUUID();
    const member = { ...limits, id, name, accountId: randomUUID(), createdAt: now };
    const added = insertRow('member', member, '(name) DO NOTHING RETURNING id');
    const { key, statement } = newKey(id, now);
    const isAdded = await this.#change(name, 'add', now, added, statement);
    return isAdded ? { tenantId: id, key } : undefined;
  }

  async list(): Promise<ListedMember[]> {
    const rows = await this.#sql.query(
      `SELECT member.*, (SELECT max(revoked_at) FROM member_key
         WHERE member_key.member = member.id) AS old_keys_until FROM member ORDER BY name`,
    );
    return rows.map((row) => fieldsOf(row) as unknown as ListedMember);
  }

  /** Who has changed what of which member, the newest first. */
  async changes(): Promise<MemberChange[]> {
    const rows = await this.#sql.query(
      `SELECT changed_at, made_by AS "by", coalesce(name, member) AS name, what FROM member_change
       LEFT JOIN member ON member.id = member_change.member ORDER BY changed_at DESC`,
    );
    return rows.map((row) => fieldsOf(row) as unknown as MemberChange);
  }

  async find(name: string): Promise<Member | undefined> {
    const rows = await this.#sql.query('SELECT * FROM member WHERE name = ?', name);
    return rows.map(toMember)[0];
  }

  /** Changes some limits and keeps the others. Returns false for an unknown member. */
  async set(name: string, limits: Partial<MemberLimits>, now: Instant): Promise<boolean> {
    const changed = Object.entries(limits) as [keyof MemberLimits, number | null][];
    const columns = changed.map(([limit]) => `${limitColumns[limit]} = ?`);
    const said = ([limit, value]: (typeof changed)[number]): string => {
      const isDay = limit === 'validUntil' && value !== null;
      return `${limitNames[limit]} ${isDay ? lastDay(value) : (value ?? 'any')}`;
    };
    const what = changed.map(said).join(', ');
    return this.#change(name, `set ${what}`, now, [
      `UPDATE member SET ${columns.join(', ')} WHERE name = ? RETURNING id`,
      ...[...changed.map(([, value]) => value), name],
    ]);
  }

  /** Returns false for an unknown member. */
  revoke(name: string, now: Instant): Promise<boolean> {
    return this.#change(name, 'revoke', now, [
      'UPDATE member SET revoked_at = coalesce(revoked_at, ?) WHERE name = ? RETURNING id',
      ...[now, name],
    ]);
  }

  /** Makes the keys from before the revocation valid again. Returns false for an unknown member. */
  enable(name: string, now: Instant): Promise<boolean> {
    return this.#change(name, 'enable', now, [
      'UPDATE member SET revoked_at = NULL WHERE name = ? RETURNING id',
      name,
    ]);
  }

  /** Returns false for an unknown member, or if another one has this name. */
  rename(name: string, to: string, now: Instant): Promise<boolean> {
    return this.#change(to, `rename ${name} to ${to}`, now, [
      `UPDATE member SET name = ? WHERE name = ?
         AND NOT EXISTS (SELECT id FROM member WHERE name = ?) RETURNING id`,
      ...[to, name, to],
    ]);
  }

  /**
   * Issues a new key and ends earlier ones. Undefined for an unknown or revoked member.
   * @param overlapMs how long earlier keys remain valid
   */
  async rotate(name: string, now: Instant, overlapMs = 0): Promise<NewKey | undefined> {
    const member = await this.find(name);
    if (member === undefined || member.revokedAt !== null) return undefined;
    const { id } = member;
    const { key, statement } = newKey(id, now);
    const isDone = await this.#change(
      name,
      `rotate${overlapMs > 0 ? `, both keys until ${new Date(now + overlapMs).toISOString()}` : ''}`,
      now,
      [
        `UPDATE member_key SET revoked_at = CASE WHEN revoked_at < ? THEN revoked_at ELSE ? END
         WHERE member = ? RETURNING digest`,
        ...[now + overlapMs, now + overlapMs, id],
      ],
      statement,
    );
    return isDone ? { tenantId: id, key } : undefined;
  }

  /** Read at each request, so that a revoked key is rejected on open connections too. */
  async authenticate(tenantId: string, key: string, now: Instant): Promise<Standing> {
    if (!uuid.test(tenantId)) return { state: 'tenantUnknown' };
    const rows = await this.#sql.query(
      `SELECT member.*, member_key.digest, member_key.revoked_at AS key_revoked_at
       FROM member LEFT JOIN member_key ON member_key.member = member.id WHERE member.id = ?`,
      tenantId.toLowerCase(),
    );
    const [first] = rows;
    if (first === undefined) return { state: 'tenantUnknown' };
    const digest = keyDigest({ tenant: String(first['id']), key });
    const own = rows.find((row) => isEqual(String(row['digest']), digest));
    if (own === undefined) return { state: 'keyUnknown' };
    const member = toMember(own);
    const isOver = member.validUntil !== null && member.validUntil <= now;
    const keyUntil = own['key_revoked_at'] as Instant | null;
    const isKeyOver = keyUntil !== null && keyUntil <= now;
    if (isKeyOver || member.revokedAt !== null) return { state: 'revoked', member };
    return { state: isOver ? 'expired' : 'valid', member };
  }

  /** Together with its record, in one commit; returns false if a statement changes nothing. */
  async #change(
    name: string,
    what: string,
    now: Instant,
    ...statements: readonly Statement[]
  ): Promise<boolean> {
    const noted: Statement = [
      `INSERT INTO member_change (id, changed_at, member, made_by, what)
       SELECT ?, ?, id, ?, ? FROM member WHERE name = ? RETURNING id`,
      ...[randomUUID(), now, this.#by, what, name],
    ];
    return (await this.#sql.changeAll([...statements, noted])) > statements.length;
  }
}

function newKey(member: string, now: Instant): { key: string; statement: Statement } {
  const key = `ar_${randomBytes(32).toString('base64url')}`;
  const sql =
    'INSERT INTO member_key (digest, member, created_at) VALUES (?, ?, ?) RETURNING digest';
  return { key, statement: [sql, keyDigest({ tenant: member, key }), member, now] };
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

const toMember = (row: SqlRow): Member => fieldsOf(row) as unknown as Member;
