import { keyMaterialIn } from '../scan/keyMaterial.ts';
import { mayHaveAddresses } from '../scan/scan.ts';
import type { EntryIndex } from '../book/book.ts';
import { drain } from '../book/drain.ts';
import { createLineCounter } from '../book/lines.ts';
import type { ListedTexts } from '../book/listedTexts.ts';
import { isAbout } from '../book/facts.ts';
import { maxNameFileSize, nameFileKind, readNames, type NamedAddress } from '../book/nameFiles.ts';
import { encodingOf, maxFileSize, searchableText, textOf } from './fileText.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { DiskReader, objectName, type FileReading } from './diskReader.ts';
import { maxReadSize, type LargeFile } from '../paths/readFile.ts';
import {
  networkOf,
  TextScanner,
  type FoundAddress,
  type ScannedFile,
  type Spelling,
} from './scanText.ts';

/** In which files texts that may be keys are looked for, which takes time. */
export type KeyTextsIn = 'all' | 'changed' | undefined;

/** Options of a search in a folder. */
export interface Search {
  /** Absolute. Also for files that are not read from the disk, whose folders are named by what is there. */
  readonly folder: string;
  /** Chain IDs of its subfolders, shared by several searches. */
  readonly folderIds?: FolderIds;
  /** Undefined where no list has a text. */
  readonly listed: ListedTexts | undefined;
  readonly keyTextsIn: KeyTextsIn;
  /** Whether the names that the code gives are read. */
  readonly namesCode: boolean;
  /** Entries whose addresses are known to be canonical spellings. */
  readonly known?: Pick<EntryIndex, 'get'>;
  /** Whether lines end, and the first one begins, where they do in an editor. */
  readonly asInEditor?: boolean;
}

/** A file with facts that don't require reading it. */
export interface SearchedFile extends ScannedFile {
  /** Its object in the base revision; undefined if it was not there. */
  readonly before: string | undefined;
  /** Its object, if that is known. */
  readonly now: string | undefined;
  /** Whether there is a base revision. */
  readonly hasBase: boolean;
}

/** A file of a folder on the disk. Without a base revision, it has no states. */
export interface DiskFile
  extends ScannedFile, Partial<Pick<SearchedFile, 'before' | 'now' | 'hasBase'>> {
  /** Whether a listing of its folder has it, as a regular file. */
  readonly isListed?: boolean;
}

/** Where something is; from 0. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A place with the hash of a listed text, which the lists confirm. */
export interface ListedTextPlace extends TextPlace {
  /** In UTF-16 units; 0 in the name of the file or of a folder. */
  readonly length: number;
  readonly key: string;
}

/** Content found in a file. */
export interface FoundInFile {
  /** `binary`: it is not text in an encoding that an editor has. */
  readonly kind: 'text' | 'binary';
  readonly isChanged: boolean;
  /** Addresses in its name come last. */
  readonly addresses: Iterable<FoundAddress>;
  readonly listed: readonly ListedTextPlace[];
  readonly keyTexts: readonly TextPlace[];
}

/**
 * Content of a file, or the reason why it wasn't read; even then its name may contain an address.
 */
export type FileContent =
  | FoundInFile
  /** `failed`: our own code threw, in a thread. */
  | { readonly kind: 'missing' | 'failed' }
  | SkippedFile;

/**
 * Addresses found in the name of a file that wasn't read; for an LFS pointer, also in the pointer
 * itself.
 */
interface SkippedFile extends Pick<FoundInFile, 'addresses' | 'listed' | 'isChanged'> {
  readonly kind: 'skipped';
  readonly why: Exclude<FileReading['kind'], 'bytes' | 'missing'> | 'pointer';
  readonly reason: string;
}

/** Per file, so that a file full of keys cannot fill the memory. */
export const maxKeyTexts = 1_000;

/** Git LFS keeps a file elsewhere, and this in its place. */
const pointerHead = 'version https://git-lfs.github.com/spec/v1\n';

const pointer = 'a pointer of Git LFS: its content is not here';

/** Shorter names are too short for an address. */
const mayBeNamed = /[0-9A-Za-z]{25}/;

/** Searches files, one after the other. */
export class FileSearch {
  readonly #scanner: TextScanner;
  readonly #search: Search;
  readonly #reader: DiskReader;

  constructor(search: Search) {
    this.#search = search;
    this.#reader = new DiskReader(search.folder);
    const { folderIds = new FolderIds(search.folder), known } = search;
    this.#scanner = new TextScanner(folderIds, known);
  }

  /** Returns this search's copy of a spelling from another one. */
  adopt(spelling: Spelling): Spelling {
    return this.#scanner.adopt(spelling);
  }

