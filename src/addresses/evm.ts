import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export type Checksum = 'none' | 'valid' | 'invalid';

/** The EIP-55 spelling of `0x` and 40 hex digits. */
export function toEip55(address: string): string {
  return spelled(address, '');
}

/**
 * EIP-1191: hashes the chain ID and `0x` with the digits, so that each network has its own
 * spelling.
 */
export function toEip1191(address: string, chainId: number): string {
  return spelled(address, `${chainId}0x`);
}

/** The networks that adopted EIP-1191 ("Adoption Table"): Rootstock and its test network. */
const eip1191Chains: readonly number[] = [30, 31];

function spelled(address: string, salt: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(salt + digits)));
  let text = '0x';
  for (let index = 0; index < digits.length; index++) {
    const isUpper = hash.charCodeAt(index) >= 0x38; /* '8' and above, 'a' to 'f' too */
    text += isUpper ? digits.charAt(index).toUpperCase() : digits.charAt(index);
  }
  return text;
}

/** Zilliqa's (ZIP-1 and its SDKs' `toChecksumAddress`): bit 255 - 6i of a SHA-256 for digit i. */
function toZilliqaChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = sha256(hexToBytes(digits));
  let text = '0x';
  for (let index = 0; index < digits.length; index++) {
    const bit = index * 6;
    const isUpper = (((hash[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
    text += isUpper ? digits.charAt(index).toUpperCase() : digits.charAt(index);
  }
  return text;
}

/**
 * Valid if any rule that could apply holds: EIP-55, EIP-1191 for its two networks, or Zilliqa's. An
 * address in one case, or without letters, has no checksum.
 */
export function evmChecksumOf(address: string): Checksum {
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'none';
  const rules = [
    toEip55,
    ...eip1191Chains.map((chainId) => (text: string) => toEip1191(text, chainId)),
    toZilliqaChecksum,
  ];
  return rules.some((rule) => rule(address).slice(2) === digits) ? 'valid' : 'invalid';
}
