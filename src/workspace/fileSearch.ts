import { keyMaterialIn } from '../scan/keyMaterial.ts';
import type { EntryIndex } from '../book/book.ts';
import { allOf } from '../book/allOf.ts';
import { createLineCounter } from '../book/lines.ts';
import type { ListedTexts } from '../book/listedTexts.ts';
import { codeNameAt } from '../inventory/codeName.ts';
import { searchableText, textOf } from '../inventory/fileText.ts';
import { FolderIds } from '../paths/folderIds.ts';
import { AddressReader, type Spelling, type TextAddress } from './addressesIn.ts';
import { objectName, type FileReading } from './folderFiles.ts';

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
  /** Whether it is a deny list, whose rows are no hits of themselves. */
  readonly isOwnRow: boolean;
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
  | { readonly kind: 'skipped'; readonly reason: string };

/** Of a file: one of keys does not fill the memory. */
export const mostKeyTexts = 1_000;

/** In bytes: what is no text is searched up to this size. */
const largestBinary = 16_777_216;

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

  contentOf(file: SearchedFile, read: FileReading): FileContent {
    if (read.kind === 'missing') return { kind: 'missing' };
    if (read.kind !== 'bytes') return { kind: 'skipped', reason: read.reason };
    const { bytes } = read;
    const text = textOf(bytes);
    if (text === undefined) {
      const isSearched = bytes.length <= largestBinary && this.#search.listed !== undefined;
      const listed = isSearched ? this.#listedIn(file, searchableText(bytes), []) : [];
      return { kind: 'binary', isChanged: false, addresses: [], listed, keyTexts: [] };
    }
    const isChanged = isOther(file, bytes);
    const addresses = this.#addressesIn(file, text);
    const listed = this.#listedIn(file, text, addresses);
    const keyTexts = this.#keyTextsIn(file, text, isChanged);
    return { kind: 'text', isChanged, addresses, listed, keyTexts };
  }

  /** The addresses of a version of a file, by what the text itself names. */
  addressesOf(path: string, text: string): Iterable<TextAddress> {
    // The rules of today are not those of then.
    return this.#reader.read(path, text, []);
  }

  #addressesIn({ path, networks }: SearchedFile, text: string): (FoundAddress & TextAddress)[] {
    const addresses = this.#reader.read(path, text, networks);
    if (!this.#search.namesCode) return [...addresses];
    return Array.from(addresses, (found) => ({
      ...found,
      codeName: codeNameAt(text, found.offset, found.length),
    }));
  }

  #listedIn(
    { isOwnRow }: SearchedFile,
    text: string,
    addresses: readonly TextAddress[],
  ): ListedTextPlace[] {
    const { listed } = this.#search;
    if (listed === undefined || isOwnRow) return [];
    const known = new Set(addresses.map(({ offset }) => offset));
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

/** Whether a file is not what it was. */
function isOther({ before, now }: SearchedFile, bytes: Buffer): boolean {
  return before === undefined || (now ?? objectName(bytes, before)) !== before;
}
