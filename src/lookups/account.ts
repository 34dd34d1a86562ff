import { createHash } from 'node:crypto';
import { storedAs } from '../addresses/occurrence.ts';
import { codecOf } from '../families/table.ts';
import { networkNamed } from '../networks/networks.ts';
import type { ServiceClient } from '../api/client.ts';
import type { ServiceUrlProblem } from '../api/serviceUrl.ts';
import type { Subject, SubjectKey } from '../ledger/store.ts';

/** One tenant of one service, with a client that has its credentials. */
export interface ConnectedAccount {
  /** The key of its stored results: `sample`, or a hash of origin and tenant. */
  readonly key: string;
  readonly origin: string;
  /** Identifies the credentials without revealing them; each key of a tenant has its own. */
  readonly credential: string;
  readonly client: ServiceClient;
  /** Aborted when the user leaves the account: nothing more is sent for it, and no one waits. */
  readonly signal: AbortSignal;
  /** The identifier that the service takes for one of our networks. */
  serviceChain(network: string): string;
}

/** Whose account is in use, or why there is none; as much of it as a sentence or a report names. */
export type AccountState =
  | { readonly kind: 'sample' | 'service' | 'signedOut' | 'otherOrigin' }
  | { readonly kind: 'badServiceUrl'; readonly problem: ServiceUrlProblem }
  | { readonly kind: 'undecided'; readonly origin: string };

/** The key of what an account has stored of a subject, however the code spells its address. */
export function keyOf(
  { key }: Pick<ConnectedAccount, 'key'>,
  { chain, address }: Subject,
): SubjectKey {
  return storedKey({ account: key, chain, address });
}

/** Whether the code can spell the address of stored results in another way. */
export function hasSpellings({ chain }: Subject): boolean {
  const family = networkNamed(chain)?.family;
  return family !== undefined && codecOf(family)?.storedAs !== undefined;
}

/** The key that results have whose address may be spelled in another way. */
export function storedKey<Key extends Subject>(key: Key): Key {
  const family = networkNamed(key.chain)?.family;
  const address = family === undefined ? key.address : storedAs(family, key.address);
  return address === key.address ? key : { ...key, address };
}

export const sampleAccountKey = 'sample';

/** Two tenants see different data, and a tenant's new key sees the same data as the old one. */
export function accountKey(origin: string, tenantId: string): string {
  return createHash('sha256').update(`${origin}\n${tenantId}`).digest('hex').slice(0, 32);
}