  /** @param content what is in the file, if that is not what is on the disk */
  contentOnDisk(file: DiskFile, content?: string | Uint8Array): FileContent {
    if (typeof content === 'string') return this.contentOfText(file, content);
    const searched = { before: undefined, now: undefined, hasBase: false, ...file };
    if (content !== undefined) {
      return this.contentOf(searched, { kind: 'bytes', bytes: Buffer.from(content) });
    }
    const { path, isListed = false } = file;
    if (this.#search.asInEditor === true) {
      return this.contentOf(searched, this.#reader.read(path, maxFileSize, isListed));
    }
    const read = this.#reader.read(path, maxReadSize, isListed);
    return this.contentOf(searched, read, this.#reader.largeFileAt(path));
  }

  /** @param large the same file on the disk, which may be too large to be read at once */
  contentOf(file: SearchedFile, read: FileReading, large?: LargeFile): FileContent {
    if (read.kind === 'missing') return { kind: 'missing' };
    if (read.kind === 'tooLarge' && large !== undefined) return this.#inSlices(file, large);
    if (read.kind !== 'bytes') {
      // An unreadable file may have changed.
      const isKept = file.now !== undefined && file.now === file.before;
      return this.#skipped(file, { why: read.kind, reason: read.reason, isChanged: !isKept });
    }
    const { bytes } = read;
    const isChanged = isOther(file, bytes);
    if (bytes.length < 1_024 && bytes.toString('latin1').startsWith(pointerHead)) {
      // Read the lines of the pointer too: it can hold more than a pointer should.
      const { addresses, listed } = this.#found(file, bytes, isChanged);
      return this.#skipped(file, { why: 'pointer', reason: pointer, isChanged, addresses, listed });
    }
    return this.#withName(file, { ...this.#found(file, bytes, isChanged), isChanged });
  }

  /**
   * Combines the content on disk with Git's content of the same file, because others read that.
   * @param inGit if its bytes differ
   */
  contentOnDiskAnd(file: SearchedFile & DiskFile, inGit: FileReading): FileContent {
    const found = this.contentOf(file, inGit);
    const onDisk = this.contentOnDisk(file);
    if (!('addresses' in found) || !('addresses' in onDisk)) return onDisk;
    // Name the version that wasn't read.
    return found.kind === 'skipped' ? withOthers(found, onDisk) : withOthers(onDisk, found);
  }

  /** The same for a text that is not on the disk. */
  contentOfText(file: ScannedFile, text: string): FoundInFile {
    const searched = { ...file, before: undefined, now: undefined, hasBase: false };
    return this.#withName(searched, { ...this.#foundIn(searched, text), isChanged: true });
  }

  /**
   * Reads a version of a file in each possible encoding, using only networks that its own text
   * names.
   */
  readingsOf(path: string, bytes: Buffer): Found[] {
    // Today's rules for networks didn't apply to older versions.
    return textsOf(bytes).map((text) => this.#foundIn({ path, networks: [] }, text));
  }

  /** The addresses in the names of a file and of its folders. */
  addressesInName(path: string): Iterable<FoundAddress> {
    return mayBeNamed.test(path) ? this.#scanner.scan(path, { path, networks: [] }) : [];
  }

  #skipped(
    file: SearchedFile,
    why: Pick<SkippedFile, 'why' | 'reason' | 'isChanged'> & Partial<SkippedFile>,
  ): FileContent {
    const isChanged = file.hasBase && why.isChanged;
    const none = { addresses: [], listed: [] };
    return this.#withName<SkippedFile>(file, { kind: 'skipped', ...none, ...why, isChanged });
  }

  /** Adds what is in the names of the file and of its folders, which is on none of its lines. */
  #withName<Content extends Pick<FoundInFile, 'addresses' | 'listed'>>(
    { path }: SearchedFile,
    content: Content,
  ): Content {
    if (!mayBeNamed.test(path)) return content;
    const place = { line: 0, column: 0, length: 0 };
    const found = this.#foundIn({ path, networks: [] }, path);
    const addresses = found.addresses.map((each) => ({ ...each, ...place }));
    return {
      ...content,
      addresses: [...content.addresses, ...addresses],
      listed: [...content.listed, ...found.listed.map(({ key }) => ({ key, ...place }))],
    };
  }

  #found(file: SearchedFile, bytes: Buffer, isChanged: boolean): Omit<FoundInFile, 'isChanged'> {
    const text = textOf(bytes);
    if (text === undefined) {
      return { ...this.#foundInBytes(file, bytes), kind: 'binary', keyTexts: [] };
    }
    const keyTexts = this.#keyTextsIn(file, text, isChanged);
    const found = { ...this.#foundIn(file, text), keyTexts };
    return isDecoded(bytes) ? withOthers(found, this.#foundInBytes(file, bytes)) : found;
  }

  #foundInBytes(file: ScannedFile, bytes: Buffer): Found {
    const text = rawText(bytes);
    return text === undefined
      ? { addresses: [], listed: this.#listedIn(searchableText(bytes), []) }
      : this.#foundIn(file, text);
  }

  #foundIn(file: ScannedFile, text: string) {
    const { asInEditor = false, namesCode } = this.#search;
    const read = asInEditor ? withLineFeeds(text) : text;
    const names = namesCode ? toolNames(file.path, read) : undefined;
    const addresses = [...this.#scanner.scan(read, file, namesCode)].map((each) => {
      const own = each.name === undefined ? names?.get(each.spelling.account) : undefined;
      const name = own?.find(isAbout(networkOf(each.basis) ?? undefined))?.name;
      return name === undefined ? each : { ...each, name };
    });
    return {
      kind: 'text',
      addresses,
      listed: this.#listedIn(read, addresses),
      keyTexts: [],
    } as const;
  }

  #inSlices(file: SearchedFile, large: LargeFile): FileContent {
    const { before } = file;
    const isChanged =
      before === undefined || large.objectName(before.length === 64 ? 'sha256' : 'sha1') !== before;
    const addresses: FoundAddress[] = [];
    const listed: ListedTextPlace[] = [];
    const keyTexts: TextPlace[] = [];
    let kind: FoundInFile['kind'] = 'text';
    let lines = 0;
    let columns = 0;
    for (const bytes of large.slices()) {
      const found = this.#found(file, bytes, isChanged);
      if (found.kind === 'binary') kind = 'binary';
      const placed = <Place extends TextPlace>(place: Place): Place => ({
        ...place,
        line: place.line + lines,
        column: place.line === 0 ? place.column + columns : place.column,
      });
      for (const each of found.addresses) addresses.push(placed(each));
      for (const each of found.listed) listed.push(placed(each));
      for (const each of found.keyTexts) keyTexts.push(placed(each));
      for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) lines++;
      const lastLine = bytes.lastIndexOf(0x0a);
      columns = lastLine === -1 ? columns + bytes.length : bytes.length - lastLine - 1;
    }
    return this.#withName(file, { kind, isChanged, addresses, listed, keyTexts });
  }

  #listedIn(
    text: string,
    addresses: readonly { readonly offset: number; readonly isHidden: boolean }[],
  ): ListedTextPlace[] {
    const { listed } = this.#search;
    if (listed === undefined) return [];
    const shown = addresses.filter(({ isHidden }) => !isHidden);
    const known = new Set(shown.map(({ offset }) => offset));
    const lines = createLineCounter(text);
    return drain(listed.find(text, known)).map(({ offset, length, key }) => ({
      ...lines.placeAt(offset),
      length,
      key,
    }));
  }

  #keyTextsIn({ path, hasBase }: SearchedFile, text: string, isChanged: boolean): TextPlace[] {
    const where = this.#search.keyTextsIn;
    if (where === undefined || (where === 'changed' && !(isChanged && hasBase))) return [];
    const starts = new Set(keyMaterialIn(text, { path }).map(({ offset }) => offset));
    const lines = createLineCounter(text);
    return [...starts]
      .sort((one, other) => one - other)
      .slice(0, maxKeyTexts)
      .map((start) => lines.placeAt(start));
  }
}

