import { createChainReader } from '../addresses/chain/chainOf.ts';
import type { Family } from '../addresses/networks.ts';
import { canonicalOf, checksumOf, type Occurrence } from '../addresses/occurrence.ts';
import { scanSlices } from '../addresses/scan.ts';

/** An address of a text, as `check` compares it. */
export interface TextAddress {
  readonly text: string;
  readonly canonical: string;
  readonly family: Family;
  /** Null if nothing names it, or several are named. */
  readonly network: string | null;
  readonly isChecksumWrong: boolean;
  readonly isPlaceholder: boolean;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly offset: number;
  /** Of what stands in the text, in UTF-16 units. */
  readonly length: number;
}

/** Spellings that are kept: Keccak is slow, and most addresses occur often. */
const mostSpellings = 100_000;

type Spelling = Pick<TextAddress, 'text' | 'canonical' | 'isChecksumWrong'>;

/** Reads the addresses of texts. */
export class AddressReader {
  readonly #spellings = new Map<string, Spelling>();

  /** @param bookNetworks the networks that the address book names for the file */
  *read(path: string, text: string, bookNetworks: readonly string[]): Generator<TextAddress> {
    const chainOf = createChainReader(text, path, bookNetworks);
    let line = 1;
    let lineStart = 0;
    let lineBreak = text.indexOf('\n');
    for (const slice of scanSlices(text, { path })) {
      for (const occurrence of slice) {
        const { offset, length, family, placeholder } = occurrence;
        while (lineBreak !== -1 && lineBreak < offset) {
          line++;
          lineStart = lineBreak + 1;
          lineBreak = text.indexOf('\n', lineStart);
        }
        yield {
          ...this.#spellingOf(occurrence),
          family,
          network: chainOf(occurrence).chain,
          isPlaceholder: placeholder !== null,
          line,
          column: offset - lineStart + 1,
          offset,
          length,
        };
      }
    }
  }

  #spellingOf(occurrence: Occurrence): Spelling {
    const name = `${occurrence.family} ${occurrence.text}`;
    const known = this.#spellings.get(name);
    if (known !== undefined) return known;
    const spelling = {
      text: copyOf(occurrence.text),
      canonical: copyOf(canonicalOf(occurrence)),
      isChecksumWrong: checksumOf(occurrence) === 'invalid',
    };
    if (this.#spellings.size >= mostSpellings) this.#spellings.clear();
    this.#spellings.set(copyOf(name), spelling);
    return spelling;
  }
}

/** A part of a string keeps all of it in memory. Addresses are ASCII. */
function copyOf(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
