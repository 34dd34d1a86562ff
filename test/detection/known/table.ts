/** The table of known addresses, from what the sources list. */
import { join } from 'node:path';
import { encoded, type Kind, type WrittenRow } from '../../../src/known/table.ts';
import { keyOf, middleOf } from '../../../src/known/key.ts';
import { networkNamed, type Family } from '../../../src/networks/networks.ts';
import { readAddress } from '../../../src/scan/parse.ts';
import { addressesOfTests, sourceOf, sources, type Listed } from './sources.ts';

export const tableFile = join(import.meta.dirname, '../../../src/known/known.bin');

/** The listings of one account in all sources. */
export interface Account {
  readonly family: Family;
  readonly canonical: string;
  readonly networks: Set<string>;
  readonly listings: { readonly source: number; readonly name: string; readonly kind: Kind }[];
}

/** By family and canonical spelling. */
export function listedAccounts(): Account[] {
  const accounts = new Map<string, Account>();
  for (const [source, { rows }] of sources.entries()) {
    for (const row of rows()) add(row, source, accounts);
  }
  return [...accounts.values()];
}

function add(row: Listed, source: number, accounts: Map<string, Account>): void {
  const family = networkNamed(row.network)?.family;
  if (family === undefined) return;
  // Lists contain misspelled checksums: the account counts.
  const text = family === 'evm' ? row.address.toLowerCase() : row.address;
  const read = readAddress(text, row.network);
  if (
    !read.ok ||
    read.address.family !== family ||
    isRepeated(text) ||
    addressesOfTests().has(text)
  ) {
    return;
  }
  const { canonical } = read.address;
  const key = `${family} ${canonical}`;
  const account = accounts.get(key) ?? { family, canonical, networks: new Set(), listings: [] };
  accounts.set(key, account);
  account.networks.add(row.network);
  account.listings.push({ source, name: row.name.trim(), kind: row.kind });
}

/** `0xaaaa…aaaa` in some lists is a placeholder. */
const isRepeated = (text: string): boolean => /^0x(.)\1*$/.test(text);

/** A name with more of them is one that the source made up of keys. */
const maxNameLength = 60;

const symbolOf = (name: string): string => name.toUpperCase();

/** A symbol on so many networks is one that people trust. */
const trustedFrom = 3;

/** Symbols that a single list cannot give to an account, because lists contain imitations. */
export function trustedSymbols(accounts: readonly Account[]): ReadonlySet<string> {
  const networksOf = new Map<string, Set<string>>();
  for (const { networks, listings } of accounts) {
    for (const { name, kind } of listings) {
      if (kind !== 'token') continue;
      const known = networksOf.get(symbolOf(name)) ?? new Set();
      networksOf.set(symbolOf(name), known);
      for (const network of networks) known.add(network);
    }
  }
  return new Set(
    [...networksOf].flatMap(([symbol, networks]) => (networks.size >= trustedFrom ? symbol : [])),
  );
}

export interface Named {
  /** Empty if the sources do not agree. */
  readonly name: string;
  readonly kind: Kind;
  /** The first of those that give the name. */
  readonly source: number;
  /** Whether two sources or more list it as this token. */
  readonly isAgreed: boolean;
}

/**
 * Tokens of deployers whose other contracts have the same address elsewhere: in the deployments of Stargate,
 * GMX, Polygon, and Wormhole, which no list of tokens has.
 */
const reused = new Set([
  '0x18084fba666a33d37592fa2633fd49a74dd93a88',
  '0x236aa50979d5f3de3bd1eeb40e81137f22ab794b',
  '0x53e0bca35ec356bd5dddfebbd1fc0fd03fabad39',
  '0xaf5191b0de278c7286d6c7cc6ab6bb8a73ba2cd6',
  '0xb0d502e938ed5f4df2e681fe6e419ff29631d62b',
  '0xfc5a1a6eb076a2c7ad06ed22c90d7e710e35ad0a',
]);

