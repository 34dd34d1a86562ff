import { openStates } from '../risk/jobState.ts';
import { Database, type Row } from './database.ts';
import type { FileLock } from './fileLock.ts';
import { insertRow } from './insertRow.ts';
import { afterTurn, turnDecision } from './leases.ts';
import { storeOver } from './sqliteStore.ts';
import {
  longestHistory,
  type Part,
  type ResultHead,
  type Store,
  type SubjectKey,
} from './store.ts';

/** How soon to ask again for the turn that another window has. */
const paceMs = 250;
const open = openStates.map((state) => `'${state}'`).join(', ');

/** What a window needs of the ledger while it can only read it. */
const seeds = [
  `SELECT * FROM job WHERE state IN (${open})`,
  'SELECT * FROM call',
  'SELECT * FROM usage',
  'SELECT * FROM stop',
  'SELECT * FROM spending ORDER BY seq DESC LIMIT 2000',
  'SELECT * FROM allowance',
  'SELECT * FROM breaker',
];

/** A ledger in memory, over the rows of a file that cannot be written now. */
export interface Overlay {
  readonly store: Store;
  /** Holds what was written meanwhile, to be merged into the file later. */
  readonly memory: Database;
  /** IDs of jobs that were deleted meanwhile. */
  readonly forgotten: ReadonlySet<string>;
  /** Whether a row is as it was copied from the file: there it may have changed since. */
  readonly isCopy: (table: string, row: Row) => boolean;
}

/**
 * @param disk the file, if it can be read
 * @param pace on writing to the file: no window can take a turn there while this one polls
 */
export function openOverlay(disk: Database | undefined, pace: FileLock): Overlay {
  const memory = new Database(':memory:');
  const own = storeOver(memory);
  const copied = new Set<string>();
  const forgotten = new Set<string>();
  if (disk !== undefined) {
    for (const sql of seeds) copyRows(disk, memory, sql, (...row) => copied.add(nameOf(...row)));
  }
  const stored = disk === undefined ? undefined : storeOver(disk);
  const store: Store = {
    ...own,
    ...(stored === undefined
      ? {}
      : { ...readThrough(own, stored, forgotten), ...ownJobs(own, forgotten) }),
    ...pacedTurns(own, disk, pace),
    close: () => {
      pace.release();
      own.close();
    },
  };
  return { store, memory, forgotten, isCopy: (table, row) => copied.has(nameOf(table, row)) };
}

function nameOf(table: string, row: Row): string {
  return JSON.stringify([table, row]);
}

function copyRows(
  from: Database,
  into: Database,
  sql: string,
  note: (table: string, row: Row) => void,
): void {
  const table = /FROM (\w+)/.exec(sql)?.[1] ?? '';
  try {
    for (const row of from.each(sql)) {
      insertRow(into, table, row);
      note(table, row);
    }
  } catch {
    // A table that a later release added, or a page that cannot be read: go on with what is there.
  }
}

/** Results and finished jobs are not copied: they may be many. */
function readThrough(own: Store, stored: Store, forgotten: ReadonlySet<string>) {
  return {
    readResult: (key, part) =>
      own.readResult(key, part) ?? readable(() => stored.readResult(key, part), null),
    listResultsOf: (account, addresses) =>
      newestOfEach([
        ...own.listResultsOf(account, addresses),
        ...readable(() => stored.listResultsOf(account, addresses), []),
      ]),
    listResults: (account, limit) =>
      newestOfEach([
        ...own.listResults(account, limit),
        ...readable(() => stored.listResults(account, limit), []),
      ]).slice(0, limit),
    listHistory: (key) => historyOf(key, own, stored),
    readPastResult: (head) =>
      own.readPastResult(head) ?? readable(() => stored.readPastResult(head), null),
    readJob(id) {
      const stays = readable(() => stored.readJob(id), null);
      return own.readJob(id) ?? (forgotten.has(id) ? null : stays);
    },
    clearResults() {
      throw Object.assign(new Error('The file cannot be written.'), { code: 'notWritable' });
    },
  } satisfies Partial<Store>;
}

