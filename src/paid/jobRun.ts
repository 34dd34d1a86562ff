import type { Aggregator } from '../api/parameters.ts';
import type { Claim, Instant, Subject } from '../ledger/store.ts';
import type { ConnectedAccount } from './account.ts';
import type { Gesture } from './gesture.ts';
import { Lease } from './lease.ts';
import type { JobPorts } from './ports.ts';

/** Which score is requested, for whom, and by what. */
export interface ScoreRequest {
  readonly account: ConnectedAccount;
  readonly subject: Subject;
  readonly aggregator: Aggregator;
  readonly gesture: Gesture;
  /** Makes a new start even if a stored score is fresh. */
  readonly isRepeat?: boolean;
}

/** The current step of a job, for display. */
export type JobProgress =
  | { readonly kind: 'starting' }
  | {
      readonly kind: 'waiting';
      readonly polls: number;
      readonly nextCheckAt: Instant;
      /** The last check could not be sent. */
      readonly isOutOfReach: boolean;
    }
  /** `elsewhere`: another window polls; this one watches. */
  | { readonly kind: 'asking' | 'elsewhere'; readonly polls: number };

/** Events for the caller that requested a score. */
export type ScoreEvent =
  | JobProgress
  /** There is a score or an accepted job; never sent for a rejected start. */
  | { readonly kind: 'accepted' };

/** With which credentials a job is followed, who receives its progress, and what ends that. */
export interface JobFollower {
  readonly account: ConnectedAccount;
  readonly onProgress: (progress: JobProgress) => void;
  readonly signal: AbortSignal;
}

/** Keeps a job held while its holder works. */
export function holdJob(ports: JobPorts, id: string): Lease {
  const renew = async (claim: Claim): Promise<boolean> =>
    (await ports.ledger.changeJob(id, {}, claim)) !== null;
  return new Lease({ ...ports, renew });
}
