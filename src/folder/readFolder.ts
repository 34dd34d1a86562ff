import { entryNetworksOf, type EntryNetworks } from '../book/entryNetworks.ts';
import type { DenySearch } from '../book/denySearch.ts';
import type { Denial } from '../book/facts.ts';
import { ruledNetworks } from '../book/rules.ts';
import { nextTurn } from '../scheduler/turns.ts';
import type { OnNetwork } from './compare.ts';
import type { Skipped } from './list.ts';
import {
  FileSearch,
  maxKeyTexts,
  type DiskFile,
  type FileContent,
  type FoundInFile,
  type KeyTextsIn,
  type SearchedFile,
} from './fileSearch.ts';
import { ContentUnpacker, type PackedContents } from './encodeRows.ts';
import { AddressCollection, type FolderAddress } from './folderAddresses.ts';
import type { FolderFiles } from './folderFiles.ts';
import type { PortionedWork, Threads } from './threads.ts';
import { maxReadSize } from '../paths/readFile.ts';
import type { ScanRequest, ThreadSearch } from './scanDiskFiles.ts';
import { rowPortions } from './scanThreads.ts';
import type { TrustedBooks } from '../book/trustedBooks.ts';

/** How long work may go on until signals and messages are looked at. */
const maxMs = 50;

