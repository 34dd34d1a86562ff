import type { SharedLedger } from '../ledger/ledger.ts';
import type { Claim, Instant } from '../ledger/store.ts';
import type { ConnectedAccount } from './account.ts';
import type { Clock } from './clock.ts';
import { Lease } from './lease.ts';
import type { Policy } from './policy.ts';

/** What every job of this window works with. */
export interface JobPorts {
  readonly ledger: SharedLedger;
  readonly clock: Clock;
  /** This window's name in leases; it changes with every reload. */
  readonly owner: string;
  readonly policy: () => Policy;
}

/** What a job is doing now, for display. */
export type JobProgress =
  | { readonly kind: 'starting' }
  | { readonly kind: 'waiting'; readonly polls: number; readonly nextCheckAt: Instant }
  | { readonly kind: 'asking'; readonly polls: number }
  /** Another window polls; this one watches. */
  | { readonly kind: 'elsewhere'; readonly polls: number };

/** With which credentials a job is followed, who receives its progress, and what ends that. */
export interface JobFollower {
  readonly account: ConnectedAccount;
  readonly onProgress: (progress: JobProgress) => void;
  readonly signal: AbortSignal;
}

/** Keeps a job held while its holder works; calls back once it is no longer held. */
export function holdJob(ports: JobPorts, id: string, onLost?: () => void): Lease {
  const renew = async (claim: Claim): Promise<boolean> =>
    (await ports.ledger.changeJob(id, {}, claim)) !== null;
  return new Lease({ ...ports, renew, ...(onLost && { onLost }) });
}
