import { allOf } from '../book/json.ts';
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
export const largestBinary = 16_777_216;

/** @param known where addresses were found, by line and column */
export function deniedTextsIn(
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

/**
 * Bytes that are no text as VS Code reads it, as characters to search in: the same in every encoding
 * that has ASCII in it, with zeros in between as in UTF-16 or without.
 */
export function searchableText(bytes: Uint8Array): string {
  return Buffer.from(bytes.filter((byte) => byte !== 0)).toString('latin1');
}
