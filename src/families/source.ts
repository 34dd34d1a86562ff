import { createPartOutlines, type OutlinedPart } from '../text/parts.ts';

/** Where a text comes from, as far as the caller knows. */
export interface Source {
  readonly path?: string;
  /** The start of the text, if the scanned text is only a part. */
  readonly head?: string;
}

/** How much of a file contains its imports and declarations, in UTF-16 units. */
export const fileHeadLength = 16_384;

/** The path and the first lines of a text. */
export const fileOf = (text: string, source: Source | undefined): Required<Source> => ({
  path: '',
  head: text.slice(0, fileHeadLength),
  ...source,
});

/** Whether the text around a token without a checksum shows that it is an address. */
export type Evidence = (start: number, end: number) => boolean;

/** A scanned text with data that all families read at most once. */
export interface Scanned {
  readonly text: string;
  readonly source: Source | undefined;
  readonly partAt: (offset: number) => OutlinedPart;
}

export function scannedText(text: string, source: Source | undefined): Scanned {
  const partAt = createPartOutlines(text, /\.mdx?$/i.test(source?.path ?? ''));
  return { text, source, partAt };
}
