import type { SharedLedger } from '../ledger/ledger.ts';
import type { SubjectKey } from '../ledger/store.ts';
import type { Clock } from './clock.ts';
import type { Policy } from './policy.ts';
import type { SpendingDoor } from './spending.ts';

/** What a call changes of what is stored for an address; a job belongs to its scores. */
export type StoredPart = 'summary' | 'scores';

/** What every lookup of this window works with. */
export interface LookupPorts {
  readonly ledger: SharedLedger;
  readonly clock: Clock;
  /** This window's name in leases; it changes with every reload. */
  readonly owner: string;
  readonly policy: () => Policy;
  readonly spending: SpendingDoor;
  readonly onChange: (subject: SubjectKey, part: StoredPart) => void;
}

/** What a job works with once it is paid for. */
export type JobPorts = Pick<LookupPorts, 'ledger' | 'clock' | 'owner' | 'policy'>;
