import { networkNamed, type Family } from '../networks/networks.ts';
import { accountOf, keyOf, middleBytes } from './key.ts';
import {
  agreedToken,
  kindAt,
  nameAt,
  restBytes,
  rowAt,
  sourceAt,
  table,
  type Kind,
  type Table,
} from './table.ts';

/** An address in published lists. */
export interface Known {
  /** Names in the table of networks. */
  readonly networks: readonly string[];
  /** Empty where the lists disagree, or where only one has a symbol that people trust. */
  readonly name: string;
  readonly kind: Kind;
  /** The list that has the name, or the address: `Uniswap’s token list`. */
  readonly source: string;
}

/** Undefined for an address that no list has. */
export function knownAddress(family: Family, canonical: string): Known | undefined {
  const all = table();
  const row = rowOf(all, family, canonical);
  return row === undefined ? undefined : knownAt(all, row);
}

/**
 * Where an EVM account is, and nowhere else: empty for one that no list has, and for a contract that is
 * at the same address on several networks, of which one list can lack some.
 */
export function onlyNetworks(account: string): readonly string[] {
  const all = table();
  const row = rowOf(all, 'evm', account);
  if (row === undefined) return [];
  const networks = networksAt(all, row);
  return networks.length === 1 || isAgreedAt(all, row) ? networks : [];
}

/** The one network of an address, as published lists have it. */
export interface OneNetwork {
  readonly network: string;
  /** Whether several lists agree that it is a token there. A single list can lack a network. */
  readonly isAgreed: boolean;
}

/** Undefined for an address that is not known, or is known on several networks. */
export function knownNetwork(family: Family, canonical: string): OneNetwork | undefined {
  const all = table();
  const row = rowOf(all, family, canonical);
  // Networks and deployers use the same fixed addresses elsewhere; the same goes for precompiles.
  if (row === undefined || kindAt(all, row) === 'system' || isPrecompile(canonical))
    return undefined;
  const [network, other] = all.sets[setAt(all, row)] ?? [];
  // Check the family: a ten-byte key can be a coincidence.
  const name = network === undefined || other !== undefined ? undefined : all.networks[network];
  return name !== undefined && networkNamed(name)?.family === family
    ? { network: name, isAgreed: isAgreedAt(all, row) }
    : undefined;
}

/** Networks give the first accounts to code of their own, each in its own way. */
const isPrecompile = (canonical: string): boolean => /^0x0{36}/.test(canonical);

const setAt = ({ setsLow, setsHigh }: Table, row: number): number =>
  (setsLow[row] ?? 0) | ((setsHigh[row] ?? 0) << 8);

const networksAt = (all: Table, row: number): string[] =>
  (all.sets[setAt(all, row)] ?? []).flatMap((network) => all.networks[network] ?? []);

const nameNumberAt = ({ namesLow, namesHigh }: Table, row: number): number =>
  (namesLow[row] ?? 0) | ((namesHigh[row] ?? 0) << 8);

const isAgreedAt = ({ origins }: Table, row: number): boolean =>
  ((origins[row] ?? 0) & 3) === agreedToken;

function knownAt(all: Table, row: number): Known {
  return {
    networks: networksAt(all, row),
    name: nameAt(all, nameNumberAt(all, row)),
    kind: kindAt(all, row),
    source: all.sources[sourceAt(all, row)]?.title ?? '',
  };
}

/** The row of an address, in any spelling if it is of EVM. */
function rowOf(all: Table, family: Family, canonical: string): number | undefined {
  const row = rowOfKey(all, keyOf(family, canonical));
  const token = row === undefined || family !== 'evm' ? undefined : tokenAt(all, row);
  // A typo in what the key leaves out.
  const isOther = token && !addressAt(all, token).endsWith(canonical.slice(-40).toLowerCase());
  return isOther === true ? undefined : row;
}

/** Few keys begin with the same two bytes, so they are compared one by one. */
function rowOfKey(all: Table, key: string): number | undefined {
  const [start, end] = rowsWithPair(all, key);
  for (let row = start; row < end; row++) {
    if (hasRest(all.rests, row * restBytes, key)) return row;
  }
  return undefined;
}

/** The rows whose keys begin with the same two bytes. */
function rowsWithPair(all: Table, key: string): readonly [start: number, end: number] {
  const pair = Number.parseInt(key.slice(0, 4), 16);
  const start = rowAt(all, pair);
  return [start, start + (all.counts[pair] ?? 0)];
}

function hasRest(rests: Uint8Array, start: number, key: string): boolean {
  for (let at = 0; at < restBytes; at++) {
    const byte = Number.parseInt(key.slice(4 + 2 * at, 6 + 2 * at), 16);
    if (rests[start + at] !== byte) return false;
  }
  return true;
}

/** A token that published lists have on other networks, and at another address on the one in question. */
export interface Elsewhere {
  readonly name: string;
  /** Names in the table of networks. */
  readonly networks: readonly string[];
  /** Of the token on the network in question, in lower case. */
  readonly address: string;
}

/**
 * Finds a token that has this account on other networks only, and a different account on this
 * network. Both accounts must be agreed on by several lists, since one list can lack a network.
 */