/** A text of a deny list where no address was found. It may be a key, so it is not repeated. */
export interface DeniedText extends TextRange {
  readonly denials: readonly Denial[];
  /** Whether the file, or its name, differs from the base. */
  readonly isChanged: boolean;
  /** Whether the text was nowhere before; false without a base. */
  readonly isNew: boolean;
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

/** Everything read from a folder. */
export interface FolderInventory {
  readonly addresses: readonly FolderAddress[];
  readonly fileCount: number;
  readonly skipped: readonly Skipped[];
  /** Files touched by the change that could not be read. */
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
  /** Undefined without a base. */
  readonly base: FolderFiles | undefined;
  /** Whether more than the addresses of a file is wanted. The others are read to be compared with. */
  readonly isRequested: (path: string) => boolean;
  readonly keyTextsIn?: KeyTextsIn;
  /** Whether the names that the code gives are read. */
  readonly namesCode: boolean;
  /** Used for reading, if the files are on the disk and numerous. */
  readonly threads?: Threads | undefined;
}

/** A file that the listing of a folder has, or Git. */
type ListedFile = SearchedFile & DiskFile;

type Content = readonly [file: SearchedFile, content: FileContent];

/**
 * The files and their contents. Threads start right away.
 * @param books may lack its entries while they are being read
 */
function contentsOf(
  { files, base, folder, threads, keyTextsIn, namesCode }: FolderVersions,
  books: TrustedBooks,
  here: FileSearch,
): AsyncIterable<Content> {
  const onDisk: ListedFile[] = [];
  const converted: ListedFile[] = [];
  const others: SearchedFile[] = [];
  const reviewed = books.unchangedFiles();
  for (const path of files.paths) {
    if (reviewed.has(path)) continue;
    const disk = files.diskFile(path);
    const file: SearchedFile = {
      path,
      networks: ruledNetworks(books.trusted.book.rules, path),
      before: base?.objectOf(path),
      now: files.objectOf(path),
      hasBase: base !== undefined,
    };
    if (disk === undefined) others.push(file);
    else if (files.isConverted(path)) converted.push({ ...file, isListed: disk.isListed });
    else onDisk.push({ ...file, isListed: disk.isListed });
  }
  const search = { folder, keyTextsIn, namesCode };
  const results = threads?.results(readingInThreads(onDisk, search, books.denySearch, here));
  return (async function* () {
    if (results === undefined)
      for (const file of onDisk) yield [file, here.contentOnDisk(file)] as const;
    else for await (const contents of results) yield* contents;
    for (const file of converted) {
      const inGit = await files.readFromGit(file.path, maxReadSize);
      yield [file, here.contentOnDiskAnd(file, inGit)] as const;
    }
    for (const file of others) {
      yield [file, here.contentOf(file, await files.read(file.path, maxReadSize))] as const;
    }
  })();
}

/** Files of one request to a thread. */
const filesPerRequest = 32;

/** The files and what is in them, for threads that run `serveFiles`. @param here reads in this thread */
function readingInThreads(
  files: readonly ListedFile[],
  search: ThreadSearch,
  denySearch: DenySearch,
  here: FileSearch,
): PortionedWork<Iterable<Content>> {
  const root = search.folder;
  const filesOf = (index: number): readonly ListedFile[] =>
    files.slice(index * filesPerRequest, (index + 1) * filesPerRequest);
  const request = (sent: ScanRequest): ScanRequest => sent;
  return {
    count: Math.ceil(files.length / filesPerRequest),
    maxAhead: 128,
    here: (index) => filesOf(index).map((file) => [file, here.contentOnDisk(file)] as const),
    begin(post) {
      post(request({ kind: 'search', search }));
      for (const portion of denySearch.isEmpty ? [] : rowPortions(root, denySearch)) {
        post(request({ kind: 'rows', portion }));
      }
      const unpacker = new ContentUnpacker((spelling) => here.adopt(spelling));
      return {
        requestOf: (index) =>
          request({ kind: 'scan', files: filesOf(index).map((file) => ({ ...file, root })) }),
        *resultOf(index, answer) {
          const contents = unpacker.unpack(answer as PackedContents);
          for (const file of filesOf(index)) {
            const { value = here.contentOnDisk(file) } = contents.next();
            // Where our own code threw there, it is an error of the command here.
            yield [file, value.kind === 'failed' ? here.contentOnDisk(file) : value] as const;
          }
        },
      };
    },
  };
}

/** Reads all files of a folder, and of those that changed the base versions. */
export class FolderReading {
  readonly #versions: FolderVersions;
  readonly #search: FileSearch;
  readonly #contents: AsyncIterable<Content>;
  readonly #addresses = new AddressCollection({
    get: (canonical) => this.#entryNetworks.get(canonical),
  });
  readonly #found = {
    fileCount: 0,
    skipped: [] as Skipped[],
    unread: [] as Skipped[],
    keyTexts: [] as KeyText[],
  };
  readonly #deniedTexts: (Omit<DeniedText, 'isNew'> & { readonly key: string })[] = [];
  /** The hashes of listed texts that were there before. */
  readonly #earlierTexts = new Set<string>();
  readonly #ownFiles: ReadonlySet<string>;
  #books: TrustedBooks;
  #entryNetworks: EntryNetworks = new Map();

  /** @param books may lack its entries while they are being read */
  constructor(versions: FolderVersions, books: TrustedBooks) {
    this.#versions = versions;
    this.#books = books;
    const { folder, keyTextsIn, namesCode } = versions;
    const { isEmpty, texts } = books.denySearch;
    this.#search = new FileSearch({
      folder,
      keyTextsIn,
      namesCode,
      listed: isEmpty ? undefined : texts,
      known: { get: (account) => this.#books.change.book.byAccount.get(account) },
    });
    this.#contents = contentsOf(versions, books, this.#search);
    this.#ownFiles = books.ownFiles();
  }

  /** Once. @param books with their entries @throws GitError */
  async inventory(books: TrustedBooks): Promise<FolderInventory> {
    this.#books = books;
    this.#entryNetworks = entryNetworksOf(books.trusted.book.entries);
    const { base, files } = this.#versions;
    for (const each of files.skipped) {
      this.#addSkipped(each, base !== undefined && each.mayHideFiles === true);
    }
    this.#addModules();
    for (const path of base?.paths ?? []) {
      for (const found of this.#search.addressesInName(path)) this.#addresses.addEarlier(found);
    }
    let since = performance.now();
    for await (const [file, content] of this.#contents) {
      if (performance.now() - since >= maxMs) {
        await nextTurn();
        since = performance.now();
      }
      await this.#add(file, content);
    }
    await this.#addDeleted();
    this.#addresses.settle();
    return {
      ...this.#found,
      deniedTexts: this.#deniedTexts.map(({ key, ...text }) => ({
        ...text,
        isNew: base !== undefined && text.isChanged && !this.#earlierTexts.has(key),
      })),
      addresses: this.#addresses.all(),
      earlier: this.#addresses.earlier,
      isNew: (address) =>
        base !== undefined &&
        address.isInChanged &&
        !this.#addresses.wasThere(address) &&
        books.listingOf(address) !== 'listed',
    };
  }

  async #add(file: SearchedFile, content: FileContent): Promise<void> {
    const { path, before, hasBase } = file;
    if (!('addresses' in content)) return;
    this.#addDenied(path, content);
    const isNewName = hasBase && before === undefined;
    this.#addresses.addFile({ path, isNewName, isExempt: this.#ownFiles.has(path) }, content);
    if (content.kind === 'skipped') {
      const { reason, isChanged } = content;
      this.#addSkipped({ path, reason }, isChanged);
      return;
    }
    if (this.#versions.isRequested(path)) {
      if (content.kind === 'text') this.#found.fileCount++;
      const left = maxKeyTexts - this.#found.keyTexts.length;
      for (const { line, column } of content.keyTexts.slice(0, left)) {
        this.#found.keyTexts.push({ path, line: line + 1, column: column + 1 });
      }
    }
    const isOwn = this.#ownFiles.has(path);
    if (before !== undefined && content.isChanged && !isOwn) await this.#addBase(path);
  }

  /** Addresses in deleted or renamed files existed before. */
  async #addDeleted(): Promise<void> {
    const { base, files } = this.#versions;
    const hasChanged =
      this.#addresses.all().some(({ isInChanged }) => isInChanged) ||
      this.#deniedTexts.some(({ isChanged }) => isChanged);
    if (base === undefined || !hasChanged) return;
    const now = new Set(files.paths);
    for (const path of base.paths) {
      if (!now.has(path) && !this.#ownFiles.has(path)) await this.#addBase(path);
    }
  }

  /** Submodules that are not checked out: of those that the change moves, nothing is known. */
  #addModules(): void {
    const { files, base } = this.#versions;
    const before = new Map(base?.missingModules.map(({ path, object }) => [path, object]));
    const reason = 'a submodule that is not checked out';
    for (const { path, object } of files.missingModules) {
      const isMoved = base !== undefined && before.get(path) !== object;
      this.#addSkipped({ path, reason }, isMoved);
    }
  }

  /** @param isUnread it is in the change, or may hide what is */
  #addSkipped(skipped: Skipped, isUnread: boolean): void {
    if (!this.#versions.isRequested(skipped.path)) return;
    (isUnread ? this.#found.unread : this.#found.skipped).push(skipped);
  }

  #addDenied(path: string, { listed, isChanged }: Pick<FoundInFile, 'listed' | 'isChanged'>): void {
    const { denySearch } = this.#books;
    const isRequested = this.#versions.isRequested(path);
    for (const { line, column, length, key } of listed) {
      if (!isChanged) this.#earlierTexts.add(key);
      const denials = isRequested ? denySearch.denialsOf(key) : [];
      const place = { path, line: line + 1, column: column + 1, length, isChanged };
      if (denials.length > 0) this.#deniedTexts.push({ ...place, key, denials });
    }
  }

  async #addBase(path: string): Promise<void> {
    const read = await this.#versions.base?.read(path, maxReadSize);
    if (read?.kind !== 'bytes') return;
    for (const { addresses, listed } of this.#search.readingsOf(path, read.bytes)) {
      for (const found of addresses) this.#addresses.addEarlier(found);
      for (const { key } of listed) this.#earlierTexts.add(key);
    }
  }
}
