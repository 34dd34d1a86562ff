import type { EntryNetworks } from '../book/entryNetworks.ts';
import { EarlierAddresses, onNetwork, ownSpelling, type OnNetwork } from './compare.ts';
import type { FoundInFile } from './fileSearch.ts';
import { byNamePlace } from './nameOrder.ts';
import { isSilent, withChoice } from '../evidence/chainOf.ts';
import {
  countsElsewhere,
  isNamedThere,
  isPayable,
  type ChainReading,
} from '../evidence/reasons.ts';
import type { FoundAddress, Spelling } from './scanText.ts';

/** An address on a network, wherever it is in a folder. */
export interface FolderAddress extends Spelling {
  /** Null if nothing names it, or several are named. */
  network: string | null;
  /** Whether a place names the network firmly enough to apply it at places that name none. */
  isNamedFirmly: boolean;
  /** Whether one of its places makes the network certain enough to pay for. */
  isPayable: boolean;
  isInChanged: boolean;
  isInUnchanged: boolean;
  places: Place[];
  /** Whether it occurs in a file other than the book and its deny lists. */
  isUsed: boolean;
  /** Whether a place shows its text; else it may be a key everywhere, and is not repeated. */
  isShown: boolean;
  /** Whether its places name no network, so that others decide. */
  readonly isSilent: boolean;
  /** The unverified name in the code, if names were requested. */
  codeName?: string | undefined;
  /** The file that calls it that. */
  namedIn?: string | undefined;
}

/** The first place of an address in a file. */
export interface Place {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units; 0 for one in the name of the file or of a folder. */
  readonly length: number;
  /** How often it is in the file. */
  count: number;
  /** Whether the text there may be a key, so that it is not repeated. */
  readonly isHidden: boolean;
  /** Whether the file is the book of the base revision, or one of its deny lists. */
  readonly isExempt: boolean;
  /** Whether the file, or its name, differs from the base. */
  readonly isChanged: boolean;
  /** Whether the text of the file names the network, at any of its places there. */
  isNamedThere: boolean;
}

/** The addresses of a folder, and those that were there before. */
export class AddressCollection {
  #addresses: FolderAddress[] = [];
  /** By `ownSpelling`: on each network one, and one for the places that name none. */
  readonly #byName = new Map<string, FolderAddress[]>();
  /** In the base versions of changed files, and in files that did not change. */
  readonly #known = new EarlierAddresses();
  /** Whether addresses of unchanged files are included, which takes at least one change. */
  #hasUnchanged = false;
  readonly earlier: OnNetwork[] = [];
  readonly #listed: Pick<EntryNetworks, 'get'>;

  /** @param listed the networks of the entries that count, which a change does not add */
  constructor(listed: Pick<EntryNetworks, 'get'>) {
    this.#listed = listed;
  }

  all(): readonly FolderAddress[] {
    return this.#addresses;
  }

  /** Adds the addresses of a file. @param file with `isNewName` if its name is new */
  addFile(
    {
      path,
      isNewName,
      ...file
    }: Pick<Place, 'path' | 'isExempt'> & { readonly isNewName: boolean },
    { addresses, isChanged }: Pick<FoundInFile, 'addresses' | 'isChanged'>,
  ): void {
    for (const found of addresses) {
      const reading = this.#readingOf(found);
      const isOpen = isSilent(found.basis) && reading.reason !== 'entry';
      const address = this.#of(found, reading, isOpen);
      const isInName = found.length === 0;
      const isExempt = file.isExempt && !isInName;
      const isNow = isInName ? isNewName : isChanged;
      if (!isExempt) {
        address.isUsed = true;
        if (isNow) address.isInChanged = true;
        else address.isInUnchanged = true;
      }
      const { length, isHidden } = found;
      // An entry that a change adds to the book isn't evidence from code.
      if (!isExempt && !isHidden && countsElsewhere(reading)) address.isNamedFirmly = true;
      if (!isExempt && !isHidden && isPayable(reading)) address.isPayable = true;
      const [line, column] = [found.line + 1, found.column + 1];
      if (!isHidden) address.isShown = true;
      nameBy(address, { codeName: found.name, namedIn: path });
      // A place that shows it comes before one that does not.
      const before = address.places.at(-1);
      const last = before?.path === path ? before : undefined;
      const isNamed = isNamedThere(reading) || last?.isNamedThere === true;
      if (last !== undefined && (isHidden || !last.isHidden)) {
        last.count++;
        last.isNamedThere = isNamed;
        continue;
      }
      if (last !== undefined) address.places.pop();
      address.places.push({
        path,
        line,
        column,
        length,
        count: (last?.count ?? 0) + 1,
        isHidden,
        isExempt,
        isChanged: isNow,
        isNamedThere: isNamed,
      });
    }
  }

