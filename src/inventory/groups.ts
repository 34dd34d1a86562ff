import type { AddressTable } from './addressTable.ts';
import type { Judgments, RowLevel } from './judgments.ts';
import { TopRows } from './topRows.ts';

/** An address is in the first of these that fits. */
export type GroupKind =
  | { readonly kind: 'denied' | 'new' | 'unlisted' | 'scored' | 'notScored' }
  | { readonly kind: 'level'; readonly level: RowLevel };

export interface Group {
  readonly kind: GroupKind;
  readonly count: number;
  /** The first ones, as the view shows them: the most severe, then the most frequent. */
  readonly ids: readonly number[];
}

export interface Grouping {
  /** Those with addresses, in their order. */
  readonly groups: readonly Group[];
  /** All addresses, whatever the filter leaves out. */
  readonly total: number;
  /** Of those, the ones that are new, on a deny list, or at or above the level that alarms. */
  readonly alarming: number;
}

export interface GroupingOptions {
  readonly matches: (id: number) => boolean;
  /** The rank from which a level alarms; undefined if none does. */
  readonly alarmingRank: number | undefined;
  /** Rows of each group that are sorted and shown. */
  readonly mostRows: number;
}

/** Numbers between two steps. */
const batch = 512;

/** Sorts addresses into groups. Yields between slices of work. */
export function* groupAddresses(
  addresses: AddressTable,
  judgments: Judgments,
  { matches, alarmingRank, mostRows }: GroupingOptions,
): Generator<void, Grouping> {
  const groups = new Map<number, { readonly kind: GroupKind; readonly rows: TopRows }>();
  const isBefore = rowOrder(addresses, judgments);
  let total = 0;
  let alarming = 0;
  let left = batch;
  for (const id of addresses.ids()) {
    total++;
    const rank = judgments.scoreOf(id)?.level?.rank ?? -1;
    const isAlarming = rank >= (alarmingRank ?? Infinity);
    if (judgments.isDenied(id) || judgments.isNew(id) || isAlarming) alarming++;
    if (matches(id)) {
      const order = groupOrder(id, judgments);
      let group = groups.get(order);
      if (group === undefined) {
        group = { kind: groupKind(id, judgments), rows: new TopRows(mostRows, isBefore) };
        groups.set(order, group);
      }
      group.rows.add(id);
    }
    if (--left > 0) continue;
    left = batch;
    yield;
  }
  const inOrder = [...groups].sort(([one], [other]) => one - other);
  return {
    groups: inOrder.map(([, { kind, rows }]) => ({ kind, count: rows.count, ids: rows.first })),
    total,
    alarming,
  };
}

/** More than a scale has levels. */
const levels = 100;

/** Groups are shown from the smallest. */
function groupOrder(id: number, judgments: Judgments): number {
  if (judgments.isDenied(id)) return 0;
  if (judgments.isNew(id)) return 1;
  if (judgments.isUnlisted(id)) return 2;
  const score = judgments.scoreOf(id);
  if (score === undefined) return levels + 4;
  return score.level === null ? levels + 3 : levels + 2 - score.level.rank;
}

export function groupKind(id: number, judgments: Judgments): GroupKind {
  if (judgments.isDenied(id)) return { kind: 'denied' };
  if (judgments.isNew(id)) return { kind: 'new' };
  if (judgments.isUnlisted(id)) return { kind: 'unlisted' };
  const score = judgments.scoreOf(id);
  if (score === undefined) return { kind: 'notScored' };
  return score.level === null ? { kind: 'scored' } : { kind: 'level', level: score.level };
}

/** Whether a row stands before another one of its group. */
function rowOrder(
  addresses: AddressTable,
  judgments: Judgments,
): (a: number, b: number) => boolean {
  const rankOf = (id: number): number => {
    const score = judgments.scoreOf(id);
    return score === undefined ? -2 : (score.level?.rank ?? -1);
  };
  return (one, other) => {
    const severity = rankOf(one) - rankOf(other);
    if (severity !== 0) return severity > 0;
    const frequency = addresses.countOf(one) - addresses.countOf(other);
    if (frequency !== 0) return frequency > 0;
    const [first, second] = [addresses.addressOf(one), addresses.addressOf(other)];
    // The same address on several networks, or in several folders.
    return first === second ? one < other : first < second;
  };
}
