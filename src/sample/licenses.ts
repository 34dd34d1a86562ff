import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export type Resource = 'api-call' | 'calculation';

/** What a pair of tenant and key is worth (service-spec.md, Authentication, 3). */
export type KeyStanding =
  | { readonly state: 'tenant-unknown' | 'key-unknown' | 'revoked' }
  | { readonly state: 'valid'; readonly tenant: string; readonly keyId: string };

/** Tenants, their keys, and what their licenses have left. Every change is one statement. */
export class Licenses {
  readonly #statements: ReturnType<typeof prepare>;

  /** @param database as `openRecords` opens it */
  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  /** Issues the key if the tenant does not have it yet; a key that exists is changed to `revoked`. */
  putKey(tenant: string, key: string, revoked: boolean): void {
    const digest = digestOf(tenant, key);
    this.#statements.putKey.run(digest, randomUUID(), tenant, revoked ? 1 : 0);
  }

  /** Whether the tenant has any key that is good. */
  hasKey(tenant: string): boolean {
    return this.#statements.anyKey.get(tenant) !== undefined;
  }

  /** @param granted without it, an existing license stays, and a new one gets `otherwise` */
  putLicence(tenant: string, resource: Resource, granted: number | undefined, otherwise: number) {
    this.#statements.addLicense.run(tenant, resource, granted ?? otherwise);
    if (granted !== undefined) this.#statements.grant.run(granted, tenant, resource);
  }

  authenticate(tenant: string, key: string): KeyStanding {
    if (this.#statements.license.get(tenant) === undefined) return { state: 'tenant-unknown' };
    const row = this.#statements.key.get(digestOf(tenant, key));
    if (row === undefined) return { state: 'key-unknown' };
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
  };
}

/** Keys are kept as digests; the tenant in front keeps equal keys of two tenants apart. */
function digestOf(tenant: string, key: string): string {
  return createHash('sha256').update(`${tenant}:${key}`).digest('hex');
}
