/**
 * A second definition of addresses without the scanner's code: by the codecs of
 * @scure/base, whole strings only. The labels of the corpus come from here.
 */
import { crc32 } from 'node:zlib';
import { base58, base64, base64url, bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Family } from '../../src/networks/networks.ts';
import { attempt } from './attempt.ts';
import { filesOf } from './packages.ts';
import { otherFamilyOf } from './referenceOthers.ts';

const base58check = createBase58check(sha256);

const versions: Readonly<Record<number, Family>> = {
  ...{ 0x00: 'bitcoin', 0x05: 'bitcoin', 0x6f: 'bitcoin', 0xc4: 'bitcoin' },
  ...{ 0x30: 'litecoin', 0x32: 'litecoin', 0x3a: 'litecoin' },
  ...{ 0x1e: 'dogecoin', 0x16: 'dogecoin', 0x71: 'dogecoin' },
  ...{ 0x4c: 'dash', 0x10: 'dash', 0x8c: 'dash', 0x13: 'dash', 0x41: 'tron' },
};

const segwitPrefixes: Readonly<Record<string, Family>> = {
  ...{ bc: 'bitcoin', tb: 'bitcoin', bcrt: 'bitcoin' },
  ...{ ltc: 'litecoin', tltc: 'litecoin', rltc: 'litecoin' },
};

let cosmosPrefixes: ReadonlySet<string> | undefined;

/** The family whose checksum a string passes; Solana's 32 bytes have none and are not among them. */
export function familyOf(text: string): Family | undefined {
  if (/^0[xX][0-9a-fA-F]{40}$/.test(text)) return 'evm';
  return ofBase58(text) ?? ofBech32(text) ?? ofTon(text) ?? ofByron(text) ?? otherFamilyOf(text);
}

export function isBase58Of32(text: string): boolean {
  return (
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && attempt(() => base58.decode(text))?.length === 32
  );
}

function ofBase58(text: string): Family | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text)) return undefined;
  const bytes = attempt(() => base58check.decode(text));
  return bytes?.length === 21 ? versions[bytes[0] ?? -1] : undefined;
}

function ofBech32(text: string): Family | undefined {
  if (!/^[a-z][a-z_0-9]{1,20}1[a-z0-9]{6,120}$/i.test(text)) return undefined;
  const plain = attempt(() => bech32.decode(text as `${string}1${string}`, 200));
  const modified = attempt(() => bech32m.decode(text as `${string}1${string}`, 200));
  const decoded = plain ?? modified;
  if (decoded === undefined) return undefined;
  const segwit = segwitPrefixes[decoded.prefix];
  if (segwit !== undefined) {
    const [version = 0, ...program] = decoded.words;
    const length = attempt(() => bech32.fromWords(program))?.length ?? 0;
    const isLength = version === 0 ? [20, 32].includes(length) : length >= 2 && length <= 40;
    return isLength && (version === 0) === (plain !== undefined) ? segwit : undefined;
  }
  cosmosPrefixes ??= readCosmosPrefixes();
  const isCosmos = cosmosPrefixes.has(decoded.prefix.replace(/val(?:oper|cons)$/, ''));
  if (isCosmos && plain !== undefined) {
    const length = attempt(() => bech32.fromWords(plain.words))?.length;
    return length === 20 || length === 32 ? 'cosmos' : undefined;
  }
  return /^(?:addr|stake)(?:_test)?$/.test(decoded.prefix) ? 'cardano' : undefined;
}

/** CIP-19: CBOR of a tagged byte string and its CRC-32, which zlib computes here. */
function ofByron(text: string): Family | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{55,120}$/.test(text)) return undefined;
  const bytes = Buffer.from(attempt(() => base58.decode(text)) ?? []);
  if (bytes.subarray(0, 4).toString('hex') !== '82d81858') return undefined;
  const content = bytes.subarray(5, 5 + (bytes[4] ?? 0));
  const end = bytes.subarray(5 + content.length);
  return end[0] === 0x1a && end.readUInt32BE(1) === crc32(content) ? 'cardano' : undefined;
}

function ofTon(text: string): Family | undefined {
  if (text.length !== 48) return undefined;
  const bytes = attempt(() => base64url.decode(text)) ?? attempt(() => base64.decode(text));
  if (bytes === undefined || ![0x11, 0x51, 0x91, 0xd1].includes(bytes[0] ?? 0)) return undefined;
  let crc = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((crc >> 15) & 1) !== ((byte >> bit) & 1);
      crc = ((crc << 1) & 0xffff) ^ (isSet ? 0x1021 : 0);
    }
  }
  // A message with its own checksum behind it leaves nothing.
  return crc === 0 ? 'ton' : undefined;
}

/**
 * Prefixes of the registry of Cosmos, and of networks of its family that it does not have. Read at
 * the first use: the registry is installed after this module is loaded.
 */
function readCosmosPrefixes(): ReadonlySet<string> {
  const chains = filesOf('chain-registry', ['{mainnet,testnet,devnet}/*/chain.js']);
  return new Set([
    ...chains.flatMap(({ text }) =>
      [...text.matchAll(/bech32Prefix: '([a-z0-9_]+)'/g)].flatMap(([, prefix]) => prefix ?? []),
    ),
    ...['fetch', 'umee', 'thor', 'maya', 'band', 'bbn', 'zeta'],
  ]);
}
