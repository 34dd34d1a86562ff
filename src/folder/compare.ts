import type { Family } from '../networks/networks.ts';
import type { Inventory } from './inventory.ts';
import { foldersOf } from './list.ts';
import type { Judgments, Newness } from './judgments.ts';
import type { Spelling } from './scanText.ts';

/** The network of an address, as far as known. */
interface NetworkReading {
  /** Null if the text does not decide it. */
  readonly network: string | null;
  readonly isAssumed: boolean;
}

export interface OnNetwork extends NetworkReading {
  readonly canonical: string;
  readonly family: Family;
}

/** One text for all spellings of an address. A spelling with a wrong checksum stays as it is. */
export const ownSpelling = ({ text, canonical, isChecksumWrong }: Spelling): string =>
  isChecksumWrong ? text : canonical;

/** One with a wrong checksum is a text, which is on no network. */
export const onNetwork = (spelling: Spelling, network: string | null): OnNetwork => ({
  canonical: ownSpelling(spelling),
  family: spelling.family,
  network: spelling.isChecksumWrong ? null : network,
  isAssumed: false,
});

/** More would take too much memory; a base with more of them is not fully read. */
export const maxEarlier = 200_000;

/**
 * Addresses that were there before. They are compared as the address book compares them: by
 * network, and where that is assumed or undecided on either side, by any.
 */
export class EarlierAddresses {
  /** Null: on no network in particular. */
  readonly #networks = new Map<string, Set<string> | null>();

  get size(): number {
    return this.#networks.size;
  }

  add(address: OnNetwork): void {
    const name = nameOf(address);
    const known = this.#networks.get(name);
    const network = networkOf(address);
    if (network === null) this.#networks.set(name, null);
    else if (known === undefined) this.#networks.set(name, new Set([network]));
    else known?.add(network);
  }

  has(address: OnNetwork): boolean {
    const known = this.#networks.get(nameOf(address));
    if (known === undefined) return false;
    const network = networkOf(address);
    return known === null || network === null || known.has(network);
  }
}

const nameOf = ({ family, canonical }: OnNetwork): string => `${family} ${canonical}`;

/** Whether the networks of two occurrences of an address leave it open that they are the same. */
export function mayShareNetwork(one: NetworkReading, other: NetworkReading): boolean {
  const [own, others] = [networkOf(one), networkOf(other)];
  return own === null || others === null || own === others;
}

const networkOf = ({ network, isAssumed }: NetworkReading): string | null =>
  isAssumed ? null : network;

/** `outside`: in no repository, so the age of its addresses is unknown. */
export type FileState = 'changed' | 'unchanged' | 'outside';

/** A folder of the workspace beside the revision that it is compared with. */
export interface Comparison {
  /** @param path below the folder, with slashes */
  readonly stateOf: (path: string) => FileState;
  /** Addresses in the base versions of changed files that were read so far. */
  readonly earlier: Pick<EarlierAddresses, 'has'>;
  readonly base: 'waiting' | 'complete' | 'incomplete';
}

/** Addresses with their facts from the address books. */
export interface JudgedInventory {
  readonly inventory: Inventory;
  readonly judgments: Pick<Judgments, 'isUnlisted' | 'isAdded'>;
}

export interface NewnessResult {
  /** Of each inventory, in their order. */
  readonly newness: readonly ReadonlyMap<number, Newness>[];
  /** Folders whose base versions must be read before it is known what is new. */
  readonly waiting: ReadonlySet<number>;
  /** Of each inventory, by the numbers of addresses: not 0 in files that are compared. */
  readonly places: readonly Uint8Array[];
}

const inChanged = 1;
const inUnchanged = 2;

/** Addresses between two steps. */
const batch = 512;

/**
 * Finds new addresses: in a changed file, but not in the base revision's address book, in any
 * unchanged file, or in any base version of a changed file. Yields between slices of work.
 * @param all inventories of the same folders: an address found in one counts as known in the others
 * @param comparisons by folder number; in a folder without one, nothing is new
 */
