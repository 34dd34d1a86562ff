import type { MemoryRows } from './memoryRows.ts';
import { spendingDecision, type SpentSoFar } from './spendingDecision.ts';
import {
  allowanceMs,
  type Instant,
  type Spending,
  type SpendingTable,
  type UsageTable,
} from './store.ts';

export interface SpendingEntry extends Spending {
  readonly day: string;
  /** From 1, in the order of the calls. */
  readonly seq: number;
}

/** What the user said when commands had used up their allowance. */
export interface Allowance {
  readonly countedFrom: number;
  readonly declinedAt: Instant | null;
}

const nothingSaid: Allowance = { countedFrom: 0, declinedAt: null };

/** The paid calls of one window, for hosts without `node:sqlite`. */
export function memorySpendings(
  entries: MemoryRows<SpendingEntry>,
  allowances: MemoryRows<Allowance>,
  usage: Pick<UsageTable, 'countUsage' | 'uncountUsage'>,
): SpendingTable {
  function uncount(id: string): void {
    const entry = entries.get(id);
    if (entry === undefined || entry.charge === 'none') return;
    usage.uncountUsage(entry.account, entry.day, entry.kind, entry.source);
  }

  return {
    reserveSpending(spending, limits) {
      const { id, account, kind, source, at } = spending;
      const said = allowances.get(kind) ?? nothingSaid;
      const spent = spentSoFar(entries, { ...spending, day: limits.day }, said);
      const decision = spendingDecision(limits, at, spent);
      if (decision.kind !== 'granted') return decision;
      const seq = entries.everAdded + 1;
      entries.set(id, { ...spending, charge: 'open', day: limits.day, seq });
      usage.countUsage(account, limits.day, kind, source);
      return decision;
    },
    settleSpending(id, charge) {
      const entry = entries.get(id);
      if (entry === undefined) return;
      if (charge === 'none') uncount(id);
      entries.set(id, { ...entry, charge });
    },
    releaseSpending(id) {
      uncount(id);
      entries.delete(id);
    },
    listSpendings: (account, limit) =>
      entries
        .all()
        .filter((entry) => entry.account === account)
        .reverse()
        .slice(0, limit),
    decideAllowance(kind, isMore, now) {
      // Only a yes makes room: a no leaves what is counted as it was.
      const { countedFrom } = allowances.get(kind) ?? nothingSaid;
      allowances.set(
        kind,
        isMore
          ? { countedFrom: entries.everAdded, declinedAt: null }
          : { countedFrom, declinedAt: now },
      );
    },
  };
}

function spentSoFar(
  entries: MemoryRows<SpendingEntry>,
  { account, kind, at, day }: Pick<SpendingEntry, 'account' | 'kind' | 'at' | 'day'>,
  { countedFrom, declinedAt }: Allowance,
): SpentSoFar {
  const count = (is: (entry: SpendingEntry) => boolean): number => entries.all().filter(is).length;
  return {
    declinedAt,
    automaticToday: () =>
      count(
        (entry) =>
          entry.account === account &&
          entry.day === day &&
          entry.isAutomatic &&
          entry.kind === 'summary' &&
          entry.charge !== 'none',
      ),
    inLastHour: () =>
      count(
        (entry) =>
          entry.kind === kind &&
          ['command', 'tool'].includes(entry.source) &&
          entry.at > at - allowanceMs &&
          entry.seq > countedFrom,
      ),
  };
}
