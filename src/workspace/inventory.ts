import { bookFile } from '../book/book.ts';
import { ruledNetworks } from '../book/rules.ts';
import { codeNameAt } from '../inventory/codeName.ts';
import { textOf } from '../inventory/fileText.ts';
import { EarlierAddresses, type OnNetwork } from '../inventory/earlierAddresses.ts';
import { AddressReader, type Spelling, type TextAddress } from './addressesIn.ts';
import { DeniedTexts, type DeniedText } from './deniedTexts.ts';
import type { Skipped } from './filesBelow.ts';
import { KeyTexts, type KeyText, type KeyTextsIn } from './keyTexts.ts';
import { objectName, type FolderFiles } from './folderFiles.ts';
import type { TrustedBooks } from './trust.ts';
import { Turns } from './turns.ts';

/** Text of this many bytes fits into a string, and into the memory that Node takes by default. */
export const largestFile = 268_435_456;

/** An address on a network, wherever it is in a folder. */
export interface FolderAddress extends Spelling, Pick<TextAddress, 'network'> {
  isInChanged: boolean;
  isInUnchanged: boolean;
  /** In files that are searched for findings. */
  readonly places: Place[];
  /** What the code calls it, where that was requested; no one has verified it. */
  codeName?: string | undefined;
}

/** The first place of an address in a file. */
export interface Place extends Pick<TextAddress, 'line' | 'column' | 'length'> {
  readonly path: string;
  /** How often it is in the file. */
  count: number;
  /** A list that the change adds as a deny list: its rows are not hits of itself. */
  readonly isOwnRow: boolean;
}

/** What was read of a folder. */
export interface FolderInventory {
  readonly addresses: readonly FolderAddress[];
  readonly fileCount: number;
  readonly skipped: readonly Skipped[];
  readonly deniedTexts: readonly DeniedText[];
  /** Empty unless they were requested. */
  readonly keyTexts: readonly KeyText[];
  /** Whether an address was not there before; false without a base. */
  isNew(address: FolderAddress): boolean;
  /** The addresses of the base versions of changed files. */
  readonly earlier: readonly OnNetwork[];
}

export interface FolderVersions {
  readonly files: FolderFiles;
  /** Undefined where there is nothing to compare with. */
  readonly base: FolderFiles | undefined;
  readonly books: TrustedBooks;
  readonly keyTextsIn?: KeyTextsIn;
  /** Whether the names that the code gives are read. */
  readonly namesCode?: boolean;
}

/** Reads all files of a folder, and of those that changed the base versions. */
export async function readInventory(versions: FolderVersions): Promise<FolderInventory> {
  const reading = new FolderReading(versions);
  const turns = new Turns();
  for (const path of versions.files.paths) {
    await turns.next();
    await reading.readFile(path);
  }
  return reading.finish();
}

/** The addresses of a folder, and those that were there before. */
class AddressCollection {
  readonly #addresses = new Map<string, FolderAddress>();
  /** The same by spelling and network: names that are put together are slow to look up. */
  readonly #bySpelling = new Map<Spelling, Map<string | null, FolderAddress>>();
  /** In the base versions of changed files, and in files that did not change. */
  readonly #known = new EarlierAddresses();
  /** Spellings with a wrong checksum, likewise. */
  readonly #knownTexts = new Set<string>();
  /** Whether these have those of files that did not change: only where something did. */
  #hasUnchanged = false;
  readonly earlier: OnNetwork[] = [];

  all(): FolderAddress[] {
    return [...this.#addresses.values()];
  }

  of({ spelling, network }: TextAddress): FolderAddress {
    const onNetworks = this.#bySpelling.get(spelling) ?? new Map<string | null, FolderAddress>();
    if (onNetworks.size === 0) this.#bySpelling.set(spelling, onNetworks);
    let address = onNetworks.get(network);
    if (address === undefined) {
      address = this.#named(spelling, network);
      onNetworks.set(network, address);
    }
    return address;
  }

  /** One for all spellings of an address, but for those with a wrong checksum. */
  #named(spelling: Spelling, network: string | null): FolderAddress {
    const { text, canonical, family, isChecksumWrong } = spelling;
    const name = `${family} ${network ?? ''} ${isChecksumWrong ? text : canonical}`;
    let address = this.#addresses.get(name);
    if (address === undefined) {
      const places: Place[] = [];
      address = { ...spelling, network, isInChanged: false, isInUnchanged: false, places };
      this.#addresses.set(name, address);
    }
    return address;
  }

  addEarlier(address: Known): void {
    this.#addKnown(address);
    const { canonical, family, network } = address;
    this.earlier.push({ canonical, family, network, isAssumed: false });
  }

