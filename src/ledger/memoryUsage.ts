import type { MemoryRows } from './memoryRows.ts';
import type { Stop, UsageRow, UsageTable } from './store.ts';

/** Usage of one account and day. */
export interface DayUsage extends UsageRow {
  readonly account: string;
  readonly day: string;
}

/** A stop of one account and credential. */
export interface AccountStop {
  readonly account: string;
  readonly credential: string;
  readonly stop: Stop;
}

/** The usage and the stops of one window, for hosts without `node:sqlite`. */
export function memoryUsage(
  usage: MemoryRows<DayUsage>,
  stops: MemoryRows<AccountStop>,
): UsageTable {
  const add = (account: string, day: string, row: UsageRow): void => {
    const name = JSON.stringify([account, day, row.kind, row.source]);
    const count = Math.max(0, (usage.get(name)?.count ?? 0) + row.count);
    usage.set(name, { ...row, account, day, count });
  };

  return {
    countUsage: (account, day, kind, source) => add(account, day, { kind, source, count: 1 }),
    uncountUsage: (account, day, kind, source) => add(account, day, { kind, source, count: -1 }),
    readUsage: (account, day) =>
      usage
        .all()
        .filter((row) => row.account === account && row.day === day)
        .map(({ kind, source, count }) => ({ kind, source, count })),
    setStop(account, credential, stop) {
      const name = JSON.stringify([account, credential, stop.scope]);
      stops.set(name, { account, credential, stop });
    },
    readStops: (account, credential) =>
      stops
        .all()
        .filter((row) => row.account === account && row.credential === credential)
        .map(({ stop }) => stop),
    clearStops(account, scope) {
      stops.deleteWhere(
        (row) => row.account === account && (scope === undefined || row.stop.scope === scope),
      );
    },
  };
}
