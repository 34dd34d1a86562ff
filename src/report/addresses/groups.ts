import type { AddressTable } from '../../folder/addressTable.ts';
import type { FilePlace, Inventory } from '../../folder/inventory.ts';
import type { Judgments } from '../../folder/judgments.ts';
import type { ScoreLevel } from '../rowScore.ts';

/** Properties to group rows by. */
export const groupings = ['status', 'network', 'file', 'level'] as const;
export type GroupBy = (typeof groupings)[number];

/** By status, an address is in the first of these that fits. */
export type StatusKind =
  | { readonly kind: 'denied' | 'lookAlike' | 'new' | 'unlisted' | 'scored' | 'notScored' }
  | { readonly kind: 'level'; readonly level: ScoreLevel };

export type GroupKind =
  | StatusKind
  /** Null: undecided. */
  | { readonly kind: 'network'; readonly network: string | null }
  | { readonly kind: 'file'; readonly file: FilePlace };

export interface Group {
  readonly kind: GroupKind;
  readonly count: number;
  /** The first ones, as the view shows them: the most severe, then the most frequent. */
  readonly ids: readonly number[];
}

export interface Grouping {
  /** Groups with addresses, in order. */
  readonly groups: readonly Group[];
  /** All addresses, whatever the filter leaves out. */
  readonly total: number;
  /** Of those, the ones that are new, on a deny list, look-alikes, or at or above the level that alarms. */
  readonly alarming: number;
  /** Of all, those whose network is only assumed. */
  readonly assumed: number;
}

export interface GroupingOptions {
  readonly by: GroupBy;
  readonly matches: (id: number) => boolean;
  /** The rank from which a level alarms; undefined if none does. */
  readonly alarmingRank: number | undefined;
  /** Rows of each group that are sorted and shown. */
  readonly maxRows: number;
}

/** Numbers between two steps. */
const batch = 512;

interface OpenGroup {
  readonly kind: GroupKind;
  readonly order: number;
  readonly rows: TopRows;
}

/**
 * Sorts addresses into groups. In groups of files, an address is in each file that has it. Yields
 * between slices of work.
 */
export function* groupAddresses(
  inventory: Inventory,
  judgments: Judgments,
  { by, matches, alarmingRank, maxRows }: GroupingOptions,
): Generator<void, Grouping> {
  const { addresses } = inventory;
  const groups = new Map<string, OpenGroup>();
  const isBefore = rowOrder(addresses, judgments);
  const add = (kind: GroupKind, id: number): void => {
    const name = groupName(kind);
    let group = groups.get(name);
    if (group === undefined) {
      group = { kind, order: orderOf(kind), rows: new TopRows(maxRows, isBefore) };
      groups.set(name, group);
    }
    group.rows.add(id);
  };
  let total = 0;
  let alarming = 0;
  let assumed = 0;
  for (const id of addresses.ids()) {
    if (isAlarming(id, judgments, alarmingRank)) alarming++;
    if (addresses.isAssumed(id)) assumed++;
    if (by !== 'file' && matches(id)) add(kindOf(id, by, { addresses, judgments }), id);
    if (++total % batch === 0) yield;
  }
  if (by === 'file') {
    for (const { folder, path, ids } of inventory.addressesByFile()) {
      const kind = { kind: 'file', file: { folder, path } } as const;
      for (const id of new Set(ids)) if (matches(id)) add(kind, id);
      yield;
    }
  }
  const inOrder = [...groups.values()].sort(
    (one, other) => one.order - other.order || compareGroups(one, other),
  );
  return {
    groups: inOrder.map(({ kind, rows }) => ({ kind, count: rows.count, ids: rows.first })),
    total,
    alarming,
    assumed,
  };
}

