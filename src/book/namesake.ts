import { accountOf, canonicalOf } from '../addresses/occurrence.ts';
import { networkNamed, type Family } from '../networks/networks.ts';
import { tokenNamed } from '../known/known.ts';
import type { BookEntry } from './book.ts';

/** Another address whose name the code gives to this one. */
export interface Namesake {
  readonly name: string;
  readonly address: string;
  /** Name in the table of networks. */
  readonly network: string;
  /** Whether the address book has it, or published lists do. */
  readonly isInBook: boolean;
}

interface Named {
  readonly text: string;
  readonly family: Family;
  /** Undefined for one that is assumed or undecided: then only the book can have a namesake. */
  readonly network: string | undefined;
  /** In the code. */
  readonly name: string;
}

/**
 * Generic words that code uses for any value. 17 of the 644 symbols that several lists agree on are
 * such words, but they are not used as symbols here. The book may use them as names.
 */
const kindWords = new Set(
  (
    'account address asset bond check coin contract currency dao farm gas home index kernel key lend ' +
    'owner pair pool portal proxy router safe sign stake swap target token tokens treasury vault wallet'
  ).split(' '),
);

/** Entries of the address book by `nameKey`. */
export type NamedEntries = ReadonlyMap<string, readonly BookEntry[]>;

/** Names are compared without case. */
export const nameKey = (name: string): string => name.toLowerCase();

export function namedEntries(entries: readonly BookEntry[]): NamedEntries {
  const named = new Map<string, BookEntry[]>();
  for (const entry of entries) {
    if (entry.name === undefined) continue;
    const others = named.get(nameKey(entry.name));
    if (others === undefined) named.set(nameKey(entry.name), [entry]);
    else others.push(entry);
  }
  return named;
}

/**
 * Finds a reviewed or known address whose name the code gives to a different address; also a part
 * of that name, since token lists write “USD Coin (USDC)”. Undefined if no address has the name, or
 * if this address has it too.
 */
export function namesakeOf(named: Named, reviewed: NamedEntries): Namesake | undefined {
  const { name } = named;
  const at = name.endsWith(')') ? name.lastIndexOf(' (') : -1;
  const parts = at === -1 ? [] : [name.slice(0, at), name.slice(at + 2, -1)];
  for (const part of [name, ...parts]) {
    const found = ownerOf({ ...named, name: part }, reviewed);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ownerOf(
  { text, family, network, name }: Named,
  reviewed: NamedEntries,
): Namesake | undefined {
  const account = accountOf({ text, family });
  const entries = (reviewed.get(nameKey(name)) ?? []).filter(
    (entry) => network === undefined || entry.network === network,
  );
  const isOwn = (entry: BookEntry): boolean =>
    networkNamed(entry.network)?.family === family &&
    accountOf({ text: entry.address, family }) === account;
  if (entries.some(isOwn)) return undefined;
  const [entry] = entries;
  if (entry?.name !== undefined) {
    return { name: entry.name, address: entry.address, network: entry.network, isInBook: true };
  }
  if (network === undefined || kindWords.has(nameKey(name))) return undefined;
  const token = tokenNamed(name, network);
  if (token === undefined || accountOf({ text: token.address, family }) === account)
    return undefined;
  return {
    name: token.name,
    address: canonicalOf({ text: token.address, family }),
    network,
    isInBook: false,
  };
}
