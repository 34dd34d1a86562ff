import { bookFile } from '../book/book.ts';
import type { Denial } from '../book/facts.ts';
import { ruledNetworks } from '../book/rules.ts';
import { textOf } from '../inventory/fileText.ts';
import type { OnNetwork } from '../inventory/earlierAddresses.ts';
import type { TextAddress } from './addressesIn.ts';
import type { Skipped } from './filesBelow.ts';
import {
  FileSearch,
  mostKeyTexts,
  type FileContent,
  type KeyTextsIn,
  type SearchedFile,
} from './fileSearch.ts';
import type { ListedFile } from './filesThread.ts';
import { readingInThreads } from './fileThreads.ts';
import { AddressCollection, type FolderAddress } from './folderAddresses.ts';
import { DiskReader, type FolderFiles } from './folderFiles.ts';
import type { Threads } from './portions.ts';
import { largestFile } from './readRegularFile.ts';
import type { TrustedBooks } from './trust.ts';
import { Turns } from './turns.ts';

/** A text of a deny list where no address was found. It may be a key, so it is not repeated. */
export interface DeniedText extends TextRange {
  readonly denials: readonly Denial[];
}

/** A text that may be a key, or a part of one. It is not repeated. */
export type KeyText = Omit<TextRange, 'length'>;

interface TextRange extends Pick<TextAddress, 'line' | 'column' | 'length'> {
  readonly path: string;
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
  /** Absolute. */
  readonly folder: string;
  readonly files: FolderFiles;
  /** Undefined where there is nothing to compare with. */
  readonly base: FolderFiles | undefined;
  readonly books: TrustedBooks;
  readonly keyTextsIn?: KeyTextsIn;
  /** Whether the names that the code gives are read. */
  readonly namesCode?: boolean;
  /** Those that read too, if the files are on the disk and many. */
  readonly threads?: Threads | undefined;
}

/** Reads all files of a folder, and of those that changed the base versions. */
export async function readInventory(versions: FolderVersions): Promise<FolderInventory> {
  const { folder, keyTextsIn, namesCode = false, books } = versions;
  const { isEmpty, texts } = books.denySearch;
  const search = new FileSearch({
    ...{ folder, keyTextsIn, namesCode, listed: isEmpty ? undefined : texts },
    known: books.change.book.byAccount,
  });
  const reading = new FolderReading(versions, search);
  const turns = new Turns();
  for await (const [file, content] of contentsOf(versions, search)) {
    await turns.next();
    await reading.add(file, content);
  }
  return reading.finish();
}

async function* contentsOf(
  versions: FolderVersions,
  search: FileSearch,
): AsyncGenerator<readonly [SearchedFile, FileContent]> {
  const { files, base, books, threads } = versions;
  const denyPaths = denyPathsOf(books.change);
  const wanted = files.paths
    .filter((path) => !isOfBook(path, books))
    .map((path): ListedFile => ({
      ...{ path, networks: ruledNetworks(books.trusted.book.rules, path) },
      ...{ before: base?.objectOf(path), now: files.objectOf(path), hasBase: base !== undefined },
      ...{ isOwnRow: denyPaths.has(path), isListed: files.disk?.isListed(path) === true },
    }));
  if (files.disk !== undefined && threads !== undefined) {
    const { folder } = files.disk;
    const { keyTextsIn, namesCode = false } = versions;
    const reader = new DiskReader(folder);
    const work = readingInThreads({
      files: wanted,
      search: { folder, keyTextsIn, namesCode, hasLists: !books.denySearch.isEmpty },
      texts: () => books.denySearch.portions(),
      adopt: (spelling) => search.adopt(spelling),
      readHere: (file) =>
        search.contentOf(file, reader.read(file.path, largestFile, file.isListed)),
    });
    for await (const contents of threads.results(work)) yield* contents;
    return;
  }
  for (const file of wanted) {
    yield [file, search.contentOf(file, await files.read(file.path, largestFile))];
  }
}

/** The book and the lists that the base revision has are not searched for addresses. */
const isOfBook = (path: string, { trusted }: TrustedBooks): boolean =>
  path === bookFile || trusted.book.lists.some((list) => list.path === path);

const denyPathsOf = ({ book }: TrustedBooks['change']): ReadonlySet<string> =>
  new Set(book.lists.flatMap(({ kind, path }) => (kind === 'deny' ? path : [])));

class FolderReading {
  readonly #versions: FolderVersions;
  readonly #search: FileSearch;
  readonly #addresses = new AddressCollection();
  readonly #skipped: Skipped[];
  readonly #deniedTexts: DeniedText[] = [];
  readonly #keyTexts: KeyText[] = [];
  #fileCount = 0;

  constructor(versions: FolderVersions, search: FileSearch) {
    this.#versions = versions;
    this.#search = search;
    this.#skipped = [...versions.files.skipped];
  }

  async add(file: SearchedFile, content: FileContent): Promise<void> {
    const { path, before } = file;
    if (content.kind === 'missing') return;
    if (content.kind === 'skipped') {
      this.#skipped.push({ path, reason: content.reason });
      return;
    }
    const { denySearch } = this.#versions.books;
    for (const { line, column, length, key } of content.listed) {
      const denials = denySearch.denialsOf(key);
      if (denials.length > 0) this.#deniedTexts.push({ path, line, column, length, denials });
    }
    if (content.kind === 'binary') return;
    this.#fileCount++;
    const left = mostKeyTexts - this.#keyTexts.length;
    for (const place of content.keyTexts.slice(0, left)) this.#keyTexts.push({ path, ...place });
    this.#addresses.addFile(file, content);
    if (before !== undefined && content.isChanged) await this.#addBase(path);
  }

  finish(): FolderInventory {
    const { base, books } = this.#versions;
    return {
      ...{ addresses: this.#addresses.all(), earlier: this.#addresses.earlier },
      ...{ fileCount: this.#fileCount, skipped: this.#skipped },
      ...{ deniedTexts: this.#deniedTexts, keyTexts: this.#keyTexts },
      isNew: (address) =>
        base !== undefined &&
        address.isInChanged &&
        !this.#addresses.wasThere(address) &&
        books.listingOf(address) !== 'listed',
    };
  }

  async #addBase(path: string): Promise<void> {
    const read = await this.#versions.base?.read(path, largestFile);
    const text = read?.kind === 'bytes' ? textOf(read.bytes) : undefined;
    if (text === undefined) return;
    for (const { spelling, network } of this.#search.addressesOf(path, text)) {
      this.#addresses.addEarlier({ ...spelling, network });
    }
  }
}
