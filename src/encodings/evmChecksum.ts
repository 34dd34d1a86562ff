import { sha256 } from '@noble/hashes/sha2.js';
import { keccakP } from '@noble/hashes/sha3.js';
import { swap32IfBE } from '@noble/hashes/utils.js';

export type Checksum = 'none' | 'valid' | 'invalid';

/** A spelled address with its checksum. */
interface Written {
  readonly address: string;
  eip55?: string;
  spelling?: EvmSpelling;
}

/** Most addresses of a repository occur in several places. */
const known = new Map<string, Written>();

/** Some megabytes. */
const maxKnown = 16_384;

/** Shared, because allocating one per address takes as long as writing the address. */
const spelling = Buffer.alloc('0x'.length + 40);

function written(address: string): Written {
  const found = known.get(address);
  if (found !== undefined) return found;
  // A slice keeps its whole text in memory, so copy it.
  spelling.write(address, 'latin1');
  const copy = spelling.toString('latin1', 0, address.length);
  const created: Written = { address: copy };
  if (known.size === maxKnown) known.clear();
  known.set(copy, created);
  return created;
}

/** The EIP-55 spelling of `0x` and 40 hex digits. */
export function toEip55(address: string): string {
  const own = written(address);
  const digits = own.address.slice(2).toLowerCase();
  return (own.eip55 ??= spelled(digits, digits));
}

/**
 * EIP-1191: hashes the chain ID and `0x` with the digits, so that each network has its own
 * spelling.
 */
export function toEip1191(address: string, chainId: number): string {
  const digits = address.slice(2).toLowerCase();
  return spelled(digits, `${chainId}0x${digits}`);
}

/** The networks that adopted EIP-1191 ("Adoption Table"): Rootstock and its test network. */
const eip1191Chains: readonly (readonly [chainId: number, network: string])[] = [
  [30, 'rootstock'],
  [31, 'rootstock-testnet'],
];

/** A digit is a capital if the digit of the hash at its place is 8 or more. */
function spelled(digits: string, hashed: string): string {
  const hash = keccak256(hashed);
  spelling.write(`0x${digits}`, 'latin1');
  for (let index = 0; index < digits.length; index++) {
    const code = spelling[index + 2] ?? 0;
    const highBit = (index & 1) === 0 ? 0x80 : 0x08;
    // Letters are the digits from `a`, and a capital is 0x20 below its letter.
    if (code >= 0x61 && ((hash[index >> 1] ?? 0) & highBit) !== 0)
      spelling[index + 2] = code - 0x20;
  }
  return spelling.toString('latin1');
}

/** The state of Keccak, 1,600 bits, of which a message of Keccak-256 fills 1,088. */
const state = new Uint32Array(50);
const bytes = Buffer.from(state.buffer);
const rate = 136;

/**
 * Of a text that is one block, without what a hash of any length needs, which costs as much again. The
 * next call overwrites what it returns.
 */
function keccak256(text: string): Uint8Array {
  state.fill(0);
  bytes[bytes.write(text, 'latin1')] = 0x01;
  bytes[rate - 1] = 0x80;
  swap32IfBE(state);
  keccakP(state);
  swap32IfBE(state);
  return bytes;
}

/** Zilliqa's (ZIP-1 and its SDKs' `toChecksumAddress`): bit 255 - 6i of a SHA-256 for digit i. */
function toZilliqaChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = sha256(Buffer.from(digits, 'hex'));
  let text = '0x';
  for (let index = 0; index < digits.length; index++) {
    const bit = index * 6;
    const isUpper = (((hash[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
    text += isUpper ? digits.charAt(index).toUpperCase() : digits.charAt(index);
  }
  return text;
}

/** What the letter case of `0x` and 40 hex digits reveals. */
export interface EvmSpelling {
  /**
   * Valid if any rule that could apply holds: EIP-55, EIP-1191 for its two networks, or Zilliqa's.
   * An address in one case, or without letters, has none.
   */
  readonly checksum: Checksum;
  /** The network whose own rule holds, and EIP-55 does not. */
  readonly network?: string;
}

/** With fewer letters, a rule holds by chance too often: once in 256 for eight. */
const minLetters = 8;

export function evmSpellingOf(address: string): EvmSpelling {
  const own = written(address);
  return (own.spelling ??= spellingOf(own.address));
}

function spellingOf(address: string): EvmSpelling {
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase())
    return { checksum: 'none' };
  if (toEip55(address).endsWith(digits)) return { checksum: 'valid' };
  const network = networkOfRule(address, digits);
  if (network === undefined) return { checksum: 'invalid' };
  const isTelling = digits.replace(/\d/g, '').length >= minLetters;
  return isTelling ? { checksum: 'valid', network } : { checksum: 'valid' };
}

function networkOfRule(address: string, digits: string): string | undefined {
  for (const [chainId, network] of eip1191Chains) {
    if (toEip1191(address, chainId).endsWith(digits)) return network;
  }
  return toZilliqaChecksum(address).endsWith(digits) ? 'zilliqa' : undefined;
}

export const evmChecksumOf = (address: string): Checksum => evmSpellingOf(address).checksum;
