import { EarlierAddresses, type OnNetwork } from './earlierAddresses.ts';
import type { Inventory } from './inventory.ts';
import type { Judgments, Newness } from './judgments.ts';

/** `outside`: in no repository, so nothing says since when its addresses are there. */
export type FileState = 'changed' | 'unchanged' | 'outside';

/** A folder of the workspace beside the revision that it is compared with. */
export interface Comparison {
  /** @param path below the folder, with slashes */
  readonly stateOf: (path: string) => FileState;
  /** Those in the base versions of changed files, as far as they were read. */
  readonly earlier: Pick<EarlierAddresses, 'has'>;
  readonly base: 'waiting' | 'complete' | 'incomplete';
}

export interface NewnessResult {
  readonly newness: ReadonlyMap<number, Newness>;
  /** Folders whose base versions must be read before it is known what is new. */
  readonly waiting: ReadonlySet<number>;
}

const inChanged = 1;
const inUnchanged = 2;

/** Addresses between two steps. */
const batch = 512;

/**
 * Which addresses are new: not in the address book of the base revision, in a changed file, in no unchanged one, and in
 * no base version of a changed one. Yields between slices of work.
 * @param comparisons by the numbers of folders; without one, nothing of a folder is new
 */
export function* findNew(
  inventory: Inventory,
  judgments: Pick<Judgments, 'isUnlisted' | 'isAdded'>,
  comparisons: ReadonlyMap<number, Comparison>,
): Generator<void, NewnessResult> {
  const newness = new Map<number, Newness>();
  const waiting = new Set<number>();
  if (comparisons.size === 0) return { newness, waiting };
  const places = yield* placesOfAll(inventory, comparisons);
  const { addresses } = inventory;
  const candidates = [...addresses.ids()].filter(
    (id) => places[id] === inChanged && (judgments.isUnlisted(id) || judgments.isAdded(id)),
  );
  const elsewhere = yield* unchangedOnes(inventory, places, candidates);
  for (const id of candidates) {
    const found = addresses.of(id);
    const comparison = found && comparisons.get(found.folder);
    if (found === undefined || comparison === undefined) continue;
    const asked = { ...found, canonical: found.address };
    if (comparison.earlier.has(asked) || elsewhere.get(found.folder)?.has(asked) === true) continue;
    if (comparison.base === 'waiting') waiting.add(found.folder);
    else newness.set(id, comparison.base === 'complete' ? 'new' : 'unknown');
  }
  return { newness, waiting };
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
  { addresses }: Inventory,
  places: Uint8Array,
  candidates: readonly number[],
): Generator<void, ReadonlyMap<number, EarlierAddresses>> {
  const wanted = new Set(candidates.map((id) => addresses.addressOf(id)));
  const found = new Map<number, EarlierAddresses>();
  let left = batch;
  for (const id of wanted.size === 0 ? [] : addresses.ids()) {
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
  return found;
}