export function* findNew(
  all: readonly JudgedInventory[],
  comparisons: ReadonlyMap<number, Comparison>,
): Generator<void, NewnessResult> {
  const waiting = new Set<number>();
  if (comparisons.size === 0) return { newness: all.map(() => new Map()), waiting, places: [] };
  const compared: Compared[] = [];
  for (const { inventory, judgments } of all) {
    const places = yield* placesOfAll(inventory, comparisons);
    const candidates: number[] = [];
    for (const id of inventory.addresses.ids()) {
      const isUnchecked = judgments.isUnlisted(id) || judgments.isAdded(id);
      if (places[id] === inChanged && isUnchecked) candidates.push(id);
      if (id % batch === 0) yield;
    }
    compared.push({ inventory, places, candidates });
  }
  const elsewhere = yield* unchangedOnes(compared);
  const newness: Map<number, Newness>[] = [];
  for (const { inventory, candidates } of compared) {
    const found = new Map<number, Newness>();
    newness.push(found);
    for (const [index, id] of candidates.entries()) {
      if (index % batch === 0) yield;
      const known = inventory.addresses.of(id);
      const comparison = known && comparisons.get(known.folder);
      if (known === undefined || comparison === undefined) continue;
      const asked = { ...known, canonical: known.address };
      if (comparison.earlier.has(asked) || elsewhere.get(known.folder)?.has(asked) === true)
        continue;
      if (comparison.base === 'waiting') waiting.add(known.folder);
      else found.set(id, comparison.base === 'complete' ? 'new' : 'unknown');
    }
  }
  return { newness, waiting, places: compared.map(({ places }) => places) };
}

interface Compared {
  readonly inventory: Inventory;
  /** In which kinds of files each address is. */
  readonly places: Uint8Array;
  readonly candidates: readonly number[];
}

/** In which kinds of files each address is. */
function* placesOfAll(
  inventory: Inventory,
  comparisons: ReadonlyMap<number, Comparison>,
): Generator<void, Uint8Array> {
  const places = new Uint8Array(inventory.addresses.end);
  for (const { folder, path, ids } of inventory.addressesByFile()) {
    const state = comparisons.get(folder)?.stateOf(path) ?? 'outside';
    if (state === 'outside') continue;
    const bit = state === 'changed' ? inChanged : inUnchanged;
    for (const id of ids) places[id] = (places[id] ?? 0) | bit;
    yield;
  }
  return places;
}

/** The same addresses in unchanged files, where their networks may be others, by folder. */
function* unchangedOnes(
  compared: readonly Compared[],
): Generator<void, ReadonlyMap<number, EarlierAddresses>> {
  const wanted = new Set<string>();
  const found = new Map<number, EarlierAddresses>();
  let left = batch;
  for (const { inventory, candidates } of compared) {
    for (const id of candidates) {
      wanted.add(inventory.addresses.addressOf(id));
      if (--left > 0) continue;
      left = batch;
      yield;
    }
  }
  for (const { inventory, places } of wanted.size === 0 ? [] : compared) {
    const { addresses } = inventory;
    for (const id of addresses.ids()) {
      if (--left === 0) {
        left = batch;
        yield;
      }
      if (((places[id] ?? 0) & inUnchanged) === 0 || !wanted.has(addresses.addressOf(id))) continue;
      const known = addresses.of(id);
      if (known === undefined) continue;
      const { folder, address: canonical } = known;
      const here = found.get(folder) ?? new EarlierAddresses();
      found.set(folder, here);
      here.add({ ...known, canonical } satisfies OnNetwork);
    }
  }
  return found;
}

/**
 * Determines the state of files from their paths below a folder, with slashes. A file belongs to
 * the innermost place around it.
 * @param places repositories and submodules in the folder, or around it (an empty path), and
 * whether each is compared with a revision
 * @param untracked files, and folders with a trailing slash; empty for the folder itself
 */
export function fileStates(
  places: ReadonlyMap<string, boolean>,
  changed: ReadonlySet<string>,
  untracked: ReadonlySet<string> = new Set(),
): (path: string) => FileState {
  /** @param owner what is around it is of another repository */
  const isUntracked = (path: string, owner: string): boolean => {
    if (untracked.size === 0) return false;
    const folders = foldersOf(path).filter((folder) => folder.length > owner.length);
    const names = [path, ...folders.map((folder) => `${folder}/`), ...(owner === '' ? [''] : [])];
    return names.some((name) => untracked.has(name));
  };
  const innermostFirst = [...places].sort(([one], [other]) => other.length - one.length);
  return (path) => {
    const owner = innermostFirst.find(([place]) => place === '' || path.startsWith(`${place}/`));
    if (owner?.[1] !== true) return 'outside';
    return changed.has(path) || isUntracked(path, owner[0]) ? 'changed' : 'unchanged';
  };
}
