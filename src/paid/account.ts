import { createHash } from 'node:crypto';
import type { ServiceClient } from '../api/client.ts';
import type { ServiceUrlProblem } from '../api/serviceUrl.ts';

/** One tenant of one service, with a client that has its credentials. */
export interface ConnectedAccount {
  /** The key of its stored results: `sample`, or a hash of origin and tenant. */
  readonly key: string;
  readonly origin: string;
  /** Identifies the credentials without revealing them; each key of a tenant has its own. */
  readonly credential: string;
  readonly client: ServiceClient;
  /**
   * Aborted when the user leaves the account: nothing more is sent for it, and no caller keeps
   * waiting.
   */
  readonly signal: AbortSignal;
  /** The service's identifier for one of our networks. */
  serviceChain(network: string): string;
}

/** The account in use, or why there is none, as far as sentences and reports name it. */
export type AccountState =
  | { readonly kind: 'sample' | 'service' | 'signedOut' | 'otherOrigin' }
  | { readonly kind: 'badServiceUrl'; readonly problem: ServiceUrlProblem }
  | { readonly kind: 'undecided'; readonly origin: string };

export const sampleAccountKey = 'sample';

/** Two tenants see different data, and a tenant's new key sees the same data as the old one. */
export function accountKey(origin: string, tenantId: string): string {
  return createHash('sha256').update(`${origin}\n${tenantId}`).digest('hex').slice(0, 32);
}
