import { decodeBase58Check, encodeBase58Check } from '../encodings/base58.ts';
import { hexadecimal } from '../text/characters.ts';
import type { Evidence, Scanned } from './source.ts';
import { readBase58Check, shapesOf, type Version } from './base58Check.ts';
import { hexOf, type Codec, type Reading } from './codec.ts';
import { isOwnSource, namedByIn } from './hexAccounts.ts';
import { isCalledOther } from './hexNames.ts';

/** TRON's developer documentation, "Account": 0x41 and the last 20 bytes of a Keccak-256. */
const versions: readonly Version[] = [{ version: 0x41, starts: 'T' }];

/** The same 21 bytes in hex, as its nodes write them, and with `0x`, as its libraries do. */
const hexForm = /^(?:0x)?41[0-9a-fA-F]{40}$/;

const hexLength = 42;

/** Its test networks have the same addresses, so no spelling names a network. */
export const tron: Codec = {
  family: 'tron',
  uriSchemes: ['tron'],
  shapes: [
    ...shapesOf(versions),
    ...['', '0x'].map((prefix) => {
      const length = prefix.length + hexLength;
      return { start: `${prefix}41`, lengths: [length, length], characters: hexadecimal } as const;
    }),
  ],
  read(token): Reading | undefined {
    if (!isHex(token)) return readBase58Check(token, versions);
    return /0{40}$/.test(token) ? { isZero: true } : {};
  },
  /** The spelling in base58. */
  canonical: (token) =>
    isHex(token) ? encodeBase58Check(Buffer.from(digitsOf(token), 'hex')) : token,
  account: (token) => `tron:${digitsOf(token).slice(2).toLowerCase()}`,
  checksumOf: (token) => (isHex(token) ? 'none' : 'valid'),
  evidenceIn: tronEvidence,
  isOwnSource: (source) => isOwnSource(source, 'tron'),
  keyLikeness: 'hexHalf',
};

const isHex = (token: string): boolean => hexForm.test(token);

/** The version and the account, in hex. */
const digitsOf = (token: string): string =>
  isHex(token) ? token.slice(-hexLength) : hexOf(decodeBase58Check(token, 21) ?? new Uint8Array());

/**
 * Base58 has a checksum. Hex digits count if TRON is named and no name gives them another meaning.
 */
function tronEvidence(scanned: Scanned): Evidence {
  const { text } = scanned;
  const namedBy = namedByIn('tron', scanned);
  return (start, end) =>
    !isHex(text.slice(start, end)) ||
    (!isCalledOther(text, start) && namedBy(start, end) !== undefined);
}
