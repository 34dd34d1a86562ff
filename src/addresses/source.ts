/** Where a text comes from, as far as the caller knows. */
export interface Source {
  readonly path?: string;
  /** The start of the text, if the scanned text is only a part. */
  readonly head?: string;
}

/** Whether the text around a token without a checksum shows that it is an address. */
export type Evidence = (start: number, end: number) => boolean;

/**
 * How far before a token the head of a block can show that it is an address, in UTF-16 units.
 * Bounded, so that an edit changes only addresses near it.
 */
export const headReach = 65_536;
