import { afterTurn, endOfTurn, turnDecision } from './leases.ts';
import type { MemoryRows } from './memoryRows.ts';
import { sendWithinMs, type PollTurnTable, type Tick } from './store.ts';

/** The polling of one account: who polls, from when the next one may, and who waits. */
export interface AccountPace {
  readonly holder: string | null;
  readonly nextAt: Tick | null;
  readonly waiters: readonly Waiter[];
}

interface Waiter {
  readonly name: string;
  readonly since: Tick;
  readonly seen: Tick;
}

const noPace: AccountPace = { holder: null, nextAt: null, waiters: [] };

/** The turns to poll of one window, for hosts without `node:sqlite`. */
export function memoryPollTurns(paces: MemoryRows<AccountPace>): PollTurnTable {
  const paceOf = (account: string): AccountPace => paces.get(account) ?? noPace;
  return {
    takeTurn(account, waiter, since, tick) {
      const pace = paceOf(account);
      const rivals = pace.waiters.filter(({ name }) => name !== waiter);
      const waitMs = turnDecision(pace.nextAt, rivals, since, tick);
      if (waitMs > 0) {
        paces.set(account, { ...pace, waiters: [...rivals, { name: waiter, since, seen: tick }] });
        return { isGranted: false, waitMs };
      }
      paces.set(account, { holder: waiter, nextAt: endOfTurn(tick), waiters: rivals });
      return { isGranted: true, sendBefore: tick + sendWithinMs };
    },
    renewTurn(account, waiter, tick) {
      const pace = paceOf(account);
      if (pace.holder === waiter) paces.set(account, { ...pace, nextAt: endOfTurn(tick) });
    },
    endTurn(account, waiter, tick) {
      const pace = paceOf(account);
      const waiters = pace.waiters.filter(({ name }) => name !== waiter);
      paces.set(
        account,
        pace.holder === waiter
          ? { holder: null, nextAt: afterTurn(tick), waiters }
          : { ...pace, waiters },
      );
    },
  };
}