  /** Once all files are read. */
  wasThere(address: FolderAddress): boolean {
    if (address.isInUnchanged) return true;
    if (!this.#hasUnchanged) {
      for (const each of this.#addresses.values()) if (each.isInUnchanged) this.#addKnown(each);
      this.#hasUnchanged = true;
    }
    return address.isChecksumWrong
      ? this.#knownTexts.has(address.text)
      : this.#known.has({ ...address, isAssumed: false });
  }

  #addKnown(address: Known): void {
    if (address.isChecksumWrong) this.#knownTexts.add(address.text);
    else this.#known.add({ ...address, isAssumed: false });
  }
}

type Known = Omit<OnNetwork, 'isAssumed'> & Pick<Spelling, 'text' | 'isChecksumWrong'>;

/** Whether a file is not what it was. @param before its object in the base revision */
function isOther(before: string | undefined, now: string | undefined, bytes: Buffer): boolean {
  return before === undefined || (now ?? objectName(bytes, before)) !== before;
}

/** The book and the lists that the base revision has are not searched for addresses. */
const isOfBook = (path: string, { trusted }: TrustedBooks): boolean =>
  path === bookFile || trusted.book.lists.some((list) => list.path === path);

const denyPathsOf = ({ book }: TrustedBooks['change']): ReadonlySet<string> =>
  new Set(book.lists.flatMap(({ kind, path }) => (kind === 'deny' ? path : [])));

class FolderReading {
  readonly #versions: FolderVersions;
  readonly #reader = new AddressReader();
  readonly #addresses = new AddressCollection();
  readonly #skipped: Skipped[];
  readonly #denied: DeniedTexts;
  readonly #keyTexts: KeyTexts;
  #fileCount = 0;

  constructor(versions: FolderVersions) {
    this.#versions = versions;
    this.#skipped = [...versions.files.skipped];
    this.#keyTexts = new KeyTexts(versions.keyTextsIn);
    this.#denied = new DeniedTexts(versions.books.denySearch, denyPathsOf(versions.books.change));
  }

  async readFile(path: string): Promise<void> {
    const { files, base, books } = this.#versions;
    if (isOfBook(path, books)) return;
    const before = base?.objectOf(path);
    const read = await files.read(path, largestFile);
    if (read.kind !== 'bytes') {
      if (read.kind !== 'missing') this.#skipped.push({ path, reason: read.reason });
      return;
    }
    const text = textOf(read.bytes);
    if (text === undefined) {
      this.#denied.searchBytes(path, read.bytes);
      return;
    }
    this.#fileCount++;
    const isChanged = isOther(before, files.objectOf(path), read.bytes);
    this.#addFile(path, text, isChanged);
    if (base !== undefined && before !== undefined && isChanged) {
      await addBase(base, path, this.#reader, this.#addresses);
    }
  }

  finish(): FolderInventory {
    const { base, books } = this.#versions;
    return {
      ...{ addresses: this.#addresses.all(), earlier: this.#addresses.earlier },
      ...{ fileCount: this.#fileCount, skipped: this.#skipped },
      ...{ deniedTexts: this.#denied.found, keyTexts: this.#keyTexts.found },
      isNew: (address) =>
        base !== undefined &&
        address.isInChanged &&
        !this.#addresses.wasThere(address) &&
        books.listingOf(address) !== 'listed',
    };
  }

  #addFile(path: string, text: string, isChanged: boolean): void {
    const { base, books } = this.#versions;
    this.#keyTexts.search(path, text, isChanged && base !== undefined);
    const isOwnRow = this.#denied.ownRows.has(path);
    const here = new Map<FolderAddress, Place>();
    const offsets = new Set<number>();
    const networks = ruledNetworks(books.trusted.book.rules, path);
    for (const found of this.#reader.read(path, text, networks)) {
      const address = this.#addresses.of(found);
      offsets.add(found.offset);
      if (isChanged) address.isInChanged = true;
      else address.isInUnchanged = true;
      const known = here.get(address);
      if (known !== undefined) {
        known.count++;
        continue;
      }
      if (this.#versions.namesCode === true) {
        address.codeName ??= codeNameAt(text, found.offset, found.length);
      }
      const place = placeOf(path, found, isOwnRow);
      here.set(address, place);
      address.places.push(place);
    }
    this.#denied.search(path, text, offsets);
  }
}

const placeOf = (
  path: string,
  { line, column, length }: TextAddress,
  isOwnRow: boolean,
): Place => ({ path, line, column, length, count: 1, isOwnRow });

async function addBase(
  base: FolderFiles,
  path: string,
  reader: AddressReader,
  addresses: AddressCollection,
): Promise<void> {
  const read = await base.read(path, largestFile);
  const text = read.kind === 'bytes' ? textOf(read.bytes) : undefined;
  if (text === undefined) return;
  // Only what the text itself names: the rules of today are not those of then.
  for (const { spelling, network } of reader.read(path, text, [])) {
    addresses.addEarlier({ ...spelling, network });
  }
}
