import { bookFile } from '../book/book.ts';
import type { Denial } from '../book/facts.ts';
import { ruledNetworks } from '../book/rules.ts';
import type { OnNetwork } from './earlierAddresses.ts';
import type { Skipped } from './list.ts';
import {
  FileSearch,
  mostKeyTexts,
  type FileContent,
  type FoundInFile,
  type KeyTextsIn,
  type SearchedFile,
} from './fileSearch.ts';
import type { ListedFile } from './filesThread.ts';
import { readingInThreads } from './fileThreads.ts';
import { AddressCollection, type FolderAddress } from './folderAddresses.ts';
import { DiskReader } from './diskReader.ts';
import type { FolderFiles } from './folderFiles.ts';
import type { Threads } from './portions.ts';
import { largestFile } from './readFile.ts';
import type { TrustedBooks } from './trust.ts';
import { Turns } from './turns.ts';

/** A text of a deny list where no address was found. It may be a key, so it is not repeated. */
export interface DeniedText extends TextRange {
  readonly denials: readonly Denial[];
  readonly isChanged: boolean;
}

/** A text that may be a key, or a part of one. It is not repeated. */
export type KeyText = Omit<TextRange, 'length'>;

interface TextRange {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly length: number;
}

/** What was read of a folder. */
export interface FolderInventory {
  readonly addresses: readonly FolderAddress[];
  readonly fileCount: number;
  readonly skipped: readonly Skipped[];
  /** What the change touches and could not be read. */
  readonly unread: readonly Skipped[];
  readonly deniedTexts: readonly DeniedText[];
  /** Empty unless they were requested. */
  readonly keyTexts: readonly KeyText[];
  /** Whether an address was not there before; false without a base. */
  isNew(address: FolderAddress): boolean;
  /** The addresses of the base versions of changed files that can be shown. */
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

/** Reads all files of a folder, and of those that changed the base versions. @throws GitError */
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
  await reading.addDeleted();
  return reading.finish();
}

async function* contentsOf(
  versions: FolderVersions,
  search: FileSearch,
): AsyncGenerator<readonly [SearchedFile, FileContent]> {
  const { files, base, books, threads, folder } = versions;
  const onDisk: ListedFile[] = [];
  const others: SearchedFile[] = [];
  const reviewed = books.unchangedFiles();
  for (const path of files.paths) {
    if (reviewed.has(path)) continue;
    const disk = files.diskFile(path);
    const file: SearchedFile = {
      ...{ path, networks: ruledNetworks(books.trusted.book.rules, path) },
      ...{ before: base?.objectOf(path), now: files.objectOf(path), hasBase: base !== undefined },
    };
    if (disk === undefined) others.push(file);
    else onDisk.push({ ...file, isListed: disk.isListed });
  }
  const reader = new DiskReader(folder);
  const readHere = (file: ListedFile): FileContent =>
    search.contentOf(
      file,
      reader.read(file.path, largestFile, file.isListed),
      reader.largeFileAt(file.path),
    );
  if (threads === undefined) {
    for (const file of onDisk) yield [file, readHere(file)];
  } else {
    const { keyTextsIn, namesCode = false } = versions;
    const work = readingInThreads({
      files: onDisk,
      search: { folder, keyTextsIn, namesCode, hasLists: !books.denySearch.isEmpty },
      texts: () => books.denySearch.portions(),
      adopt: (spelling) => search.adopt(spelling),
      readHere,
    });
    for await (const contents of threads.results(work)) yield* contents;
  }
  for (const file of others) {
    yield [file, search.contentOf(file, await files.read(file.path, largestFile))];
  }
}

class FolderReading {
  readonly #versions: FolderVersions;
  readonly #search: FileSearch;
  readonly #addresses = new AddressCollection();
  readonly #skipped: Skipped[] = [];
  readonly #unread: Skipped[] = [];
  readonly #deniedTexts: DeniedText[] = [];
  readonly #keyTexts: KeyText[] = [];
  /** Files that the base revision calls its book and its deny lists: their rows are no use of them. */
  readonly #ownFiles: ReadonlySet<string>;
  #fileCount = 0;

