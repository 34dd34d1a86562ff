import { decodeBase58, decodeBase58Check } from '../encodings/base58.ts';
import type { Family } from '../networks/networks.ts';
import { byteLengthOf, decodeBech32 } from '../encodings/bech32.ts';
import {
  hashAccount,
  inBothCases,
  isAllZero,
  readingOf,
  unchanged,
  type Codec,
  type Reading,
  type Shape,
} from './codec.ts';

/** A version byte before a 20-byte hash, and how the address starts in base58. */
export interface Version {
  readonly version: number;
  /** Of one character each. */
  readonly starts: string;
  /** Undefined if the byte is the same on all networks of the family. */
  readonly network?: string;
  /** Names and symbols of other coins that have the same byte, in lower case. */
  readonly sharedWith?: readonly string[];
  /** The kind of hash; undefined if no other spelling has the same hash. */
  readonly of?: 'key' | 'script';
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

/** Bitcoin, or a descendant with its addresses in Base58Check. */
export const coinCodec = (family: Family, versions: readonly Version[]): Codec => ({
  family,
  uriSchemes: [family],
  shapes: shapesOf(versions),
  read: (token) => readBase58Check(token, versions),
  canonical: unchanged,
  /** The usual network, if other coins have its version byte. */
  placementOf(token) {
    const { network, sharedWith } = versionOf(token, versions) ?? {};
    return sharedWith && { ...(network !== undefined && { usual: network }), sharedWith };
  },
});

/** The same with segregated witness. */
export function segwitCodec(
  family: Family,
  versions: readonly Version[],
  segwit: SegwitNetworks,
): Codec {
  const coin = coinCodec(family, versions);
  return {
    ...coin,
    shapes: [...coin.shapes, ...segwitShapes(segwit)],
    read: (token) => coin.read(token) ?? readSegwit(token, segwit),
    canonical: (token) => canonicalOrSegwit(token, segwit),
    account: (token) => accountOf(token, versions) ?? canonicalOrSegwit(token, segwit),
  };
}

export function shapesOf(versions: readonly Version[]): Shape[] {
  return versions.flatMap((version) =>
    Array.from(version.starts, (start) => ({ start, lengths: lengthsOf(version) })),
  );
}

export function readBase58Check(token: string, versions: readonly Version[]): Reading | undefined {
  const found = versionOf(token, versions);
  // Hashing is most of the cost, and most words with the shape of an address have another version.
  const bytes = found && decodeBase58Check(token, 1 + hashLength);
  if (bytes === undefined) return undefined;
  const network = found?.sharedWith === undefined ? found?.network : undefined;
  return readingOf(network, isAllZero(bytes, 1));
}

/** The version of a token by its first byte. Undefined for a different length. */
function versionOf(token: string, versions: readonly Version[]): Version | undefined {
  const first = decodeBase58(token, 1 + hashLength + 4)?.[0];
  return versions.find(({ version }) => version === first);
}

/** The account of a token, if its version defines the kind of hash. */
function accountOf(token: string, versions: readonly Version[]): string | undefined {
  const { of, network } = versionOf(token, versions) ?? {};
  const hash = decodeBase58Check(token, 1 + hashLength)?.subarray(1);
  return of && hash && hashAccount(of, hash, { isTestnet: network?.endsWith('-testnet') === true });
}

/** Programs have two to 40 bytes (BIP-141). */
const payloadLengths = { least: 11, most: 71 } as const;

/** Human-readable parts of segregated witness addresses, and their networks. */
type SegwitNetworks = Readonly<Record<string, string>>;

function segwitShapes(networks: SegwitNetworks): Shape[] {
  return Object.keys(networks).flatMap((prefix) => {
    const before = prefix.length + 1;
    return inBothCases(`${prefix}1`, [before + payloadLengths.least, before + payloadLengths.most]);
  });
}

/** BIP-173 for version 0, BIP-350 for the others. BIP-141 defines the lengths of programs. */
function readSegwit(token: string, networks: SegwitNetworks): Reading | undefined {
  const decoded = decodeBech32(token);
  if (decoded === undefined || !Object.hasOwn(networks, decoded.prefix)) return undefined;
  const version = decoded.words[0];
  if (version === undefined || version > 16) return undefined;
  if (decoded.encoding !== (version === 0 ? 'bech32' : 'bech32m')) return undefined;
  const length = byteLengthOf(decoded.words, 1);
  if (length === undefined || length < 2 || length > 40) return undefined;
  if (version === 0 && length !== 20 && length !== 32) return undefined;
  return readingOf(networks[decoded.prefix], isAllZero(decoded.words, 1));
}

/**
 * A segregated witness address in lower case, any other unchanged. Only reading can distinguish
 * them: a base58 address can start like the other kind.
 */
function canonicalOrSegwit(token: string, networks: SegwitNetworks): string {
  return readSegwit(token, networks) === undefined ? token : token.toLowerCase();
}
