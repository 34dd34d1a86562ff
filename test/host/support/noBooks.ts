import type { Books } from '../../../src/editor/book/books.ts';
import { noFacts, noLookAlikes } from '../../support/workspaceStates.ts';

/** A workspace in whose files nothing is said of an address. */
export const noBooks = {
  factsOf: () => noFacts,
  lookAlikes: noLookAlikes,
  readNames: () => undefined,
  denySearch: () => [],
  nameInCode: (...[, , inText]: Parameters<Books['nameInCode']>) => inText,
} as unknown as Books;
