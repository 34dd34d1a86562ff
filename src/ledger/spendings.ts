import type { Database, RowValue } from './database.ts';
import { deleteRows, fieldsOf, insertRow, select } from './rows.ts';
import { pollTable } from './stops.ts';
import {
  allowanceMs,
  type SettledCharge,
  type Spending,
  type SpendingDecision,
  type SpendingLimits,
  type SpendingTable,
  type UsageRow,
} from './store.ts';

/** A few megabytes. Today's spendings are always kept, because they count toward the budget. */
const maxKept = 20_000;

/** A call that is in progress for longer was made by a window that is gone. */
const maxCallMs = 60_000;
/**
 * A call unsent for this long was permitted to a window that is gone, unless it is waiting for
 * others.
 */
const waitMs = 10 * 60_000;

export function spendingTable(
  database: Database,
): Omit<SpendingTable, 'countPoll' | 'uncountPoll'> {
  return {
    reserveSpending(spending, limits) {
      return database.transaction(() => {
        database.run("DELETE FROM spending WHERE charge = 'open' AND at < ?", spending.at - waitMs);
        const decision = decide(database, spending, limits);
        if (decision.kind !== 'granted') return decision;
        const { day } = limits;
        database.apply(insertRow('spending', { ...spending, day, charge: 'open' }));
        // The oldest beyond the limit.
        database.run(
          'DELETE FROM spending WHERE seq <= (SELECT max(seq) FROM spending) - ? AND day <> ?',
          ...[maxKept, day],
        );
        return decision;
      });
    },

    // It is missing if it was attributed to a closed window and settled by this window alone.
    markSpending: (id) => database.run("UPDATE spending SET charge = 'sent' WHERE id = ?", id) > 0,

    settleSpending(id, charge) {
      database.transaction(() => {
        if (charge === null) database.apply(deleteRows('spending', { id }));
        else noteCharge(database, id, charge);
      });
    },

    listSpendings(account, limit, subject) {
      const where = subject && { chain: subject.chain, address: subject.address };
      const sql = `SELECT id, account, chain, address, kind, aggregator, source, is_automatic, at,
        charge FROM spending`;
      const newest = ['ORDER BY seq DESC LIMIT ?', limit] as const;
      return database.do(select(sql, { account, ...where }, newest)) as unknown as Spending[];
    },

    countUnanswered: (account) => countUnanswered(database, account),

    decideAllowance(kind, isMore, now) {
      database.run(
        `INSERT INTO allowance (kind, counted_from, declined_at)
           SELECT ?1, CASE WHEN ?2 IS NULL THEN ifnull(max(seq), 0) ELSE 0 END, ?2
           FROM spending WHERE true
         ON CONFLICT DO UPDATE SET declined_at = ?2,
           counted_from = CASE WHEN ?2 IS NULL THEN excluded.counted_from ELSE counted_from END`,
        kind,
        isMore ? null : now,
      );
    },

    // A view of the calls that may have been charged; polls are only counted.
    readUsage(account, day) {
      const rows = database.all(
        `SELECT kind, source, is_automatic, count(*) AS count FROM spending
         WHERE account = ? AND day = ? AND charge NOT IN ('open', 'none', 'shared')
         GROUP BY kind, source, is_automatic ORDER BY kind, source, is_automatic`,
        ...[account, day],
      );
      const polls = database.do(pollTable.readUsage(account, day));
      return [...polls, ...(rows.map(fieldsOf) as unknown as UsageRow[])];
    },
  };
}

/** Whether the applicable limits allow a call. */
function decide(
  database: Database,
  { account, kind, at }: Omit<Spending, 'charge'>,
  { day, perDay, maxUnanswered, perHour, countsRejected = true }: SpendingLimits,
): SpendingDecision {
  const count = (where: string, ...values: RowValue[]): number =>
    Number(database.get(`SELECT count(*) AS n FROM spending WHERE ${where}`, ...values)?.['n']);

  if (perDay !== undefined) {
    const today = `account = ? AND day = ? AND kind = 'summary' AND is_automatic = 1
      AND charge NOT IN ('none', 'shared')`;
    if (count(today, account, day) >= perDay) return { kind: 'dayUsedUp' };
  }
  if (maxUnanswered !== undefined) {
    const failures = countUnanswered(database, account);
    if (failures >= maxUnanswered) return { kind: 'unreliable' };
    const inFlight = `account = ? AND is_automatic = 1 AND charge IN ('open', 'sent')
      AND at > ? AND at <= ?`;
    if (failures + count(inFlight, account, at - maxCallMs, at) >= maxUnanswered) {
      return { kind: 'crowded' };
    }
  }
  if (perHour === undefined) return { kind: 'granted' };
  const said = database.get('SELECT * FROM allowance WHERE kind = ?', kind);
  const declinedAt = (said?.['declined_at'] as number | null | undefined) ?? null;
  // A call may wait for the ledger while the user declines, and clocks are adjusted a little, so a
  // refusal from the near future counts. One from farther ahead comes from a wrong clock.
  if (declinedAt !== null && Math.abs(at - declinedAt) < allowanceMs) {
    return { kind: 'declined', until: declinedAt + allowanceMs };
  }
  // Also by sequence: the user's consent covers the calls before it, whatever the clock said. A
  // call that the team had already paid for doesn't count.
  const lastHour = `kind = ? AND source IN ('command', 'tool') AND at > ? AND seq > ?
    AND charge <> 'shared' AND charge <> ?`;
  const countedFrom = (said?.['counted_from'] as number | undefined) ?? 0;
  const uncounted = countsRejected ? 'shared' : 'none';
  const used = count(lastHour, kind, at - allowanceMs, countedFrom, uncounted);
  return { kind: used < perHour ? 'granted' : 'hourUsedUp' };
}

function countUnanswered(database: Database, account: string): number {
  const row = database.get('SELECT failures FROM breaker WHERE account = ?', account);
  return (row?.['failures'] as number | undefined) ?? 0;
}

/** Any call that brings something shows that the service can be relied on again. */
function noteCharge(database: Database, id: string, charge: SettledCharge): void {
  const row = database.get(
    'UPDATE spending SET charge = ? WHERE id = ? RETURNING account, is_automatic',
    ...[charge, id],
  );
  if (row === undefined || charge === 'none') return;
  const account = row['account'] as string;
  if (charge !== 'maybe') database.apply(deleteRows('breaker', { account }));
  else if (row['is_automatic'] === 1) {
    database.run(
      `INSERT INTO breaker (account, failures) VALUES (?, 1) ON CONFLICT DO UPDATE SET failures = failures + 1`,
      account,
    );
  }
}
