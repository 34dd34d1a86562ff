import { afterTurn, endOfTurn, turnDecision } from '../../ledger/leases.ts';
import type { SharedLedger } from '../../ledger/ledger.ts';
import { lock } from './connection.ts';
import type { JobParts } from './jobs.ts';

/** Longer than any waiter is silent, however late its process is. */
const longestWaitMs = 60_000;

/**
 * The pace of an account over all machines. What a caller gets is by its own clock, which it read
 * before it asked: a turn never lasts longer for it than for the database.
 */
export function pgTurns({ connection, tickOf }: JobParts) {
  const { transaction } = connection;
  return {
    takeTurn: (account, waiter, since, callerTick) =>
      transaction(async (query) => {
        await lock(query, 'turn', account);
        const tick = await tickOf(query, callerTick);
        const waitsSince = tick - (callerTick - since);
        await query(
          `DELETE FROM waiter
           WHERE account = $1 AND (waiter = $2 OR seen NOT BETWEEN $3 AND $4)`,
          ...[account, waiter, tick - longestWaitMs, tick + longestWaitMs],
        );
        const [turn] = await query('SELECT next_at FROM turn WHERE account = $1', account);
        const rivals = await query('SELECT since, seen FROM waiter WHERE account = $1', account);
        const waitMs = turnDecision(
          turn === undefined ? null : (turn['next_at'] as number),
          rivals.map((row) => ({ since: row['since'] as number, seen: row['seen'] as number })),
          waitsSince,
          tick,
        );
        if (waitMs > 0) {
          await query(
            'INSERT INTO waiter (account, waiter, since, seen) VALUES ($1, $2, $3, $4)',
            ...[account, waiter, waitsSince, tick],
          );
          return waitMs;
        }
        await query(
          `INSERT INTO turn (account, holder, next_at) VALUES ($1, $2, $3)
           ON CONFLICT (account) DO UPDATE SET holder = excluded.holder, next_at = excluded.next_at`,
          ...[account, waiter, endOfTurn(tick)],
        );
        return 0;
      }),

    renewTurn: (account, waiter, callerTick) =>
      transaction(async (query) => {
        const renewed = await query(
          'UPDATE turn SET next_at = $3 WHERE account = $1 AND holder = $2 RETURNING holder',
          ...[account, waiter, endOfTurn(await tickOf(query, callerTick))],
        );
        return renewed.length > 0;
      }),

    endTurn: (account, waiter, callerTick) =>
      transaction(async (query) => {
        const tick = await tickOf(query, callerTick);
        await query(
          'UPDATE turn SET holder = NULL, next_at = $3 WHERE account = $1 AND holder = $2',
          ...[account, waiter, afterTurn(tick)],
        );
        await query('DELETE FROM waiter WHERE account = $1 AND waiter = $2', account, waiter);
      }),
  } satisfies Partial<SharedLedger>;
}
