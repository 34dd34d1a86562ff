import { decodeBase58Check, encodeBase58Check } from '../encodings/base58.ts';
import { digitsOf } from '../encodings/digits.ts';
import { hexOf, isAllZero, readingOf, unchanged, type Codec, type Reading } from './codec.ts';

const alphabet = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const digits = digitsOf(alphabet);

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
  // An X-address is an account with a network and a tag.
  account(token) {
    const account = decodeBase58Check(token, 21, digits)?.subarray(1);
    const bytes = account ?? decodeBase58Check(token, extended.length, digits)?.subarray(2, 22);
    return `ripple:${hexOf(bytes ?? new Uint8Array())}`;
  },
  subaccount(token) {
    const bytes = decodeBase58Check(token, extended.length, digits);
    return bytes?.[22] === 1 ? hexOf(bytes.subarray(23)) : '';
  },
  storedAs(address) {
    const bytes = decodeBase58Check(address, extended.length, digits)?.subarray(2, 22);
    return bytes === undefined ? address : encodeBase58Check(Uint8Array.of(0, ...bytes), alphabet);
  },
};

function readAccount(token: string): Reading | undefined {
  const bytes = decodeBase58Check(token, 21, digits);
  return bytes?.[0] === 0 ? readingOf(undefined, isAllZero(bytes)) : undefined;
}

function readExtended(token: string): Reading | undefined {
  const bytes = decodeBase58Check(token, extended.length, digits);
  if (bytes === undefined) return undefined;
  const network = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (network !== extended.main && network !== extended.test) return undefined;
  const flag = bytes[22];
  // Tags have 32 bits, and without a tag, all are zero.
  if ((flag !== 0 && flag !== 1) || !isAllZero(bytes, flag === 0 ? 23 : 27)) return undefined;
  return readingOf(
    network === extended.main ? 'ripple' : 'ripple-testnet',
    isAllZero(bytes, 2, 22),
  );
}
