import { byteLengthOf, decodeBech32 } from '../encodings/bech32.ts';
import { inBothCases, isAllZero, readingOf, type Reading, type Shape } from './codec.ts';

/** The shortest has a program of two bytes (BIP-141), the longest one of forty. */
const payloadLengths = { least: 11, most: 71 } as const;

/** Human-readable parts of segregated witness addresses, and their networks. */
export type SegwitNetworks = Readonly<Record<string, string>>;

export function segwitShapes(networks: SegwitNetworks): Shape[] {
  return Object.keys(networks).flatMap((prefix) => {
    const before = prefix.length + 1;
    return inBothCases(`${prefix}1`, [before + payloadLengths.least, before + payloadLengths.most]);
  });
}

/** BIP-173 for version 0, BIP-350 for the others. BIP-141 defines the lengths of programs. */
export function readSegwit(token: string, networks: SegwitNetworks): Reading | undefined {
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
export function canonicalOrSegwit(token: string, networks: SegwitNetworks): string {
  return readSegwit(token, networks) === undefined ? token : token.toLowerCase();
}
