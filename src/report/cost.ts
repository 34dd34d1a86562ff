import type { Aggregator } from '../api/parameters.ts';
import type { Charge, Instant, Spending } from '../ledger/store.ts';

/**
 * What a stored score cost, as far as the ledger knows it; null if it does not. A start after the
 * score was received belongs to another one.
 * @param spendings newest first
 */
export function chargeOf(
  spendings: readonly Spending[],
  aggregator: Aggregator,
  receivedAt: Instant,
): Charge | null {
  const start = spendings.find(
    (spending) =>
      spending.kind === 'start' &&
      spending.aggregator === aggregator &&
      spending.charge !== 'open' &&
      // What a team shares is older than the start that has brought it.
      (spending.at <= receivedAt || spending.charge === 'shared'),
  );
  return start?.charge ?? null;
}
