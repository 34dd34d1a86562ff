import type { Books } from '../../../src/editor/book/register.ts';

/** A workspace in whose files nothing is said of an address. */
export const noBooks = {
  factsOf: () => ({ denials: [], entries: [], names: [] }),
  readNames: () => undefined,
} as unknown as Books;
