import { LedgerError } from '../ledger/faults.ts';
import type { SharedLedger } from '../ledger/ledger.ts';

/**
 * The same ledger, which reports how each of its methods ends.
 * @param onEnd with undefined for what was done
 */
export function watchedLedger(
  ledger: SharedLedger,
  onEnd: (problem: LedgerError | undefined) => void,
): SharedLedger {
  const methods = Object.entries<unknown>({ ...ledger }).map(([name, method]) => {
    const watched = async (...args: unknown[]): Promise<unknown> => {
      try {
        const value = await (method as (...values: unknown[]) => Promise<unknown>)(...args);
        onEnd(undefined);
        return value;
      } catch (error) {
        if (error instanceof LedgerError) onEnd(error);
        throw error;
      }
    };
    return [name, watched] as const;
  });
  return Object.fromEntries(methods) as unknown as SharedLedger;
}