export function tokenElsewhere(canonical: string, network: string): Elsewhere | undefined {
  const all = table();
  const row = rowOf(all, 'evm', canonical);
  if (row === undefined || !isAgreedAt(all, row)) return undefined;
  const { name, networks } = knownAt(all, row);
  if (name === '' || networks.length === 0 || networks.includes(network)) return undefined;
  const token = agreedIn(all).byName.get(
    `${nameNumberAt(all, row)} ${all.networks.indexOf(network)}`,
  );
  return token && { name, networks, address: addressAt(all, token) };
}

/**
 * The EVM token of a name on a network that several lists agree on, with its address in lower case.
 * @param name without regard to case
 */
export function tokenNamed(
  name: string,
  network: string,
): Pick<Elsewhere, 'name' | 'address'> | undefined {
  const all = table();
  const position = all.networks.indexOf(network);
  for (const number of numbersOf(all).get(name.toLowerCase()) ?? []) {
    const token = agreedIn(all).byName.get(`${number} ${position}`);
    if (token) return { name: nameAt(all, number), address: addressAt(all, token) };
  }
  return undefined;
}

let nameNumbers: ReadonlyMap<string, readonly number[]> | undefined;

/** By names in lower case. */
function numbersOf({ names, nameLengths }: Table): ReadonlyMap<string, readonly number[]> {
  if (nameNumbers !== undefined) return nameNumbers;
  const found = new Map<string, number[]>();
  let start = 0;
  for (const [number, length] of nameLengths.entries()) {
    const name = names.toString('utf8', start, (start += length)).toLowerCase();
    found.set(name, [...(found.get(name) ?? []), number]);
  }
  return (nameNumbers = found);
}

/** Of an EVM token that several lists agree on. */
interface AgreedToken {
  readonly row: number;
  /** The first two bytes of its key. */
  readonly pair: number;
  /** Its number among them, from 0. */
  readonly number: number;
}

interface AgreedTokens {
  /** By the numbers of name and network. */
  readonly byName: ReadonlyMap<string, AgreedToken>;
  /** Several can have one name on a network. */
  readonly byRow: ReadonlyMap<number, AgreedToken>;
}

let agreedTokens: AgreedTokens | undefined;

function agreedIn(all: Table): AgreedTokens {
  if (agreedTokens !== undefined) return agreedTokens;
  const byName = new Map<string, AgreedToken>();
  const byRow = new Map<number, AgreedToken>();
  const isEvm = all.networks.map((network) => networkNamed(network)?.family === 'evm');
  let pair = 0;
  let end = all.counts[0] ?? 0;
  let number = 0;
  for (let row = 0; row < all.rows; row++) {
    if (!isAgreedAt(all, row)) continue;
    while (end <= row) end += all.counts[++pair] ?? 0;
    const token = { row, pair, number: number++ };
    for (const network of all.sets[setAt(all, row)] ?? []) {
      if (isEvm[network] !== true) continue;
      byName.set(`${nameNumberAt(all, row)} ${network}`, token);
      byRow.set(row, token);
    }
  }
  return (agreedTokens = { byName, byRow });
}

const tokenAt = (all: Table, row: number): AgreedToken | undefined =>
  isAgreedAt(all, row) ? agreedIn(all).byRow.get(row) : undefined;

function addressAt(all: Table, { row, pair, number }: AgreedToken): string {
  const rest = Buffer.from(all.rests.subarray(row * restBytes, (row + 1) * restBytes));
  const at = number * middleBytes;
  const middle = all.middles.toString('hex', at, at + middleBytes);
  return accountOf(hexPair(pair) + rest.toString('hex'), middle);
}

/** A listed token or contract that matches the visible ends of a shortened address. */
export interface KnownByEnds {
  readonly name: string;
  readonly source: string;
  /** `0xa0b8…eb48`: the table has no more of most addresses. */
  readonly short: string;
  /** In lower case, of a token that several lists agree on. */
  readonly address?: string | undefined;
}

/**
 * Finds a listed account that shares its first and last four digits with another EVM account. For
 * tokens that several lists agree on, four digits at one end and three at the other are enough;
 * across the whole table, that would match by chance too often.
 */
export function knownByEnds(account: string): KnownByEnds | undefined {
  const all = table();
  const key = keyOf('evm', account);
  const pair = Number.parseInt(key.slice(0, 4), 16);
  const last = Number.parseInt(key.slice(-4), 16);
  // Pairs of bytes with the same first three digits.
  for (let other = pair & 0xfff0; other <= (pair | 0xf); other++) {
    const start = rowAt(all, other);
    for (let row = start; row < start + (all.counts[other] ?? 0); row++) {
      const after = (row + 1) * restBytes;
      const itsLast = ((all.rests[after - 2] ?? 0) << 8) | (all.rests[after - 1] ?? 0);
      const isSame = itsLast === last;
      if (!isSame && (other !== pair || (itsLast & 0xfff) !== (last & 0xfff))) continue;
      if (other === pair && isSame) {
        if (hasRest(all.rests, row * restBytes, key)) continue;
      } else if (!isAgreedAt(all, row)) continue;
      const { name, source, kind } = knownAt(all, row);
      const short = `0x${hexPair(other)}…${hexPair(itsLast)}`;
      const token = tokenAt(all, row);
      const address = token && addressAt(all, token);
      if (name !== '' && kind !== 'system') return { name, source, short, address };
    }
  }
  return undefined;
}

const hexPair = (pair: number): string => pair.toString(16).padStart(4, '0');