/** Names that a tool's file gives to its accounts; undefined for other files. */
function toolNames(
  path: string,
  text: string,
): ReadonlyMap<string, readonly NamedAddress[]> | undefined {
  const kind = text.length > maxNameFileSize ? undefined : nameFileKind(path);
  return kind && Map.groupBy(drain(readNames(kind, path, text)), ({ key }) => key);
}

/** Lines as an editor has them; it shows no byte order mark. */
function withLineFeeds(text: string): string {
  const shown = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // Most files have none at all, and a search for one character is a tenth of the expression's time.
  return shown.includes('\r') && /\r(?!\n)/.test(shown) ? shown.replace(/\r\n?/g, '\n') : shown;
}

/** Whether the text differs from its bytes in ASCII; a byte order mark alone can be misleading. */
const isDecoded = (bytes: Buffer): boolean => encodingOf(bytes) !== 'utf-8';

/** All texts that bytes may be. */
function textsOf(bytes: Buffer): readonly string[] {
  const text = textOf(bytes);
  const raw = text === undefined || isDecoded(bytes) ? rawText(bytes) : undefined;
  return [text, raw].filter((each) => each !== undefined);
}

type Found = Pick<FoundInFile, 'addresses' | 'listed'>;

/** With what another reading of the same file has besides. */
function withOthers<One extends Found>(one: One, other: Found): One {
  const addresses = [...one.addresses];
  const spelled = new Set(addresses.map(({ spelling }) => spelling));
  const keys = new Set([
    ...one.listed.map(({ key }) => key),
    ...addresses.map(({ spelling }) => spelling.text.toLowerCase()),
  ]);
  return {
    ...one,
    addresses: [
      ...addresses,
      ...[...other.addresses].filter((each) => !spelled.has(each.spelling)),
    ],
    listed: [...one.listed, ...other.listed.filter(({ key }) => !keys.has(key))],
  };
}

/**
 * Bytes as characters with the same addresses in them: one letter of Latin-1 takes no file away.
 * Undefined if no address fits in them.
 */
function rawText(bytes: Buffer): string | undefined {
  return mayHaveAddresses(bytes) ? searchableText(bytes) : undefined;
}

/** Whether a file is not what it was. */
function isOther({ before, now }: SearchedFile, bytes: Buffer): boolean {
  return before === undefined || (now ?? objectName(bytes, before)) !== before;
}
