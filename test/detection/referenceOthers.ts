/** Families without a relative in `reference.ts`. */
import {
  base32nopad,
  base58,
  base58xmr,
  base58xrp,
  bech32,
  bech32m,
  createBase58check,
} from '@scure/base';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Family } from '../../src/networks/networks.ts';
import { attempt } from './attempt.ts';

const base58check = createBase58check(sha256);

/** In order: whether a text passes the checksum of each family. */
const checks: readonly (readonly [Family, (text: string) => boolean])[] = [
  ['ripple', isRipple],
  ['stellar', isStellar],
  ['tezos', isTezos],
  ['zcash', isZcash],
  ['polkadot', isPolkadot],
  ['algorand', isAlgorand],
  ['bitcoin-cash', isBitcoinCash],
  ['monero', isMonero],
];

export function otherFamilyOf(text: string): Family | undefined {
  return text.length < 25 ? undefined : checks.find(([, isOf]) => isOf(text))?.[0];
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function isRipple(text: string): boolean {
  if (!/^[rXT][1-9A-HJ-NP-Za-km-z]{24,47}$/.test(text)) return false;
  const bytes = attempt(() => base58xrp.decode(text));
  if (bytes === undefined) return false;
  const body = bytes.subarray(0, -4);
  if (hex(sha256(sha256(body)).subarray(0, 4)) !== hex(bytes.subarray(-4))) return false;
  return (
    (body.length === 21 && body[0] === 0) ||
    (body.length === 31 && /^(?:0544|0493)/.test(hex(body)))
  );
}

function isStellar(text: string): boolean {
  if (!/^(?:[GC][A-Z2-7]{55}|M[A-Z2-7]{68})$/.test(text)) return false;
  const bytes = attempt(() => base32nopad.decode(text));
  if (bytes === undefined) return false;
  let crc = 0;
  for (const byte of bytes.subarray(0, -2)) {
    for (let bit = 7; bit >= 0; bit--) {
      const isSet = ((crc >> 15) & 1) !== ((byte >> bit) & 1);
      crc = ((crc << 1) & 0xffff) ^ (isSet ? 0x1021 : 0);
    }
  }
  return Buffer.from(bytes).readUInt16LE(bytes.length - 2) === crc;
}

function isTezos(text: string): boolean {
  if (!/^(?:tz[1-4]|KT1|sr1)[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return false;
  return attempt(() => base58check.decode(text))?.length === 23;
}

function isZcash(text: string): boolean {
  if (/^t[1-3m][1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) {
    const bytes = attempt(() => base58check.decode(text));
    return bytes?.length === 22 && /^(?:1cb8|1cbd|1d25|1cba)/.test(hex(bytes));
  }
  if (!/^(?:zs|ztestsapling|tex|textest|u|utest)1[a-z0-9]{38,300}$/.test(text)) return false;
  const encoding = /^z/.test(text) ? bech32 : bech32m;
  return attempt(() => encoding.decode(text as `${string}1${string}`, 400)) !== undefined;
}

/** SS58, of any network with accounts of 32 bytes. */
function isPolkadot(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(text)) return false;
  const bytes = attempt(() => base58.decode(text));
  if (bytes === undefined) return false;
  const expected = (bytes[0] ?? 0) < 64 ? 35 : (bytes[0] ?? 0) < 128 ? 36 : 0;
  if (bytes.length !== expected) return false;
  const hash = blake2b(Buffer.concat([Buffer.from('SS58PRE'), bytes.subarray(0, -2)]));
  return hex(hash.subarray(0, 2)) === hex(bytes.subarray(-2));
}

function isAlgorand(text: string): boolean {
  if (!/^[A-Z2-7]{58}$/.test(text)) return false;
  const bytes = attempt(() => base32nopad.decode(text));
  if (bytes === undefined) return false;
  return hex(sha512_256(bytes.subarray(0, 32)).subarray(-4)) === hex(bytes.subarray(32));
}

/** CashAddr's checksum as one number of 40 bits. */
function isBitcoinCash(text: string): boolean {
  const payload = text.replace(/^(?:bitcoincash|bchtest|bchreg):/, '');
  if (!/^[qpzr][02-9ac-hj-np-z]{41}(?:[02-9ac-hj-np-z]{19})?$/.test(payload)) return false;
  return ['bitcoincash', 'bchtest', 'bchreg'].some((prefix) => {
    const words = Array.from(payload, (one) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(one));
    let checksum = 1n;
    for (const word of [...Array.from(prefix, (one) => one.charCodeAt(0) & 31), 0, ...words]) {
      const top = checksum >> 35n;
      checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(word);
      [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n].forEach(
        (generator, bit) => {
          if (((top >> BigInt(bit)) & 1n) === 1n) checksum ^= generator;
        },
      );
    }
    return checksum === 1n;
  });
}

function isMonero(text: string): boolean {
  if (!/^[4-9AB][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(text)) return false;
  const bytes = attempt(() => base58xmr.decode(text));
  if (bytes === undefined) return false;
  const tags = [18, 19, 42, 53, 54, 63, 24, 25, 36];
  const hash = keccak_256(bytes.subarray(0, -4)).subarray(0, 4);
  return tags.includes(bytes[0] ?? 0) && hex(hash) === hex(bytes.subarray(-4));
}
