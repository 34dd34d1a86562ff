import { createHash } from 'node:crypto';
import type { ServiceClient } from '../api/client.ts';

/** One tenant of one service, ready to be asked. */
export interface Account {
  /** What its results are stored under: `sample`, or a hash of origin and tenant. */
  readonly key: string;
  readonly origin: string;
  /** Names the credentials without telling them; another key of the same tenant has another. */
  readonly credential: string;
  readonly client: ServiceClient;
  /** The identifier that the service takes for one of our networks. */
  serviceChain(network: string): string;
}

export const sampleAccountKey = 'sample';

/** Two tenants of a service see different things, and a tenant's new key sees what the old one saw. */
export function accountKey(origin: string, tenantId: string): string {
  return createHash('sha256').update(`${origin}\n${tenantId}`).digest('hex').slice(0, 32);
}
