/** Where a text comes from, as far as that is known. */
export interface Source {
  readonly path?: string;
  /** How the text begins, where only a part of it is at hand. */
  readonly head?: string;
}

/** Whether what surrounds a place makes a shape without a checksum an address. */
export type Evidence = (start: number, end: number) => boolean;
