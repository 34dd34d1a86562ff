import type { Failure, FailureKind } from '../api/failure.ts';
import type { Stop } from '../ledger/store.ts';
import type { ConnectedAccount } from './account.ts';
import type { LookupPorts } from './ports.ts';
import { tryWrite } from './writeUntilStored.ts';

const scopes: Partial<Record<FailureKind, Stop['scope']>> = {
  keyInvalid: 'credential',
  keyRevoked: 'credential',
  // A tenant may have bought calculations and no summaries (service-spec.md, "Authentication", 3).
  licenseNotFound: 'summary',
  callsUsedUp: 'summary',
  quotaUsedUp: 'risk',
};

/** The stop that a rejection puts on further calls, if any. */
export function stopAfter(failure: Failure, now: number): Stop | undefined {
  const status = failure.status ?? 0;
  // A service that prices each call may still have much for nothing, for example a team's results.
  if (status === 402 && failure.charged !== undefined) return undefined;
  const scope = scopes[failure.kind];
  return scope && { scope, status, at: now };
}

/**
 * Stores the stop that a rejection puts on further calls; false if it puts none. If it cannot be
 * stored, the next call receives its own.
 */
export async function stopCalls(
  { ledger, clock }: Pick<LookupPorts, 'ledger' | 'clock'>,
  { key, credential }: ConnectedAccount,
  failure: Failure,
): Promise<boolean> {
  const stop = stopAfter(failure, clock.now());
  if (stop !== undefined) await tryWrite(ledger.setStop(key, credential, stop));
  return stop !== undefined;
}

/** The service has accepted a call: neither its kind nor the credentials are stopped. */
export async function endStops(
  { ledger }: Pick<LookupPorts, 'ledger'>,
  { key }: ConnectedAccount,
  scope: 'summary' | 'risk',
): Promise<void> {
  await tryWrite(ledger.clearStops(key, scope));
  await tryWrite(ledger.clearStops(key, 'credential'));
}
