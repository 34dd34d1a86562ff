import { afterTurn, endOfTurn, turnDecision, type Rival } from './leases.ts';
import { deleteRows, insertRow, replaceRow, updateRows } from './rows.ts';
import { rowsOf, tickOf, type StepsOf } from './steps.ts';
import type { PollTurnTable } from './store.ts';

/** Longer than any waiter is silent, however late its process is. */
const maxWaitMs = 60_000;

/**
 * The pace of an account. What a caller gets is by its own clock, which it read before it asked: a turn
 * never lasts longer for it than for the store.
 */
export const pollTurnTable: StepsOf<PollTurnTable> = {
  *takeTurn(account, waiter, callerSince, callerTick) {
    yield { lock: ['turn', account] };
    const tick = yield* tickOf(callerTick);
    const since = tick - (callerTick - callerSince);
    // Those that have been silent for long are gone, and so are those of an earlier start.
    yield [
      'DELETE FROM waiter WHERE account = ? AND (waiter = ? OR seen NOT BETWEEN ? AND ?)',
      ...[account, waiter, tick - maxWaitMs, tick + maxWaitMs],
    ];
    const [turn] = yield* rowsOf('SELECT * FROM turn WHERE account = ?', account);
    const rivals = yield* rowsOf('SELECT since, seen FROM waiter WHERE account = ?', account);
    // One that holds it asks again: it did not learn so, and has sent nothing.
    const isOwn = turn?.['holder'] === waiter;
    const nextAt = turn === undefined || isOwn ? null : (turn['next_at'] as number);
    const waitMs = turnDecision(nextAt, rivals as unknown as Rival[], since, tick);
    if (waitMs > 0) yield insertRow('waiter', { account, waiter, since, seen: tick });
    else yield replaceRow('turn', { account, holder: waiter, nextAt: endOfTurn(tick) });
    return Math.max(0, waitMs);
  },

  *renewTurn(account, waiter, callerTick) {
    const nextAt = endOfTurn(yield* tickOf(callerTick));
    return (yield updateRows('turn', { nextAt }, { account, holder: waiter })).length > 0;
  },

  *endTurn(account, waiter, callerTick) {
    const change = { holder: null, nextAt: afterTurn(yield* tickOf(callerTick)) };
    yield updateRows('turn', change, { account, holder: waiter });
    yield deleteRows('waiter', { account, waiter });
  },
};
