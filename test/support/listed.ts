import type { AddressList } from '../../src/book/lists.ts';

/** What a list says of each of its addresses. */
export const listedIn = ({ addresses }: AddressList): Record<string, unknown> =>
  Object.fromEntries([...addresses.keys()].map((key) => [key, addresses.get(key)]));
