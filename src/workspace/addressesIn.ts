import { createChainReader } from '../addresses/chain/chainOf.ts';
import type { Family } from '../addresses/networks.ts';
import { canonicalOf, checksumOf, type Occurrence } from '../addresses/occurrence.ts';
import { scanSlices } from '../addresses/scan.ts';
import { createLineCounter } from '../book/lines.ts';

/** An address as it is written: one object for all places that write it so. */
export interface Spelling {
  readonly text: string;
  readonly canonical: string;
  readonly family: Family;
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
  /** Of what stands in the text, in UTF-16 units. */
  readonly length: number;
}

/** Reads the addresses of texts. */
export class AddressReader {
  /** Kept by family and text: Keccak is slow, and most addresses occur often. */
  readonly #spellings = new Map<Family, Map<string, Spelling>>();

  /** @param bookNetworks the networks that the address book names for the file */
  *read(path: string, text: string, bookNetworks: readonly string[]): Generator<TextAddress> {
    const chainOf = createChainReader(text, path, bookNetworks);
    const lines = createLineCounter(text);
    for (const slice of scanSlices(text, { path })) {
      for (const occurrence of slice) {
        const { offset, length } = occurrence;
        const { line, column } = lines.placeAt(offset);
        yield {
          ...{ spelling: this.#spellingOf(occurrence), network: chainOf(occurrence).chain },
          ...{ line: line + 1, column: column + 1, offset, length },
        };
      }
    }
  }

  #spellingOf(occurrence: Occurrence): Spelling {
    const { family, placeholder } = occurrence;
    const ofFamily = this.#spellings.get(family) ?? new Map<string, Spelling>();
    if (ofFamily.size === 0) this.#spellings.set(family, ofFamily);
    const known = ofFamily.get(occurrence.text);
    if (known !== undefined) return known;
    const text = copyOf(occurrence.text);
    const canonical = canonicalOf(occurrence);
    const spelling = {
      ...{ text, family, isPlaceholder: placeholder !== null },
      canonical: canonical === text ? text : copyOf(canonical),
      isChecksumWrong: checksumOf(occurrence) === 'invalid',
    };
    ofFamily.set(text, spelling);
    return spelling;
  }
}

/** A part of a string keeps all of it in memory. Addresses are ASCII. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
