import { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';
import { base58, decodeBase58, encodeBase58 } from '../encodings/base58.ts';
import { hexOf, readingOf, unchanged, type Codec, type Reading } from './codec.ts';

/** Monero's `cryptonote_config.h`: addresses, addresses with a payment ID, and subaddresses. */
const networks = new Map([
  [18, 'monero'],
  [19, 'monero'],
  [42, 'monero'],
  [53, 'monero-testnet'],
  [54, 'monero-testnet'],
  [63, 'monero-testnet'],
  [24, 'monero-stagenet'],
  [25, 'monero-stagenet'],
  [36, 'monero-stagenet'],
]);

/** Tags of addresses with a payment ID. */
const withPaymentId = new Set([19, 54, 25]);

/** How they start: on the main network, on the test network, and on the staging network. */
const starts = ['4', '8', '9', 'A', 'B', '5', '7'] as const;

/** In characters: two keys, and eight bytes more for a payment ID. */
const lengths = [95, 106] as const;

const checksumLength = 4;

/** Base58 in blocks of eight bytes, with four bytes of Keccak-256. */
export const monero: Codec = {
  family: 'monero',
  uriSchemes: ['monero'],
  shapes: starts.flatMap((start) =>
    lengths.map((length) => ({ start, lengths: [length, length], characters: base58 }) as const),
  ),
  read(token): Reading | undefined {
    const bytes = decodeBlocks(token);
    if (bytes === undefined) return undefined;
    const [tag = 0] = bytes;
    const network = networks.get(tag);
    if (network === undefined || withPaymentId.has(tag) !== (token.length === lengths[1])) {
      return undefined;
    }
    const body = bytes.subarray(0, -checksumLength);
    const hash = keccak256(body);
    const isValid = bytes.subarray(-checksumLength).every((byte, index) => byte === hash[index]);
    return isValid ? readingOf(network, false) : undefined;
  },
  canonical: unchanged,
  // An integrated address is a standard one with a payment ID behind its two keys.
  account(token) {
    const bytes = decodeBlocks(token) ?? new Uint8Array();
    return `${networks.get(bytes[0] ?? 0) ?? 'monero'}:${hexOf(bytes.subarray(1, 65))}`;
  },
  subaccount(token) {
    const bytes = token.length === lengths[1] ? decodeBlocks(token) : undefined;
    return bytes === undefined ? '' : hexOf(bytes.subarray(65, 73));
  },
  storedAs(address) {
    const bytes = address.length === lengths[1] ? decodeBlocks(address) : undefined;
    if (bytes === undefined) return address;
    const [tag = 0] = bytes;
    // The tags of standard addresses are one less.
    const body = Uint8Array.of(tag - 1, ...bytes.subarray(1, 65));
    return encodeBlocks(Buffer.concat([body, keccak256(body).subarray(0, checksumLength)]));
  },
};

/** Characters of a block of eight bytes, and of the last block of five. */
const block = { characters: 11, bytes: 8 } as const;
const lastBlock = { characters: 7, bytes: 5 } as const;

function decodeBlocks(token: string): Uint8Array | undefined {
  if (token.length !== lengths[0] && token.length !== lengths[1]) return undefined;
  const parts: Uint8Array[] = [];
  for (let at = 0; at < token.length; at += block.characters) {
    const text = token.slice(at, at + block.characters);
    const size = text.length === block.characters ? block.bytes : lastBlock.bytes;
    const part = decodeBlock(text, size);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function encodeBlocks(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += block.bytes) {
    const part = bytes.subarray(at, at + block.bytes);
    const { characters } = part.length === block.bytes ? block : lastBlock;
    text += encodeBase58(part).slice(-characters).padStart(characters, '1');
  }
  return text;
}

/** Leading 1s are digits of zero here, and not bytes. */
function decodeBlock(text: string, length: number): Uint8Array | undefined {
  const digits = text.replace(/^1+/, '');
  const bytes = new Uint8Array(length);
  if (digits === '') return bytes;
  for (let size = length; size > 0; size--) {
    const decoded = decodeBase58(digits, size);
    if (decoded === undefined) continue;
    bytes.set(decoded, length - size);
    return bytes;
  }
  return undefined;
}