/** On so many networks, a contract is the same everywhere. */
const everywhereFrom = 6;

/** Deployers list their own contracts, but also the tokens of others; an issuer's page has its own. */
function isOfIssuer({ source, kind }: Account['listings'][number]): boolean {
  const { isIssuer = false, package: name } = sources[source] ?? { package: '' };
  return isIssuer && (kind !== 'token' || name === '');
}

export function nameOf(
  { canonical, networks, listings }: Account,
  trusted: ReadonlySet<string>,
): Named {
  const kind = listings.some((one) => one.kind === 'token')
    ? 'token'
    : networks.size >= everywhereFrom || listings.some((one) => one.kind === 'system')
      ? 'system'
      : 'contract';
  // If an account is a token, its symbol outranks a protocol's name for it.
  const counted = listings.filter((one) => kind !== 'token' || one.kind === 'token');
  const votes = new Map<string, Set<number>>();
  for (const { name, source } of counted) {
    const known = votes.get(symbolOf(name)) ?? new Set();
    votes.set(symbolOf(name), known.add(source));
  }
  const [first, second] = [...votes].sort(([, a], [, b]) => b.size - a.size);
  const source = counted[0]?.source ?? 0;
  const issuer = counted.find((one) => isOfIssuer(one));
  if (issuer !== undefined) return { ...issuer, kind, isAgreed: kind === 'token' };
  const isFirst = first !== undefined && first[1].size > (second?.[1].size ?? 0);
  const witnesses = [...(first?.[1] ?? [])].filter((one) => sources[one]?.isCollected !== true);
  const isReused = reused.has(canonical.toLowerCase());
  const isAgreed = isFirst && witnesses.length > 1 && kind === 'token' && !isReused;
  const isEnough = isFirst && (first[1].size > 1 || !trusted.has(first[0]));
  const named = counted.find(({ name }) => symbolOf(name) === first?.[0]);
  return isEnough && named !== undefined
    ? { name: named.name, kind, source: named.source, isAgreed }
    : { name: '', kind, source, isAgreed: false };
}

/** No control characters, and nothing that a name of a token or a contract does not have. */
const plainName = /^[\p{L}\p{N}\p{Sc}][\p{L}\p{N}\p{Sc} ._+\-/]*$/u;

/** @param date the day that it is written */
export function tableOf(date: string): { readonly bytes: Buffer; readonly accounts: number } {
  const accounts = listedAccounts();
  const trusted = trustedSymbols(accounts);
  const networks = [...new Set(accounts.flatMap((one) => [...one.networks]))].sort();
  const positions = new Map(networks.map((name, position) => [name, position]));
  const sets = new Numbers();
  const names = new Numbers();
  names.of('');
  const rows = accounts.map((account): WrittenRow => {
    const { name, kind, source, isAgreed } = nameOf(account, trusted);
    // On so many networks that it can be on any other.
    const isEverywhere = kind === 'system' && account.networks.size >= everywhereFrom;
    const set = (isEverywhere ? [] : [...account.networks])
      .map((one) => positions.get(one) ?? 0)
      .sort((a, b) => a - b);
    const isKept = name.length <= maxNameLength && plainName.test(name);
    return {
      key: keyOf(account.family, account.canonical),
      set: sets.of(JSON.stringify(set)),
      name: names.of(isKept ? name : ''),
      kind,
      source,
      isAgreed,
      middle: account.family === 'evm' ? middleOf(account.canonical) : undefined,
    };
  });
  const head = {
    date,
    sources: sources.map(sourceOf),
    networks,
    sets: sets.texts.map((text) => JSON.parse(text) as number[]),
  };
  return { bytes: encoded(head, names.texts, rows), accounts: rows.length };
}

/** Numbers texts in the order in which they come. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }

  get texts(): string[] {
    return [...this.#numbers.keys()];
  }
}
