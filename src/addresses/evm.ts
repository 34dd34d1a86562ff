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
const eip1191Chains: readonly (readonly [chainId: number, network: string])[] = [
  [30, 'rootstock'],
  [31, 'rootstock-testnet'],
];

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

/** The rules of single networks, tried if EIP-55 does not hold. */
const rules: readonly { readonly network: string; readonly spell: (address: string) => string }[] =
  [
    ...eip1191Chains.map(([chainId, network]) => ({
      network,
      spell: (address: string) => toEip1191(address, chainId),
    })),
    { network: 'zilliqa', spell: toZilliqaChecksum },
  ];

/** What the case of the letters in `0x` and 40 hex digits says. */
export interface EvmSpelling {
  /** Valid if any rule that could apply holds. `none` in one case, or without letters. */
  readonly checksum: Checksum;
  /** The network whose own rule holds, if EIP-55 does not. */
  readonly network?: string;
  /** By EIP-55. */
  readonly canonical: string;
}

/** With fewer letters, a rule holds by chance too often: once in 256 for eight. */
const fewestLetters = 8;

/** Keccak is slow, and callers ask for the parts of one spelling one after the other. */
let last: { readonly address: string; readonly spelling: EvmSpelling } | undefined;

export function evmSpellingOf(address: string): EvmSpelling {
  if (last?.address !== address) last = { address, spelling: readSpelling(address) };
  return last.spelling;
}

function readSpelling(address: string): EvmSpelling {
  const canonical = toEip55(address);
  if (isOneCase(address)) return { checksum: 'none', canonical };
  const digits = address.slice(2);
  if (canonical.slice(2) === digits) return { checksum: 'valid', canonical };
  const rule = rules.find(({ spell }) => spell(address).slice(2) === digits);
  if (rule === undefined) return { checksum: 'invalid', canonical };
  const isTelling = digits.replace(/\d/g, '').length >= fewestLetters;
  return { checksum: 'valid', canonical, ...(isTelling && { network: rule.network }) };
}

export function evmChecksumOf(address: string): Checksum {
  return isOneCase(address) ? 'none' : evmSpellingOf(address).checksum;
}

function isOneCase(address: string): boolean {
  const digits = address.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}
