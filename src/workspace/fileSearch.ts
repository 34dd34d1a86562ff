import { keyMaterialIn } from '../scan/keyMaterial.ts';
import { mayHaveAddresses } from '../scan/scan.ts';
import type { EntryIndex } from '../book/book.ts';
import { allOf } from '../book/allOf.ts';
import { createLineCounter } from '../book/lines.ts';
import type { ListedTexts } from '../book/listedTexts.ts';
import { codeNameAt } from '../inventory/codeName.ts';
import { searchableText, textOf } from '../inventory/fileText.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { AddressReader, type Spelling, type TextAddress } from './addressesIn.ts';
import { objectName, type FileReading } from './folderFiles.ts';
import type { LargeFile } from './readRegularFile.ts';

/** In which files texts that may be keys are looked for, which takes time. */
export type KeyTextsIn = 'all' | 'changed' | undefined;

/** What is looked for in the files of a folder. */
export interface Search {
  /** Absolute. Also for files that are not read from the disk, whose folders are named by what is there. */
  readonly folder: string;
  /** Undefined where no list has a text. */
  readonly listed: ListedTexts | undefined;
  readonly keyTextsIn: KeyTextsIn;
  /** Whether the names that the code gives are read. */
  readonly namesCode: boolean;
  /** Entries whose addresses are known to be canonical spellings. */
  readonly known?: EntryIndex;
}

/** A file, and what is known of it without reading it. */
export interface SearchedFile {
  readonly path: string;
  /** The networks that the address book names for it. */
  readonly networks: readonly string[];
  /** Its object in the base revision; undefined if it was not there. */
  readonly before: string | undefined;
  /** Its object, if that is known. */
  readonly now: string | undefined;
  /** Whether there is a base revision. */
  readonly hasBase: boolean;
}

/** Where something is; from 1. */
interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A place with the hash of a listed text, which the lists confirm. */
interface ListedTextPlace extends TextPlace {
  /** In UTF-16 units. */
  readonly length: number;
  readonly key: string;
}

export interface FoundAddress extends Omit<TextAddress, 'offset'> {
  readonly codeName?: string | undefined;
}

/** What is in a file. */
export interface FoundInFile {
  /** `binary`: it is not text in an encoding that an editor has. */
  readonly kind: 'text' | 'binary';
  readonly isChanged: boolean;
  readonly addresses: Iterable<FoundAddress>;
  readonly listed: readonly ListedTextPlace[];
  readonly keyTexts: readonly TextPlace[];
}

/** The same, or why nothing was read of it. */
export type FileContent =
  | FoundInFile
  | { readonly kind: 'missing' }
  | { readonly kind: 'skipped'; readonly reason: string; readonly isChanged: boolean };

/** Of a file: one of keys does not fill the memory. */
export const mostKeyTexts = 1_000;

/** Git LFS keeps a file elsewhere, and this in its place. */
const pointerHead = 'version https://git-lfs.github.com/spec/v1\n';

const pointer = 'a pointer of Git LFS: its content is not here';

/** Searches files, one after the other. */
export class FileSearch {
  readonly #reader: AddressReader;
  readonly #search: Search;

  constructor(search: Search) {
    this.#search = search;
    this.#reader = new AddressReader(new FolderIds(search.folder), search.known);
  }

  /** What this search has for a spelling of another one. */
  adopt(spelling: Spelling): Spelling {
    return this.#reader.adopt(spelling);
  }

