import { decodeBase58Check } from '../base58.ts';
import { isAllZero, readingOf, unchanged, type Codec, type Reading } from './codec.ts';

/** The digits of the XRP Ledger, and Bitcoin's, in the order of their values. */
const alphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const bitcoinAlphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const inBitcoinAlphabet = new Uint8Array(0x80);
for (let value = 0; value < alphabet.length; value++) {
  inBitcoinAlphabet[alphabet.charCodeAt(value)] = bitcoinAlphabet.charCodeAt(value);
}

/** XLS-5, "Extended Format": a network, an account, a flag for the tag, and a tag of 8 bytes. */
const extended = { length: 2 + 20 + 1 + 8, main: 0x0544, test: 0x0493 } as const;

/**
 * Accounts of the XRP Ledger ("Base58 Encodings"): version 0 and a hash of 20 bytes in base58 of its
 * own. Each network has the same. X-addresses also contain the network and a tag.
 */
export const ripple: Codec = {
  family: 'ripple',
  uriSchemes: ['ripple', 'xrp', 'xrpl'],
  shapes: [
    { start: 'r', lengths: [26, 35] },
    { start: 'X', lengths: [46, 48] },
    { start: 'T', lengths: [46, 48] },
  ],
  read: (token) => (token.startsWith('r') ? readAccount(token) : readExtended(token)),
  canonical: unchanged,
};

function readAccount(token: string): Reading | undefined {
  const bytes = decode(token, 21);
  return bytes?.[0] === 0 ? readingOf(undefined, isAllZero(bytes)) : undefined;
}

function readExtended(token: string): Reading | undefined {
  const bytes = decode(token, extended.length);
  if (bytes === undefined) return undefined;
  const [first = 0, second = 0] = bytes;
  const network = (first << 8) | second;
  if (network !== extended.main && network !== extended.test) return undefined;
  const flag = bytes[22];
  // Tags have 32 bits, and without a tag, all are zero.
  if ((flag !== 0 && flag !== 1) || !isAllZero(bytes, flag === 0 ? 23 : 27)) return undefined;
  return readingOf(
    network === extended.main ? 'ripple' : 'ripple-testnet',
    isAllZero(bytes.subarray(2, 22)),
  );
}

function decode(token: string, length: number): Uint8Array | undefined {
  let text = '';
  for (let at = 0; at < token.length; at++) {
    const code = inBitcoinAlphabet[token.charCodeAt(at)] ?? 0;
    if (code === 0) return undefined;
    text += String.fromCharCode(code);
  }
  return decodeBase58Check(text, length);
}
