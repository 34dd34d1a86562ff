import type { SharedLedger } from '../ledger/ledger.ts';
import type { Instant } from '../ledger/store.ts';

/**
 * A ledger whose stops end by themselves, because no user acts on them, and whose 402 stops only new
 * calls, which the spending door looks after: jobs that were paid for are polled on.
 */
export function withPausesOnly(
  ledger: SharedLedger,
  now: () => Instant,
  pauseMs: number,
): SharedLedger {
  return {
    ...ledger,
    async readStops(account, credential) {
      const stops = await ledger.readStops(account, credential);
      return stops.filter(({ status, at }) => status !== 402 && at + pauseMs > now());
    },
  };
}
