import { allOf } from '../book/json.ts';
import { searchableText } from '../inventory/fileText.ts';
import type { DenySearch } from '../book/denySearch.ts';
import type { Denial } from '../book/facts.ts';
import { createLineCounter } from '../book/lines.ts';

/** A text of a deny list where no address was found. It may be a key, so it is not repeated. */
export interface DeniedText {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** In UTF-16 units. */
  readonly length: number;
  readonly denials: readonly Denial[];
}

/** In bytes: what is no text is searched up to this size. */
const largestBinary = 16_777_216;

/** Collects the texts of deny lists in the files of a folder. */
export class DeniedTexts {
  readonly found: DeniedText[] = [];
  readonly #search: DenySearch;
  /** The paths of deny lists, whose rows are no hits of themselves. */
  readonly ownRows: ReadonlySet<string>;

  constructor(search: DenySearch, ownRows: ReadonlySet<string>) {
    this.#search = search;
    this.ownRows = ownRows;
  }

  /** @param known the offsets of addresses that were found */
  search(path: string, text: string, known: ReadonlySet<number>): void {
    if (this.#search.isEmpty || this.ownRows.has(path)) return;
    this.found.push(...deniedTextsIn(text, path, this.#search, known));
  }

  /** The same for a file that is no text. */
  searchBytes(path: string, bytes: Uint8Array): void {
    if (this.#search.isEmpty || bytes.length > largestBinary) return;
    this.search(path, searchableText(bytes), new Set());
  }
}

function deniedTextsIn(
  text: string,
  path: string,
  search: DenySearch,
  known: ReadonlySet<number>,
): DeniedText[] {
  const places = allOf(search.find(text));
  if (places.length === 0) return [];
  const lines = createLineCounter(text);
  return places.flatMap(({ offset, length, denials }) => {
    if (known.has(offset)) return [];
    const { line, column } = lines.placeAt(offset);
    return [{ path, line: line + 1, column: column + 1, length, denials }];
  });
}
