import { createChainReader } from '../evidence/chainOf.ts';
import type { Family } from '../networks/networks.ts';
import { accountOf, canonicalOf, checksumOf, type Occurrence } from '../addresses/occurrence.ts';
import { scanSlices } from '../scan/scan.ts';
import type { EntryIndex } from '../book/book.ts';
import { createLineCounter } from '../book/lines.ts';
import type { FolderIds } from '../paths/folderIds.ts';

/** An address as it is written: one object for all places that write it so. */
export interface Spelling {
  readonly text: string;
  readonly canonical: string;
  readonly family: Family;
  /** By `accountOf`. */
  readonly account: string;
  /** All spellings of an address have one number, but for those with a wrong checksum. */
  readonly number: number;
  readonly isChecksumWrong: boolean;
  readonly isPlaceholder: boolean;
}

/** An address of a text, as `check` compares it. */
export interface TextAddress {
  readonly spelling: Spelling;
  /** Null if nothing names it, or several are named. */
  readonly network: string | null;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly offset: number;
  /** Of what the text has there, in UTF-16 units. */
  readonly length: number;
  /** Whether it may be a key, or a part of one: it counts, and its text is never shown or sent. */
  readonly isHidden: boolean;
}

/** Reads the addresses of texts. */
export class AddressReader {
  /** Kept by family and text: Keccak is slow, and most addresses occur often. */
  readonly #spellings = new Map<Family, Map<string, Spelling>>();
  /** Of addresses whose canonical spelling has not been read yet, by family and that. */
  readonly #numbers = new Map<string, number>();
  #count = 0;
  readonly #listed: EntryIndex;
  readonly #folderIds: FolderIds | undefined;

  /** @param listed whose addresses are canonical spellings */
  constructor(folderIds?: FolderIds, listed: EntryIndex = new Map()) {
    this.#folderIds = folderIds;
    this.#listed = listed;
  }

  /** @param bookNetworks the networks that the address book names for the file */
  *read(path: string, text: string, bookNetworks: readonly string[]): Generator<TextAddress> {
    let chainOf: ReturnType<typeof createChainReader> | undefined;
    const lines = createLineCounter(text);
    const hidden = new Set<Occurrence>();
    for (const slice of scanSlices(text, { path }, hidden)) {
      for (const occurrence of slice) {
        const { offset, length } = occurrence;
        const { line, column } = lines.placeAt(offset);
        const spelling = this.#spellingOf(occurrence);
        chainOf ??= createChainReader(text, this.#folderIds?.byId(path) ?? path, bookNetworks);
        const network = chainOf(occurrence).chain;
        const isHidden = hidden.size > 0 && hidden.has(occurrence);
        yield { spelling, network, line: line + 1, column: column + 1, offset, length, isHidden };
      }
    }
  }

  /** What this reader has for a spelling of another one, whose numbers are others. */
  adopt(spelling: Spelling): Spelling {
    const ofFamily = this.#ofFamily(spelling.family);
    return ofFamily.get(spelling.text) ?? this.#keep(spelling, ofFamily);
  }

  #spellingOf(occurrence: Occurrence): Spelling {
    const { family, placeholder } = occurrence;
    const ofFamily = this.#ofFamily(family);
    const known = ofFamily.get(occurrence.text);
    if (known !== undefined) return known;
    const text = copyOf(occurrence.text);
    const account = accountOf({ text, family });
    const isListed = this.#listed.get(account)?.[0]?.address === text;
    const canonical = isListed ? text : copyOf(canonicalOf(occurrence));
    const isChecksumWrong = !isListed && checksumOf(occurrence) === 'invalid';
    const isPlaceholder = placeholder !== null;
    return this.#keep(
      { text, canonical, family, account, isChecksumWrong, isPlaceholder },
      ofFamily,
    );
  }

  #ofFamily(family: Family): Map<string, Spelling> {
    const known = this.#spellings.get(family) ?? new Map<string, Spelling>();
    if (known.size === 0) this.#spellings.set(family, known);
    return known;
  }

  #keep(spelling: Omit<Spelling, 'number'>, ofFamily: Map<string, Spelling>): Spelling {
    const { text, canonical, family, isChecksumWrong } = spelling;
    const isCanonical = isChecksumWrong || canonical === text;
    const number =
      (isCanonical ? undefined : ofFamily.get(canonical)?.number) ??
      this.#numberOf(`${family} ${isChecksumWrong ? text : canonical}`, isCanonical);
    const kept = { ...spelling, number };
    ofFamily.set(text, kept);
    return kept;
  }

  /** @param isLast whether the name is looked up for the last time */
  #numberOf(name: string, isLast: boolean): number {
    const known = this.#numbers.get(name);
    const number = known ?? this.#count++;
    if (isLast) this.#numbers.delete(name);
    else this.#numbers.set(name, number);
    return number;
  }
}

/** A part of a string keeps all of it in memory. Addresses are ASCII. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
