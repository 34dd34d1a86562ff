import { networkNamed, type Family } from '../networks/networks.ts';
import { keyOf } from './key.ts';
import { kinds, restBytes, table, type Kind, type Table } from './table.ts';

/** What published lists say of an address. */
export interface Known {
  /** Names in the table of networks. */
  readonly networks: readonly string[];
  /** Empty where the lists disagree, or where only one has a symbol that people trust. */
  readonly name: string;
  readonly kind: Kind;
  /** Whose name it is, or who lists it: `Uniswap’s token list`. */
  readonly source: string;
}

/** Undefined for an address that no list has. */
export function knownAddress(family: Family, canonical: string): Known | undefined {
  const all = table();
  const row = rowOf(all, keyOf(family, canonical));
  return row === undefined ? undefined : knownAt(all, row);
}

/** The one network of an address, as published lists have it. */
export interface OneNetwork {
  readonly network: string;
  /** Whether several lists have it as a token there. One list alone can lack a network. */
  readonly isAgreed: boolean;
}

/** Undefined for an address that is not known, or is known on several networks. */
export function knownNetwork(family: Family, canonical: string): OneNetwork | undefined {
  const all = table();
  const row = rowOf(all, keyOf(family, canonical));
  // What a network or a deployer has at a fixed address is at it elsewhere, too.
  if (row === undefined || kindAt(all, row) === 'system') return undefined;
  const [network, other] = all.sets[setAt(all, row)] ?? [];
  // Its family is that of the network, unless a key of ten bytes is a coincidence.
  const name = network === undefined || other !== undefined ? undefined : all.networks[network];
  return name !== undefined && networkNamed(name)?.family === family
    ? { network: name, isAgreed: (all.origins[row] ?? 0) >= 128 }
    : undefined;
}

const setAt = ({ setsLow, setsHigh }: Table, row: number): number =>
  (setsLow[row] ?? 0) | ((setsHigh[row] ?? 0) << 8);

const kindAt = ({ origins }: Table, row: number): Kind =>
  kinds[(origins[row] ?? 0) & 3] ?? 'contract';

function knownAt(all: Table, row: number): Known {
  const origin = all.origins[row] ?? 0;
  const networks = all.sets[setAt(all, row)] ?? [];
  return {
    networks: networks.flatMap((network) => all.networks[network] ?? []),
    name: all.names[(all.namesLow[row] ?? 0) | ((all.namesHigh[row] ?? 0) << 8)] ?? '',
    kind: kindAt(all, row),
    source: all.sources[(origin & 127) >> 2]?.title ?? '',
  };
}

/** Few keys begin with the same two bytes, so they are compared one by one. */
function rowOf({ starts, rests }: Table, key: string): number | undefined {
  const pair = Number.parseInt(key.slice(0, 4), 16);
  const end = starts[pair + 1] ?? 0;
  for (let row = starts[pair] ?? 0; row < end; row++) {
    if (hasRest(rests, row * restBytes, key)) return row;
  }
  return undefined;
}

function hasRest(rests: Uint8Array, start: number, key: string): boolean {
  for (let at = 0; at < restBytes; at++) {
    const byte = Number.parseInt(key.slice(4 + 2 * at, 6 + 2 * at), 16);
    if (rests[start + at] !== byte) return false;
  }
  return true;
}
