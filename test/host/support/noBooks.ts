import type { Books } from '../../../src/editor/book/books.ts';
import { noFacts, noLookAlikes } from '../../support/workspaceStates.ts';

/** A workspace without facts about any address. */
export const noBooks = {
  factsOf: () => noFacts,
  lookAlikes: noLookAlikes,
  readNames: () => undefined,
  denySearch: () => [],
  nameInCode: (...[, , inText]: Parameters<Books['nameInCode']>) => inText,
} as unknown as Books;
