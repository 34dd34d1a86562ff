import type { AddressList } from '../../src/book/lists.ts';

/** The rows of a list for each of its addresses. */
export const listedIn = ({ addresses }: AddressList): Record<string, unknown> =>
  Object.fromEntries([...addresses.keys()].map((key) => [key, addresses.get(key)]));
