import { supportsSummaries } from '../networks/networks.ts';
import type { Failure } from '../api/failure.ts';
import type {
  CallRow,
  Instant,
  SpendingSource,
  Stop,
  StoredResult,
  SubjectKey,
} from '../ledger/store.ts';
import type { ConnectedAccount } from './account.ts';
import { isFresh } from './clock.ts';
import { longestCoolDownMs } from './coolDown.ts';
import type { LookupPorts } from './ports.ts';
import { readOrNull } from './writeUntilStored.ts';
import type { SpendingRefusal } from './spending.ts';

/**
 * The source of a summary request; `score` for the one that a command fetches together with a
 * score.
 */
export type SummarySource = SpendingSource | 'score';

/** Why no call was made. */
export type SummaryRefusal =
  | { readonly kind: 'notEvm' }
  | SpendingRefusal
  | { readonly kind: 'stopped'; readonly stop: Stop }
  | { readonly kind: 'coolingDown'; readonly last: CallRow };

export type SummaryOutcome =
  | { readonly kind: 'value'; readonly result: StoredResult }
  | { readonly kind: 'refused'; readonly refusal: SummaryRefusal }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Which summary, for whom, and by what. */
export interface SummaryRequest {
  readonly account: ConnectedAccount;
  readonly key: SubjectKey;
  readonly source: SummarySource;
  /** When the outdated stored summary was received; null if there was none. */
  readonly seen: Instant | null;
  /** The caller does not want the stored one. */
  readonly isRepeat: boolean;
}

/** The user did not request this summary: budgets, stops, and cool-downs apply. */
export function isAutomatic(source: SummarySource): boolean {
  return source === 'hover' || source === 'score';
}

/** Why the summary may not be fetched now, if so; budgets and allowances are the spending door's. */
export async function refusalOf(
  { ledger, clock, policy }: LookupPorts,
  { account, key }: SummaryRequest,
  isExplicit: boolean,
): Promise<SummaryRefusal | undefined> {
  if (!supportsSummaries(key.chain)) return { kind: 'notEvm' };
  // The user may retry what a hover may not: stops and cool-downs do not block an explicit request.
  if (isExplicit) return undefined;
  const [stops, last, lostAt] = await Promise.all([
    readOrNull(ledger.readStops(account.key, account.credential)),
    readOrNull(ledger.readCall(key)),
    readOrNull(ledger.readLoss()),
  ]);
  const stop = stops?.find(({ scope }) => scope !== 'risk');
  if (stop !== undefined) return { kind: 'stopped', stop };
  // A summary that would still be fresh may have been lost with a damaged file.
  if (lostAt !== null && isFresh(lostAt, clock.now(), policy().summaryMs)) {
    return { kind: 'mayBeLost' };
  }
  const longest = longestCoolDownMs(policy());
  if (last !== null && last.retryAt > clock.now() && last.retryAt <= clock.now() + longest) {
    return { kind: 'coolingDown', last };
  }
  return undefined;
}
