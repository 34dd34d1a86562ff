import type { Database } from './database.ts';
import { jobTable } from './jobs.ts';
import { ledgerMethods, type LedgerMethod } from './ledger.ts';
import { resultListTable, resultTable } from './results.ts';
import { spendingTable } from './spendings.ts';
import {
  type Steps,
  rowsOf,
  tickOf,
  type StepsOf,
  type Step,
  Undone,
  valueIfUndone,
} from './steps.ts';
import type {
  Store,
  SqlTable,
  PollTurnTable,
  CallRow,
  CallTable,
  StoredResult,
  SubjectKey,
  UsableSummary,
} from './store.ts';
import { pollTable, stopTable } from './stops.ts';
import {
  afterTurn,
  endOfTurn,
  turnDecision,
  type Rival,
  heldBy,
  heldByNone,
  isAlive,
  type Hold,
} from './leases.ts';
import { deleteRows, insertRow, replaceRow, updateRows, select } from './rows.ts';

export const callTable: StepsOf<CallTable> = {
  *claimCall(key, claim, usable, orphan) {
    yield lockOf(key);
    const result = yield* resultTable.readResult(key, 'summary');
    if (result !== null && isUsable(result, usable)) return { kind: 'stored', result };
    const sql = 'SELECT owner, lease_until FROM summary_call';
    const [held = heldByNone] = (yield* select(sql, subjectOf(key))) as unknown as Hold[];
    const tick = yield* tickOf(claim.tick);
    if (isAlive(held, tick)) return { kind: 'busy' };
    if (held.owner !== null) {
      yield* callTable.releaseCall(key, held.owner, orphan);
      return { kind: 'orphaned' };
    }
    yield replaceRow('summary_call', { ...subjectOf(key), ...heldBy({ ...claim, tick }) });
    return { kind: 'claimed' };
  },

  *renewCall(key, claim) {
    const hold = heldBy({ ...claim, tick: yield* tickOf(claim.tick) });
    const mine = { ...subjectOf(key), owner: claim.owner };
    return (yield updateRows('summary_call', hold, mine)).length > 0;
  },

  *settleCall(key, owner, result) {
    // Not between two looks of a claim: it would miss both the call and its result.
    yield lockOf(key);
    yield* resultTable.saveResult(result);
    yield deleteRows('summary_call', { ...subjectOf(key), owner });
  },

  *releaseCall(key, owner, failure) {
    const mine = { ...subjectOf(key), owner };
    yield updateRows('summary_call', { ...heldByNone, ...failure }, mine);
  },

  *readCall(key) {
    // Without a kind, the row only marks a call in progress.
    const sql = 'SELECT failures, retry_at, may_be_charged, kind, status FROM summary_call';
    const [row] = yield* select(sql, subjectOf(key), ['AND kind IS NOT NULL']);
    return (row ?? null) as CallRow | null;
  },
};

/** Whether a stored summary takes the place of a call. */
function isUsable({ receivedAt }: StoredResult, { after, before, seen }: UsableSummary): boolean {
  if (seen !== undefined && receivedAt !== seen) return true;
  return receivedAt > after && receivedAt < before;
}

function lockOf({ account, chain, address }: SubjectKey): Step {
  return { lock: ['call', account, chain, address] };
}

function subjectOf({ account, chain, address }: SubjectKey): SubjectKey {
  return { account, chain, address };
}

/** Longer than any waiter is silent, however late its process is. */
const maxWaitMs = 60_000;

/**
 * Limits an account's polling rate. A caller's turn is by its own clock, read before it asked, so a
 * turn never lasts longer for the caller than for the store.
 */
export const pollTurnTable: StepsOf<PollTurnTable> = {
  *takeTurn(account, waiter, callerSince, callerTick) {
    yield { lock: ['turn', account] };
    const tick = yield* tickOf(callerTick);
    const since = tick - (callerTick - callerSince);
    // Waiters that are silent for long are gone, and so are those of an earlier start.
    yield [
      'DELETE FROM waiter WHERE account = ? AND (waiter = ? OR seen NOT BETWEEN ? AND ?)',
      ...[account, waiter, tick - maxWaitMs, tick + maxWaitMs],
    ];
    const [turn] = yield* rowsOf('SELECT * FROM turn WHERE account = ?', account);
    const rivals = yield* rowsOf('SELECT since, seen FROM waiter WHERE account = ?', account);
    // A holder that asks again didn't learn of its turn, and has sent nothing.
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

/** Statements of a gateway. */
const sqlTable: StepsOf<SqlTable> = {
  query: rowsOf,
  change: rowsOf,

  *changeAll(statements) {
    for (const [done, statement] of statements.entries()) {
      if ((yield statement).length === 0) throw new Undone(done);
    }
    return statements.length;
  },
};

/** Steps shared by all kinds of ledgers. */
export const sharedTables = {
  ...resultTable,
  ...jobTable,
  ...pollTurnTable,
  ...callTable,
  ...stopTable,
  ...pollTable,
  ...sqlTable,
};

const fileTables = { ...sharedTables, ...resultListTable };

/** The ledger in one SQLite file, shared by all of a user's windows on one machine. */
export function storeOver(database: Database): Store {
  const methods = Object.entries(fileTables).map(([name, method]) => {
    const work = method as (...args: unknown[]) => Steps<unknown>;
    const isRead = ledgerMethods[name as LedgerMethod] === 'read';
    const run = (...args: unknown[]): unknown => {
      if (isRead) return database.do(work(...args));
      try {
        return database.transaction(() => database.do(work(...args)));
      } catch (error) {
        return valueIfUndone(error);
      }
    };
    return [name, run] as const;
  });
  return {
    ...(Object.fromEntries(methods) as unknown as Pick<Store, keyof typeof fileTables>),
    ...spendingTable(database),
    readLoss: () => (database.get('SELECT at FROM loss')?.['at'] as number | undefined) ?? null,
    version: () => Number(database.get('PRAGMA data_version')?.['data_version']),
    close: () => database.close(),
  };
}
