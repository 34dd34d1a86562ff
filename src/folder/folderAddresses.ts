import type { EntryNetworks } from '../book/entryNetworks.ts';
import { EarlierAddresses, type OnNetwork } from './earlierAddresses.ts';
import type { FoundInFile } from './fileSearch.ts';
import { networkOf, type FoundAddress, type Spelling } from './scanText.ts';

/** An address on a network, wherever it is in a folder. */
export interface FolderAddress extends Spelling {
  /** Null if nothing names it, or several are named. */
  readonly network: string | null;
  isInChanged: boolean;
  isInUnchanged: boolean;
  readonly places: Place[];
  /** Whether a place of it is in another file than the book and its deny lists. */
  isUsed: boolean;
  /** Whether a place shows its text; else it may be a key everywhere, and is not repeated. */
  isShown: boolean;
  /** What the code calls it, where that was requested; no one has verified it. */
  codeName?: string | undefined;
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
  /** Whether the file is the book of the base revision, or a deny list of it. */
  readonly isExempt: boolean;
}

/** The addresses of a folder, and those that were there before. */
export class AddressCollection {
  readonly #addresses: FolderAddress[] = [];
  /** By the number of their spellings: on each network one. */
  readonly #byNumber = new Map<number, FolderAddress[]>();
  /** In the base versions of changed files, and in files that did not change. */
  readonly #known = new EarlierAddresses();
  /** Spellings with a wrong checksum, likewise. */
  readonly #knownTexts = new Set<string>();
  /** Whether these have those of files that did not change: only where something did. */
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

  /** Adds the addresses of a file. @param file whose name is new where `isNewName` says so */
  addFile(
    {
      path,
      isNewName,
      ...file
    }: Pick<Place, 'path' | 'isExempt'> & { readonly isNewName: boolean },
    { addresses, isChanged }: Pick<FoundInFile, 'addresses' | 'isChanged'>,
  ): void {
    for (const found of addresses) {
      const address = this.#of(found);
      const isInName = found.length === 0;
      const isExempt = file.isExempt && !isInName;
      if (!isExempt) {
        address.isUsed = true;
        if (isInName ? isNewName : isChanged) address.isInChanged = true;
        else address.isInUnchanged = true;
      }
      const { length, isHidden } = found;
      const [line, column] = [found.line + 1, found.column + 1];
      if (!isHidden) address.isShown = true;
      // A place that shows it comes before one that does not.
      const last = address.places.at(-1);
      if (last?.path === path && (isHidden || !last.isHidden)) {
        last.count++;
        continue;
      }
      const count = last?.path === path ? last.count + 1 : 1;
      if (last?.path === path) address.places.pop();
      address.codeName ??= found.name;
      address.places.push({ path, line, column, length, count, isHidden, isExempt });
    }
  }

  /** Adds one of the base version of a changed file. */
  addEarlier({ spelling, basis, isHidden }: FoundAddress): void {
    const network = this.#networkOf({ spelling, basis });
    this.#addKnown({ ...spelling, network });
    const { canonical, family } = spelling;
    if (!isHidden) this.earlier.push({ canonical, family, network, isAssumed: false });
  }

  /** Once all files are read. */
  wasThere(address: FolderAddress): boolean {
    if (address.isInUnchanged) return true;
    if (!this.#hasUnchanged) {
      for (const each of this.#addresses) if (each.isInUnchanged) this.#addKnown(each);
      this.#hasUnchanged = true;
    }
    return address.isChecksumWrong
      ? this.#knownTexts.has(address.text)
      : this.#known.has({ ...address, isAssumed: false });
  }

  #networkOf({ spelling, basis }: Pick<FoundAddress, 'spelling' | 'basis'>): string | null {
    return networkOf(basis, this.#listed.get(spelling.canonical) ?? undefined);
  }

  #of({ spelling, basis }: FoundAddress): FolderAddress {
    const network = this.#networkOf({ spelling, basis });
    const onNetworks = this.#byNumber.get(spelling.number);
    const known = onNetworks?.find((address) => address.network === network);
    if (known !== undefined) return known;
    const address = newAddress(spelling, network);
    this.#addresses.push(address);
    if (onNetworks === undefined) this.#byNumber.set(spelling.number, [address]);
    else onNetworks.push(address);
    return address;
  }

  #addKnown(address: Known): void {
    if (address.isChecksumWrong) this.#knownTexts.add(address.text);
    else this.#known.add({ ...address, isAssumed: false });
  }
}

type Known = Omit<OnNetwork, 'isAssumed'> & Pick<Spelling, 'text' | 'isChecksumWrong'>;

/** One literal: spreading is slow, and this runs on each address. */
function newAddress(spelling: Spelling, network: string | null): FolderAddress {
  const { text, canonical, family, account, number, isChecksumWrong, isPlaceholder } = spelling;
  return {
    text,
    canonical,
    family,
    account,
    number,
    isChecksumWrong,
    isPlaceholder,
    network,
    isInChanged: false,
    isInUnchanged: false,
    places: [],
    isShown: false,
    isUsed: false,
    codeName: undefined,
  };
}