function isAlarming(
  id: number,
  judgments: Judgments,
  alarmingRank: number | undefined = Infinity,
): boolean {
  const rank = judgments.scoreOf(id)?.level?.rank ?? -1;
  return (
    judgments.isDenied(id) ||
    judgments.looksLike(id) !== undefined ||
    judgments.isNew(id) ||
    rank >= alarmingRank
  );
}

function kindOf(
  id: number,
  by: Exclude<GroupBy, 'file'>,
  { addresses, judgments }: { readonly addresses: AddressTable; readonly judgments: Judgments },
): GroupKind {
  switch (by) {
    case 'status':
      return statusKind(id, judgments);
    case 'network':
      return { kind: 'network', network: addresses.networkOf(id) };
    case 'level':
      return levelKind(id, judgments);
  }
}

/** Different for different groups. */
export function groupName(kind: GroupKind): string {
  switch (kind.kind) {
    case 'level':
      return `level ${kind.level.rank}`;
    case 'network':
      return `network ${kind.network ?? ''}`;
    case 'file':
      return `file ${kind.file.folder} ${kind.file.path}`;
    default:
      return kind.kind;
  }
}

/** More than a scale has levels. */
const levels = 100;

const orders = {
  denied: 0,
  lookAlike: 1,
  new: 2,
  unlisted: 3,
  scored: levels + 4,
  notScored: levels + 5,
};

/** Groups are shown from the smallest. */
function orderOf(kind: GroupKind): number {
  switch (kind.kind) {
    case 'level':
      return levels + 3 - kind.level.rank;
    case 'network':
      return kind.network === null ? 1 : 0;
    case 'file':
      return kind.file.folder;
    default:
      return orders[kind.kind];
  }
}

/** Networks with many addresses come first, and files are in the order of their paths. */
function compareGroups(one: OpenGroup, other: OpenGroup): number {
  if (one.kind.kind === 'file' && other.kind.kind === 'file') {
    return one.kind.file.path < other.kind.file.path ? -1 : 1;
  }
  return (
    other.rows.count - one.rows.count || (groupName(one.kind) < groupName(other.kind) ? -1 : 1)
  );
}

export function statusKind(id: number, judgments: Judgments): StatusKind {
  if (judgments.isDenied(id)) return { kind: 'denied' };
  if (judgments.looksLike(id) !== undefined) return { kind: 'lookAlike' };
  if (judgments.isNew(id)) return { kind: 'new' };
  if (judgments.isUnlisted(id)) return { kind: 'unlisted' };
  return levelKind(id, judgments);
}

function levelKind(id: number, judgments: Judgments): StatusKind {
  const score = judgments.scoreOf(id);
  if (score === undefined) return { kind: 'notScored' };
  return score.level === null ? { kind: 'scored' } : { kind: 'level', level: score.level };
}

/** Whether a row comes before another one of its group. */
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

/**
 * The first rows of a group, in their order. Sorting all two hundred thousand would take longer
 * than a filter may, and no one scrolls through them.
 */
export class TopRows {
  /** Fewer than twice as many as are wanted, and none that is behind as many others. */
  #kept: number[] = [];
  /** Rows after this one are not kept; undefined until there are enough. */
  #last: number | undefined;
  readonly #most: number;
  readonly #isBefore: (one: number, other: number) => boolean;
  #count = 0;

  constructor(most: number, isBefore: (one: number, other: number) => boolean) {
    this.#most = most;
    this.#isBefore = isBefore;
  }

  /** All rows that were added. */
  get count(): number {
    return this.#count;
  }

  /** At most as many as are wanted. */
  get first(): number[] {
    const inOrder = this.#kept.toSorted((one, other) => (this.#isBefore(one, other) ? -1 : 1));
    return inOrder.slice(0, this.#most);
  }

  add(id: number): void {
    this.#count++;
    if (this.#last !== undefined && !this.#isBefore(id, this.#last)) return;
    this.#kept.push(id);
    if (this.#kept.length < 2 * this.#most) return;
    this.#kept = this.first;
    this.#last = this.#kept.at(-1);
  }
}
