import type { Family } from '../networks/networks.ts';
import { accountOf, canonicalOf, subaccountOf } from '../addresses/occurrence.ts';
import { isIgnored, type BookEntry, type EntryIndex, type ListReference } from './book.ts';
import type { AddressList, Listed } from './lists.ts';
import { knownAddress } from '../known/known.ts';
import type { Namesake } from './namesake.ts';

/** Where a verified name comes from. */
export type NameSource =
  | { readonly kind: 'book' }
  | { readonly kind: 'list'; readonly name: string }
  /** A published list, or the URL of a page that documents it. */
  | { readonly kind: 'known'; readonly title: string };

export interface KnownName {
  readonly name: string;
  readonly source: NameSource;
}

/** An unverified name for an address, from code or from a tool's file, and its location. */
export interface NameInCode {
  readonly name: string;
  readonly path: string;
  /** From 1; undefined where it is not known. */
  readonly line?: number | undefined;
  /** The address whose name this is. */
  readonly namesake?: Namesake | undefined;
}

/** A list of addresses to avoid that has this one. */
export interface Denial {
  readonly list: string;
  readonly path: string;
  /** The name that the list has for the address. */
  readonly name?: string;
  /** The network that it is listed on, if that is another one: the account is the same. */
  readonly network?: string;
}

/** Everything that the files of a folder say about an address, without any fetched data. */
export interface AddressFacts {
  readonly denials: readonly Denial[];
  /** In the book; several if the network is undecided. */
  readonly entries: readonly BookEntry[];
  /** From the book of the base revision; the same as `entries` without one. */
  readonly baseEntries: readonly BookEntry[];
  /** Names from the book come first. */
  readonly names: readonly KnownName[];
  readonly inCode?: NameInCode | undefined;
}

/**
 * Where an address is in the address book. Only the base revision's book makes it `listed`, and only
 * as long as the change keeps the entry: a change cannot vouch for itself.
 */
export type Listing = 'listed' | 'added' | 'removed' | 'none';

type Entries = Pick<AddressFacts, 'entries' | 'baseEntries'>;

export function listingOf({ entries, baseEntries }: Entries): Listing {
  if (baseEntries.length > 0) return entries.length > 0 ? 'listed' : 'removed';
  return entries.length > 0 ? 'added' : 'none';
}

/**
 * Whether look-alike warnings are hidden, which both revisions must request. @param today a UTC
 * date
 */
export function areIgnored({ entries, baseEntries }: Entries, today: string): boolean {
  return [entries, baseEntries].every((each) => each.some((entry) => isIgnored(entry, today)));
}

/** An address in any spelling, on a network; undefined if that is assumed or undecided. */
export interface AddressQuery {
  readonly text: string;
  readonly family: Family;
  readonly network: string | undefined;
  /** By `accountOf`, where it is known. */
  readonly account?: string | undefined;
}

const keyOf = ({ account, text, family }: AddressQuery): string =>
  account ?? accountOf({ text, family });

/** A list of the book with its content. */
export interface LoadedList {
  readonly reference: ListReference;
  readonly list: AddressList;
}

/** More names of one address would fill a hover. */
const maxNames = 3;

/** What a folder's files know about addresses. */
export interface Knowledge {
  readonly entries: EntryIndex;
  readonly lists: readonly LoadedList[];
}

/** Whether an item applies to an address on its network; often neither names one. */
export const isAbout =
  (network: string | undefined) =>
  (other: { readonly network?: string | null }): boolean =>
    other.network === undefined || network === undefined || other.network === network;

/** The entries of a book for an account. */
export function entriesOf(entries: EntryIndex, asked: AddressQuery): readonly BookEntry[] {
  const all = entries.get(keyOf(asked));
  return all === undefined ? [] : all.filter(isAbout(asked.network));
}

/**
 * The entries that list an address. At an exchange, everyone has the same account and another tag, so an
 * entry without a tag lists no address with one, nor the other way around.
 */
export function entriesListing(entries: EntryIndex, asked: AddressQuery): readonly BookEntry[] {
  const all = entriesOf(entries, asked);
  if (all.length === 0) return [];
  const { family } = asked;
  const own = subaccountOf(asked);
  return all.filter(({ address }) => subaccountOf({ text: address, family }) === own);
}

/** Who holds the account on one network holds it on all. */
export function denialsOf(lists: readonly LoadedList[], asked: AddressQuery): Denial[] {
  const { network } = asked;
  const key = keyOf(asked);
  const denials: Denial[] = [];
  for (const { reference, list } of lists) {
    const rows = reference.kind === 'deny' ? list.addresses.get(key) : undefined;
    const here = rows?.find(isAbout(network));
    const listed = here ?? rows?.[0];
    if (listed !== undefined) addDenial(denials, denialOf(reference, listed, here === undefined));
  }
  return denials;
}

export function factsOf(knowledge: Knowledge, asked: AddressQuery): AddressFacts {
  const entries = entriesListing(knowledge.entries, asked);
  const denials = denialsOf(knowledge.lists, asked);
  const names = namesOf(knowledge, asked).slice(0, maxNames);
  return { denials, entries, baseEntries: entries, names };
}

/** All names of an address, in this order: the address book, its lists, published lists. */
export function namesOf({ entries, lists }: Knowledge, asked: AddressQuery): KnownName[] {
  const names: KnownName[] = entriesListing(entries, asked).flatMap(({ name }) =>
    name === undefined ? [] : [{ name, source: { kind: 'book' } }],
  );
  names.push(...listedNames(lists, asked));
  return [...names, ...publishedNames(asked, names)];
}

/** The name of an address in lists of names, or else in published ones. */
export function nameInLists(lists: readonly LoadedList[], asked: AddressQuery): string | undefined {
  const [first] = [...listedNames(lists, asked), ...publishedNames(asked, [])];
  return first?.name;
}

function listedNames(lists: readonly LoadedList[], asked: AddressQuery): KnownName[] {
  const key = keyOf(asked);
  return lists.flatMap(({ reference, list }): KnownName[] => {
    if (reference.kind === 'deny') return [];
    const name = list.addresses.get(key)?.find(isAbout(asked.network))?.name;
    return name === undefined ? [] : [{ name, source: { kind: 'list', name: reference.name } }];
  });
}

/** One list may be there at two revisions. */
export function addDenial(denials: Denial[], denial: Denial): void {
  const { list, path } = denial;
  if (!denials.some((other) => other.list === list && other.path === path)) denials.push(denial);
}

/**
 * Ranks below everything the folder says. On a network where it isn't listed, the same address may
 * belong to someone else.
 */
function publishedNames(
  { family, text, network }: AddressQuery,
  names: readonly KnownName[],
): KnownName[] {
  const known = knownAddress(family, family === 'evm' ? text : canonicalOf({ family, text }));
  if (known === undefined || known.name === '') return [];
  const { name, networks, source } = known;
  // A contract that is deployed everywhere lists no networks.
  const isHere = network === undefined || networks.length === 0 || networks.includes(network);
  if (!isHere || names.some((other) => other.name === name)) return [];
  return [{ name, source: { kind: 'known', title: source } }];
}

export function denialOf(
  { name, path }: ListReference,
  listed: Listed,
  isElsewhere: boolean,
): Denial {
  return {
    list: name,
    path,
    ...(listed.name !== undefined && { name: listed.name }),
    ...(isElsewhere && listed.network !== undefined && { network: listed.network }),
  };
}
