import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../ledger/store.ts';
import type { Sql } from '../../ledger/ledger.ts';
import type { SqlRow } from '../../ledger/store.ts';

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

export interface MemberLimits {
  /** Units that they may use on a day; null for no limit. */
  readonly calculations: number | null;
  readonly apiCalls: number | null;
  /** From when on they are rejected. */
  readonly validUntil: Instant | null;
}

/** Shown once: only a digest of the key is stored. */
export interface NewKey {
  readonly tenantId: string;
  readonly key: string;
}

export type Standing =
  | { readonly state: 'tenantUnknown' | 'keyUnknown' | 'revoked' }
  | { readonly state: 'valid'; readonly member: Member };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The members of a team and their keys. */
export class Members {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Undefined if the name is taken. */
  async add(name: string, limits: MemberLimits, now: Instant): Promise<NewKey | undefined> {
    const id = randomUUID();
    const { calculations, apiCalls, validUntil } = limits;
    const added = await this.#sql.change(
      `INSERT INTO member (id, name, account_id, created_at, valid_until, calculations, api_calls)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (name) DO NOTHING RETURNING id`,
      ...[id, name, randomUUID(), now, validUntil, calculations, apiCalls],
    );
    return added.length === 0 ? undefined : this.#issueKey(id, now);
  }

  async list(): Promise<Member[]> {
    return (await this.#sql.query('SELECT * FROM member ORDER BY name')).map(toMember);
  }

  /** False if there is no such member. */
  async revoke(name: string, now: Instant): Promise<boolean> {
    const revoked = await this.#sql.change(
      'UPDATE member SET revoked_at = coalesce(revoked_at, $2) WHERE name = $1 RETURNING id',
      ...[name, now],
    );
    return revoked.length > 0;
  }

  /** A new key; those before are revoked. Undefined if there is no such member. */
  async rotate(name: string, now: Instant): Promise<NewKey | undefined> {
    const [row] = await this.#sql.query('SELECT id FROM member WHERE name = $1', name);
    if (row === undefined) return undefined;
    const id = String(row['id']);
    await this.#sql.change(
      'UPDATE member_key SET revoked_at = $2 WHERE member = $1 AND revoked_at IS NULL',
      ...[id, now],
    );
    return this.#issueKey(id, now);
  }

  /** Read at each request, so that a revoked key is rejected on open connections too. */
  async authenticate(tenantId: string, key: string, now: Instant): Promise<Standing> {
    if (!uuid.test(tenantId)) return { state: 'tenantUnknown' };
    const rows = await this.#sql.query(
      `SELECT member.*, member_key.digest, member_key.revoked_at AS key_revoked_at
       FROM member LEFT JOIN member_key ON member_key.member = member.id WHERE member.id = $1`,
      tenantId.toLowerCase(),
    );
    const [first] = rows;
    if (first === undefined) return { state: 'tenantUnknown' };
    const digest = digestOf(String(first['id']), key);
    const own = rows.find((row) => isEqual(String(row['digest']), digest));
    if (own === undefined) return { state: 'keyUnknown' };
    const member = toMember(own);
    const isOver = member.validUntil !== null && member.validUntil <= now;
    if (own['key_revoked_at'] !== null || member.revokedAt !== null || isOver) {
      return { state: 'revoked' };
    }
    return { state: 'valid', member };
  }

  async #issueKey(member: string, now: Instant): Promise<NewKey> {
    const key = `ar_${randomBytes(32).toString('base64url')}`;
    await this.#sql.change(
      'INSERT INTO member_key (digest, member, created_at) VALUES ($1, $2, $3)',
      ...[digestOf(member, key), member, now],
    );
    return { tenantId: member, key };
  }
}

/** The member in front keeps equal keys of two members apart. */
function digestOf(member: string, key: string): string {
  return createHash('sha256').update(`${member}:${key}`).digest('hex');
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function toMember(row: SqlRow): Member {
  return {
    id: String(row['id']),
    name: String(row['name']),
    accountId: String(row['account_id']),
    createdAt: Number(row['created_at']),
    revokedAt: row['revoked_at'] as number | null,
    validUntil: row['valid_until'] as number | null,
    calculations: row['calculations'] as number | null,
    apiCalls: row['api_calls'] as number | null,
  };
}