  constructor(versions: FolderVersions, search: FileSearch) {
    this.#versions = versions;
    this.#search = search;
    const { lists } = versions.books.trusted.book;
    this.#ownFiles = new Set([
      bookFile,
      ...lists.flatMap(({ kind, path }) => (kind === 'deny' ? [path] : [])),
    ]);
    const hasBase = versions.base !== undefined;
    for (const each of versions.files.skipped) {
      (hasBase && each.mayHideFiles === true ? this.#unread : this.#skipped).push(each);
    }
    this.#addModules();
    for (const path of versions.base?.paths ?? []) {
      for (const found of search.addressesInName(path)) this.#addresses.addEarlier(found);
    }
  }

  async add(file: SearchedFile, content: FileContent): Promise<void> {
    const { path, before, hasBase } = file;
    if (!('addresses' in content)) return;
    this.#addDenied(path, content);
    const isNewName = hasBase && before === undefined;
    this.#addresses.addFile({ path, isNewName, isExempt: this.#ownFiles.has(path) }, content);
    if (content.kind === 'skipped') {
      const { reason, isChanged } = content;
      (isChanged ? this.#unread : this.#skipped).push({ path, reason });
      return;
    }
    if (content.kind === 'text') this.#fileCount++;
    const left = mostKeyTexts - this.#keyTexts.length;
    for (const { line, column } of content.keyTexts.slice(0, left)) {
      this.#keyTexts.push({ path, line: line + 1, column: column + 1 });
    }
    if (before !== undefined && content.isChanged) await this.#addBase(path);
  }

  /** What was in files that are gone was there before, such as in those that have another name now. */
  async addDeleted(): Promise<void> {
    const { base, files } = this.#versions;
    if (base === undefined || !this.#addresses.all().some(({ isInChanged }) => isInChanged)) return;
    const now = new Set(files.paths);
    for (const path of base.paths) {
      if (!now.has(path) && !this.#ownFiles.has(path)) await this.#addBase(path);
    }
  }

  finish(): FolderInventory {
    const { base, books } = this.#versions;
    return {
      ...{ addresses: this.#addresses.all(), earlier: this.#addresses.earlier },
      ...{ fileCount: this.#fileCount, skipped: this.#skipped, unread: this.#unread },
      ...{ deniedTexts: this.#deniedTexts, keyTexts: this.#keyTexts },
      isNew: (address) =>
        base !== undefined &&
        address.isInChanged &&
        !this.#addresses.wasThere(address) &&
        books.listingOf(address) !== 'listed',
    };
  }

  /** Submodules that are not checked out: of those that the change moves, nothing is known. */
  #addModules(): void {
    const { files, base } = this.#versions;
    const before = new Map(base?.missingModules.map(({ path, object }) => [path, object]));
    const reason = 'a submodule that is not checked out';
    for (const { path, object } of files.missingModules) {
      const isMoved = base !== undefined && before.get(path) !== object;
      (isMoved ? this.#unread : this.#skipped).push({ path, reason });
    }
  }

  #addDenied(path: string, { listed, isChanged }: Pick<FoundInFile, 'listed' | 'isChanged'>): void {
    const { denySearch } = this.#versions.books;
    for (const { line, column, length, key } of listed) {
      const denials = denySearch.denialsOf(key);
      const place = { path, line: line + 1, column: column + 1, length, isChanged };
      if (denials.length > 0) this.#deniedTexts.push({ ...place, denials });
    }
  }

  async #addBase(path: string): Promise<void> {
    const read = await this.#versions.base?.read(path, largestFile);
    if (read?.kind !== 'bytes') return;
    for (const found of this.#search.addressesOf(path, read.bytes)) {
      this.#addresses.addEarlier(found);
    }
  }
}