/** What either of them has. */
function historyOf(key: SubjectKey, own: Store, stored: Store): ResultHead[] {
  const heads = new Map<string, ResultHead>();
  const counts = new Map<Part, number>();
  for (const head of [
    ...own.listHistory(key),
    ...(readable(() => stored.listHistory(key), null) ?? newestScores(key, stored)),
  ]) {
    heads.set(`${head.part} ${head.receivedAt}`, head);
  }
  return [...heads.values()]
    .sort((one, other) => other.receivedAt - one.receivedAt)
    .filter(({ part }) => {
      const count = (counts.get(part) ?? 0) + 1;
      counts.set(part, count);
      return count <= longestHistory;
    });
}

/** A file of the first release has no older results. */
function newestScores({ account, address, chain }: SubjectKey, stored: Store): ResultHead[] {
  return readable(() => stored.listResultsOf(account, [address]), []).filter(
    (head) => head.chain === chain && head.part !== 'summary',
  );
}

function readable<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

function newestOfEach(heads: readonly ResultHead[]): ResultHead[] {
  const newest = new Map<string, ResultHead>();
  for (const head of heads) {
    const name = JSON.stringify([head.chain, head.address, head.part]);
    const known = newest.get(name);
    if (known === undefined || known.receivedAt < head.receivedAt) newest.set(name, head);
  }
  return [...newest.values()].sort((one, other) => other.receivedAt - one.receivedAt);
}

/**
 * Other windows cannot write that they follow a job, so a window follows only those that it followed
 * before, started, or was told to resume.
 */
function ownJobs(own: Store, forgotten: Set<string>) {
  const chosen = new Set<string>();
  return {
    beginJob(job, claim) {
      const answer = own.beginJob(job, claim);
      if (answer.isNew) chosen.add(answer.job.id);
      return answer;
    },
    keepJob(job, ...rest) {
      chosen.add(job.id);
      return own.keepJob(job, ...rest);
    },
    overrideJob(id, change, now, whileIn) {
      chosen.add(id);
      return own.overrideJob(id, change, now, whileIn);
    },
    forgetJob(id, whileIn) {
      const isForgotten = own.forgetJob(id, whileIn);
      if (isForgotten) forgotten.add(id);
      return isForgotten;
    },
    claimJob(id, claim) {
      if (own.readJob(id)?.owner === claim.owner) chosen.add(id);
      return chosen.has(id) ? own.claimJob(id, claim) : null;
    },
    settleOrphans: () => [],
  } satisfies Partial<Store>;
}

/**
 * Turns cannot be written, so the window that polls keeps all others from taking one: also those of
 * older releases, and also if the file can be written again meanwhile.
 */
function pacedTurns(own: Store, disk: Database | undefined, pace: FileLock) {
  let releasing: NodeJS.Timeout | undefined;
  /** Those of this window that have a turn: while one polls, the others release nothing. */
  const polling = new Set<string>();
  /** After the pause that the service wants between two polls. */
  function releaseLater(): void {
    if (polling.size > 0) return;
    clearTimeout(releasing);
    releasing = setTimeout(() => pace.release(), afterTurn(0));
  }

  return {
    takeTurn(account, waiter, since, tick) {
      if (pace.tryTake() === 'busy') return { isGranted: false, waitMs: paceMs };
      // With the lock, this is the last turn that any window has taken there.
      const waitMs = turnDecision(nextTurnOf(disk, account), [], since, tick);
      if (waitMs > 0) {
        pace.release();
        return { isGranted: false, waitMs };
      }
      const turn = own.takeTurn(account, waiter, since, tick);
      if (turn.isGranted) {
        polling.add(waiter);
        clearTimeout(releasing);
      } else releaseLater();
      return turn;
    },
    endTurn(account, waiter, tick) {
      own.endTurn(account, waiter, tick);
      polling.delete(waiter);
      releaseLater();
    },
  } satisfies Partial<Store>;
}

/** Null if there was none, or the file cannot be read any more. */
function nextTurnOf(disk: Database | undefined, account: string): number | null {
  return readable(() => {
    const row = disk?.get('SELECT next_at FROM turn WHERE account = ?', account);
    return (row?.['next_at'] as number | undefined) ?? null;
  }, null);
}
