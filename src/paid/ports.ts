import type { SharedLedger } from '../ledger/ledger.ts';
import type { SubjectKey } from '../ledger/store.ts';
import type { Clock } from './clock.ts';
import type { Policy } from './policy.ts';
import type { SpendingDoor } from './spending.ts';

/** The part of an address's stored data that a call changes; jobs belong to scores. */
export type StoredPart = 'summary' | 'scores';

/** Dependencies of every lookup of this window. */
export interface LookupPorts {
  readonly ledger: SharedLedger;
  readonly clock: Clock;
  /** This window's name in leases; it changes with every reload. */
  readonly owner: string;
  readonly policy: () => Policy;
  readonly spending: SpendingDoor;
  readonly onChange: (subject: SubjectKey, part: StoredPart) => void;
}

/** Dependencies of a job once it is paid for. */
export type JobPorts = Pick<LookupPorts, 'ledger' | 'clock' | 'owner' | 'policy'>;