  /** Adds an address from the base version of a changed file. */
  addEarlier({ spelling, basis, isHidden }: FoundAddress): void {
    const { chain: network } = this.#readingOf({ spelling, basis });
    this.#known.add(onNetwork(spelling, network));
    const { canonical, family } = spelling;
    if (!isHidden) this.earlier.push({ canonical, family, network, isAssumed: false });
  }

  /** Once all files are read. */
  wasThere(address: FolderAddress): boolean {
    if (address.isInUnchanged) return true;
    if (!this.#hasUnchanged) {
      for (const each of this.#addresses) {
        if (each.isInUnchanged) this.#known.add(onNetwork(each, each.network));
      }
      this.#hasUnchanged = true;
    }
    return this.#known.has(onNetwork(address, address.network));
  }

  /**
   * Call this once all files are read: if an address has exactly one firmly named network, its
   * other places get that network.
   */
  settle(): void {
    const merged = new Set<FolderAddress>();
    for (const silent of this.#addresses) {
      if (!silent.isSilent) continue;
      // An address that existed without a network counts as known on every network.
      if (silent.isInUnchanged) this.#known.add(onNetwork(silent, silent.network));
      const others = this.#sameAs(silent).filter(({ isSilent }) => !isSilent);
      const [firm, ...more] = others.filter(({ isNamedFirmly }) => isNamedFirmly);
      if (firm !== undefined && more.length === 0) silent.network = firm.network;
      const same = others.find(({ network }) => network === silent.network);
      if (same === undefined) continue;
      addTo(same, silent);
      merged.add(silent);
    }
    this.#addresses = this.#addresses.filter((address) => !merged.has(address));
  }

  #readingOf({ spelling, basis }: Pick<FoundAddress, 'spelling' | 'basis'>): ChainReading {
    return withChoice(basis, { listed: this.#listed.get(spelling.canonical) ?? undefined });
  }

  #sameAs(spelling: Spelling): readonly FolderAddress[] {
    const all = this.#byName.get(ownSpelling(spelling)) ?? [];
    return all.filter(({ family }) => family === spelling.family);
  }

  #of({ spelling }: FoundAddress, { chain }: ChainReading, isOpen: boolean): FolderAddress {
    const known = this.#sameAs(spelling).find(({ isSilent, network }) =>
      isOpen ? isSilent : !isSilent && network === chain,
    );
    if (known !== undefined) return known;
    const address = newAddress(spelling, chain, isOpen);
    this.#addresses.push(address);
    const name = ownSpelling(spelling);
    const all = this.#byName.get(name);
    if (all === undefined) this.#byName.set(name, [address]);
    else all.push(address);
    return address;
  }
}

/** Adds what is known of an address to what is known of the same one on the same network. */
function addTo(address: FolderAddress, other: FolderAddress): void {
  address.isInChanged ||= other.isInChanged;
  address.isInUnchanged ||= other.isInUnchanged;
  address.isUsed ||= other.isUsed;
  address.isPayable ||= other.isPayable;
  address.isShown ||= other.isShown;
  nameBy(address, other);
  const places = new Map(address.places.map((place) => [place.path, place]));
  for (const place of other.places) {
    const known = places.get(place.path);
    places.set(place.path, known === undefined ? place : firstOf(known, place));
  }
  address.places = [...places.values()].sort(byPath);
}

/** Keeps the name that counts. Of one file, it is the first. */
function nameBy(
  address: FolderAddress,
  { codeName, namedIn = '' }: Pick<FolderAddress, 'codeName' | 'namedIn'>,
): void {
  const { namedIn: known } = address;
  if (codeName === undefined) return;
  if (known !== undefined && byNamePlace({ path: known }, { path: namedIn }) <= 0) return;
  [address.codeName, address.namedIn] = [codeName, namedIn];
}

/** The first of two places of one file that shows the address, for both. */
function firstOf(one: Place, other: Place): Place {
  const order =
    Number(one.isHidden) - Number(other.isHidden) ||
    one.line - other.line ||
    one.column - other.column;
  const count = one.count + other.count;
  const isNamedThere = one.isNamedThere || other.isNamedThere;
  return { ...(order <= 0 ? one : other), count, isNamedThere };
}

const byPath = (one: Place, other: Place): number => (one.path < other.path ? -1 : 1);

/** One literal: spreading is slow, and this runs on each address. */
function newAddress(spelling: Spelling, network: string | null, isSilent: boolean): FolderAddress {
  const { text, canonical, family, account, isChecksumWrong, isPlaceholder } = spelling;
  return {
    text,
    canonical,
    family,
    account,
    isChecksumWrong,
    isPlaceholder,
    network,
    isSilent,
    isNamedFirmly: false,
    isPayable: false,
    isInChanged: false,
    isInUnchanged: false,
    places: [],
    isShown: false,
    isUsed: false,
    codeName: undefined,
    namedIn: undefined,
  };
}
