import { spendingDecision } from './spendingDecision.ts';
import {
  allowanceMs,
  type Instant,
  type PaidKind,
  type Spending,
  type SpendingTable,
  type UsageTable,
} from './store.ts';

interface Entry extends Spending {
  readonly day: string;
  readonly seq: number;
}

/** The paid calls of one window, for hosts without `node:sqlite`. */
export function memorySpendings(
  usage: Pick<UsageTable, 'countUsage' | 'uncountUsage'>,
): SpendingTable {
  const entries = new Map<string, Entry>();
  const said = new Map<PaidKind, { countedFrom: number; declinedAt: Instant | null }>();
  let seq = 0;
  const count = (is: (entry: Entry) => boolean): number => [...entries.values()].filter(is).length;

  function uncount(id: string): void {
    const entry = entries.get(id);
    if (entry === undefined || entry.charge === 'none') return;
    usage.uncountUsage(entry.account, entry.day, entry.kind, entry.source);
  }

  return {
    reserveSpending(spending, limits) {
      const { id, account, kind, source, at } = spending;
      const { countedFrom = 0, declinedAt = null } = said.get(kind) ?? {};
      const decision = spendingDecision(limits, at, {
        declinedAt,
        automaticToday: () =>
          count(
            (entry) =>
              entry.account === account &&
              entry.day === limits.day &&
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
      });
      if (decision.kind !== 'granted') return decision;
      entries.set(id, { ...spending, charge: 'open', day: limits.day, seq: ++seq });
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
      [...entries.values()]
        .filter((entry) => entry.account === account)
        .reverse()
        .slice(0, limit),
    decideAllowance(kind, isMore, now) {
      // Only a yes makes room: a no leaves what is counted as it was.
      const { countedFrom = 0 } = said.get(kind) ?? {};
      said.set(
        kind,
        isMore ? { countedFrom: seq, declinedAt: null } : { countedFrom, declinedAt: now },
      );
    },
  };
}