  /** @param large the same file on the disk, which may be too large to be read at once */
  contentOf(file: SearchedFile, read: FileReading, large?: LargeFile): FileContent {
    if (read.kind === 'missing') return { kind: 'missing' };
    if (read.kind === 'tooLarge' && large !== undefined) return this.#inSlices(file, large);
    // Nothing says that a file that cannot be read is as it was.
    const isKept = file.now !== undefined && file.now === file.before;
    if (read.kind !== 'bytes') {
      return { kind: 'skipped', reason: read.reason, isChanged: file.hasBase && !isKept };
    }
    const { bytes } = read;
    const isChanged = isOther(file, bytes);
    if (bytes.length < 1_024 && bytes.toString('latin1').startsWith(pointerHead)) {
      return { kind: 'skipped', reason: pointer, isChanged: file.hasBase && isChanged };
    }
    return { ...this.#found(file, bytes, isChanged), isChanged };
  }

  /** The addresses of a version of a file, by what the text itself names. */
  addressesOf(path: string, bytes: Buffer): Iterable<TextAddress> {
    const text = textOf(bytes) ?? rawText(bytes);
    // The rules of today are not those of then.
    return text === undefined ? [] : this.#reader.read(path, text, []);
  }

  /** What the names of a file and of its folders have. */
  contentOfName(path: string): Pick<FoundInFile, 'addresses' | 'listed'> {
    const addresses = [...this.#reader.read(path, path, [])];
    return { addresses, listed: this.#listedIn(path, addresses) };
  }

  #found(file: SearchedFile, bytes: Buffer, isChanged: boolean): Omit<FoundInFile, 'isChanged'> {
    const read = textOf(bytes);
    const text = read ?? rawText(bytes);
    const kind = read === undefined ? 'binary' : 'text';
    const addresses = text === undefined ? [] : this.#addressesIn(file, text);
    const listed = this.#listedIn(text ?? searchableText(bytes), addresses);
    const keyTexts = read === undefined ? [] : this.#keyTextsIn(file, read, isChanged);
    return { kind, addresses, listed, keyTexts };
  }

  #inSlices(file: SearchedFile, large: LargeFile): FoundInFile {
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
        column: place.line === 1 ? place.column + columns : place.column,
      });
      addresses.push(...Array.from(found.addresses, placed));
      listed.push(...found.listed.map(placed));
      keyTexts.push(...found.keyTexts.map(placed));
      for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) lines++;
      const lastLine = bytes.lastIndexOf(0x0a);
      columns = lastLine === -1 ? columns + bytes.length : bytes.length - lastLine - 1;
    }
    return { kind, isChanged, addresses, listed, keyTexts };
  }

  #addressesIn({ path, networks }: SearchedFile, text: string): (FoundAddress & TextAddress)[] {
    const addresses = this.#reader.read(path, text, networks);
    if (!this.#search.namesCode) return [...addresses];
    return Array.from(addresses, (found) => ({
      ...found,
      codeName: codeNameAt(text, found.offset, found.length),
    }));
  }

  #listedIn(text: string, addresses: readonly TextAddress[]): ListedTextPlace[] {
    const { listed } = this.#search;
    if (listed === undefined) return [];
    const shown = addresses.filter(({ isHidden }) => !isHidden);
    const known = new Set(shown.map(({ offset }) => offset));
    const lines = createLineCounter(text);
    return allOf(listed.find(text, known)).map(({ offset, length, key }) => {
      const { line, column } = lines.placeAt(offset);
      return { line: line + 1, column: column + 1, length, key };
    });
  }

  #keyTextsIn({ path, hasBase }: SearchedFile, text: string, isChanged: boolean): TextPlace[] {
    const where = this.#search.keyTextsIn;
    if (where === undefined || (where === 'changed' && !(isChanged && hasBase))) return [];
    const starts = new Set(keyMaterialIn(text, { path }).map(({ offset }) => offset));
    const lines = createLineCounter(text);
    return [...starts]
      .sort((one, other) => one - other)
      .slice(0, mostKeyTexts)
      .map((start) => {
        const { line, column } = lines.placeAt(start);
        return { line: line + 1, column: column + 1 };
      });
  }
}

/**
 * Bytes that are not text, as characters with the same addresses in them: one letter of Latin-1 takes
 * no file away. Undefined if none of them can be an address.
 */
function rawText(bytes: Buffer): string | undefined {
  return mayHaveAddresses(bytes) ? searchableText(bytes) : undefined;
}

/** Whether a file is not what it was. */
function isOther({ before, now }: SearchedFile, bytes: Buffer): boolean {
  return before === undefined || (now ?? objectName(bytes, before)) !== before;
}
