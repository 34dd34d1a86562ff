import { decodeBase58Check, firstByteOf } from '../encodings/base58.ts';
import { hashAccount } from './accounts.ts';
import type { Family } from '../networks/networks.ts';
import {
  isAllZero,
  readingOf,
  unchanged,
  type Codec,
  type Placement,
  type Reading,
  type Shape,
} from './codec.ts';
import { canonicalOrSegwit, readSegwit, segwitShapes, type SegwitNetworks } from './segwit.ts';

/** A version byte before a 20-byte hash, and how the address starts in base58. */
export interface Version {
  readonly version: number;
  readonly starts: readonly string[];
  /** Undefined if the byte is the same on all networks of the family. */
  readonly network?: string;
  /** Names and symbols of other coins that have the same byte, in lower case. */
  readonly sharedWith?: readonly string[];
}

const hashLength = 20;

/**
 * Encoded lengths of 25 bytes. The version byte fixes them, except for byte 0: leading zeros
 * shorten an address, down to 26 characters for a hash with one byte that is not zero, the last.
 */
function lengthsOf({ version }: Version): Shape['lengths'] {
  if (version === 0) return [26, 34];
  const bits = 24 * 8;
  const digits = (value: number): number => Math.ceil((bits + Math.log2(value)) / Math.log2(58));
  return [digits(version), digits(version + 1)];
}

/** What each version byte is followed by, and whether it is that of a test network. */
type AccountKinds = ReadonlyMap<number, readonly [kind: 'key' | 'script', isTestnet: boolean]>;

/** Bitcoin, or a descendant with its addresses in Base58Check. */
export const coinCodec = (family: Family, versions: readonly Version[]): Codec => ({
  family,
  uriSchemes: [family],
  shapes: shapesOf(versions),
  read: (token) => readBase58Check(token, versions),
  canonical: unchanged,
  placementOf: (token) => placementByVersion(token, versions),
});

/** The same with segregated witness. */
export function segwitCodec(
  family: Family,
  versions: readonly Version[],
  segwit: SegwitNetworks,
  kinds: AccountKinds,
): Codec {
  const coin = coinCodec(family, versions);
  return {
    ...coin,
    shapes: [...coin.shapes, ...segwitShapes(segwit)],
    read: (token) => coin.read(token) ?? readSegwit(token, segwit),
    canonical: (token) => canonicalOrSegwit(token, segwit),
    account: (token) => accountByVersion(token, kinds) ?? canonicalOrSegwit(token, segwit),
  };
}

export function shapesOf(versions: readonly Version[]): Shape[] {
  return versions.flatMap((version) =>
    version.starts.map((start) => ({ start, lengths: lengthsOf(version) })),
  );
}

export function readBase58Check(token: string, versions: readonly Version[]): Reading | undefined {
  // Hashing is most of the cost, and most words with the shape of an address have another version.
  const first = firstByteOf(token, 1 + hashLength + 4);
  if (first === undefined) return undefined;
  const found = versions.find(({ version }) => version === first);
  if (found === undefined) return undefined;
  const bytes = decodeBase58Check(token, 1 + hashLength);
  if (bytes === undefined) return undefined;
  const network = found.sharedWith === undefined ? found.network : undefined;
  return readingOf(network, isAllZero(bytes, 1));
}

/** The account of a token by the kind of its version byte, or undefined if it has another. */
function accountByVersion(token: string, kinds: AccountKinds): string | undefined {
  const bytes = decodeBase58Check(token, 1 + hashLength);
  const found = bytes && kinds.get(bytes[0] ?? 0);
  if (bytes === undefined || found === undefined) return undefined;
  const [kind, isTestnet] = found;
  return hashAccount(kind, bytes.subarray(1), { isTestnet });
}

/** The usual network of a token, if other coins share its version byte, and their names. */
function placementByVersion(token: string, versions: readonly Version[]): Placement | undefined {
  const first = firstByteOf(token, 1 + hashLength + 4);
  const found = versions.find(({ version }) => version === first);
  if (found?.network === undefined || found.sharedWith === undefined) return undefined;
  return { usual: found.network, sharedWith: found.sharedWith };
}
