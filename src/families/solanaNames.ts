import { isSymbolBefore } from './symbols.ts';
import { nameBefore } from '../text/valueName.ts';

/** What 32 bytes of base58 are if they are not an address, by the end of their name. */
const otherNames =
  /(?:encryption_?public_?key|hash|signature|secret|private|seed|nonce|cid|root|digest|leaf|delta|tx_?id|transaction_?id|commitment|ver_?key|peer_?id|checksum)$/i;

/** The same inside of a name: `MustHashFromBase58`, `txHashResult`. */
const ofHashes = /(?:^|[a-z0-9_])[Hh]ash(?=[A-Z_])/;

const curves = /(?:ed25519|secp256k1)$/i;

/** The types that such a value is parsed as: `Hash::from_str("…")`. */
const otherTypes = /(?:hash|signature|digest|cid|peerid)$/i;

/** Other networks with such values, at the start of a name. `near` alone is an English word. */
const otherNetworks = /^(?:NEAR|SUI|near(?=[A-Z])|sui(?=[A-Z]))(?:[A-Z_]|$)/;

/** Functions that parse a text as a type or a member of it. */
const parsers =
  /^(?:from_?str|from_?string|from_?base58|new|from|parse|decode|of|unwrap|try_?from)$/i;

/** Calls of Solana's libraries that take an address. */
const addressCalls =
  /^(?:pubkey!|declare_id!|publicKey|(?:\w{0,12}PublicKey)(?:FromBase58|FromString)?)$/;

/** What a name says about 32 bytes of base58. Undefined if nothing. */
export function kindByName(text: string, start: number): 'address' | 'other' | undefined {
  const { name, start: nameStart, isAssigned } = nameBefore(text, start);
  if (name === '') return undefined;
  // The key guard refuses `ed25519:` and a key, which NEAR writes.
  if (curves.test(name) && text.charCodeAt(start - 1) !== 0x3a) return 'other';
  const isOfHash = ofHashes.test(name) && !/address/i.test(name);
  if (isOfHash || otherNames.test(name)) return isSymbolBefore(text, start) ? undefined : 'other';
  if (parsers.test(name)) {
    const type = nameBefore(text, nameStart === 0 ? 0 : withoutDot(text, nameStart)).name;
    if (otherTypes.test(type)) return 'other';
    return type === 'Pubkey' ? 'address' : undefined;
  }
  if (!isAssigned) return undefined;
  if (otherNetworks.test(name)) return 'other';
  if (/solana|(?:^|_)SOL_|^sol(?=[A-Z_])/.test(name)) return 'address';
  return addressCalls.test(name) && isCall(text, nameStart + name.length, start)
    ? 'address'
    : undefined;
}

const withoutDot = (text: string, at: number): number =>
  text.charAt(at - 1) === '.' ? at - 1 : at;

/** Whether only a bracket, blanks, and a quote are between two offsets. */
function isCall(text: string, from: number, to: number): boolean {
  return /^\(\s{0,40}["'`]$/.test(text.slice(from, to));
}

/** URLs of content, and names of assets that a bridge or a contract made from an address. */
const otherPaths =
  /(?:^|[/.:])(?:factory|wormhole|cw20|ipfs|ipns|ar|arweave\.net|irys\.xyz|tx|block|hash|cid|transactions?|[a-z]{2,16}1[02-9ac-hj-np-z]{38,58})\/[\w./:-]{0,160}$/i;

/** How far before a value its path can start, in UTF-16 units. */
const pathReach = 200;

/** Whether a path before a value makes it something else. */
export function isInOtherPath(text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== 0x2f) return false;
  let from = start;
  const floor = Math.max(0, start - pathReach);
  while (from > floor && isInPath(text.charCodeAt(from - 1))) from--;
  return otherPaths.test(text.slice(from, start));
}

const isInPath = (code: number): boolean =>
  (code >= 0x2d && code <= 0x3a) ||
  code === 0x5f ||
  ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);
