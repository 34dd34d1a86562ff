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

  /** @param known where addresses were found, by `placeName` */
  search(path: string, text: string, known: ReadonlySet<string>): void {
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
  known: ReadonlySet<string>,
): DeniedText[] {
  const places = allOf(search.find(text));
  if (places.length === 0) return [];
  const lines = createLineCounter(text);
  return places.flatMap(({ offset, length, denials }) => {
    const line = lines.lineAt(offset) + 1;
    const column = offset - text.lastIndexOf('\n', offset - 1);
    const place = { path, line, column, length, denials };
    return known.has(placeName(place)) ? [] : [place];
  });
}

export const placeName = ({ line, column }: Pick<DeniedText, 'line' | 'column'>): string =>
  `${line}:${column}`;
