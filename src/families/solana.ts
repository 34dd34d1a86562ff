import { base58, decodeBase58, isBase58 } from '../encodings/base58.ts';
import { solanaEvidence } from './solanaEvidence.ts';
import { isOwnSource } from './hexAccounts.ts';
import { unchanged, type Codec, type Reading } from './codec.ts';

/**
 * Thirty-two bytes in base58 (Solana's documentation, "Accounts") without a checksum. Hashes, keys,
 * and IDs of other systems look the same, so the scanner also requires evidence.
 */
export const solana: Codec = {
  family: 'solana',
  uriSchemes: ['solana'],
  // Shorter addresses start with zero bytes, each written as 1.
  shapes: [
    { start: '', lengths: [43, 44], characters: base58 },
    { start: '1', lengths: [32, 42], characters: base58 },
  ],
  read: (token) => (isBase58(token) ? readShaped(token) : undefined),
  canonical: unchanged,
  readShaped,
  checksumOf: () => 'none',
  evidenceIn: solanaEvidence,
  isOwnSource: (source) => isOwnSource(source, 'solana'),
  keyLikeness: 'base58Key',
};

function readShaped(token: string): Reading | undefined {
  if (decodeBase58(token, 32) === undefined) return undefined;
  // The System Program's address, in which each 1 is a zero byte. Programs use it for an account that is not set.
  return token.length === 32 && /^1+$/.test(token) ? { isZero: true } : {};
}
