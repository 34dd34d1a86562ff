import { isAssetOf } from '../networks/assetNotation.ts';
import { alphanumeric, isQuote } from '../text/characters.ts';
import { type Evidence, type Scanned, fileOf } from './source.ts';
import { isSymbolBefore } from './symbols.ts';
import { nameBefore } from '../text/valueName.ts';
import { namedNetworkOf } from './namedNetwork.ts';
import { decodeBase58 } from '../encodings/base58.ts';

/** Two or three values in a row can be arguments or a sentence. */
const minItems = 4;

/** How far from a value the other items of its list are looked for, in UTF-16 units. */
const listReach = 800;

/** Of a row with the names of columns, in UTF-16 units. */
const maxHeaderLength = 400;

const item = /[1-9A-HJ-NP-Za-km-z]{43,44}/g;

/** Names of files and columns whose values are not accounts. */
const otherThings =
  /hash|signature|(?:^|[^a-z])sigs?(?![a-z])|digest|secret|private|priv_?key|seed|mnemonic|keypair|nonce|cid|root|leaf|leaves|proof|(?:^|[^a-z])txn?s?(?![a-z])|tx_?id|transaction|commitment|peer|block/i;

/**
 * Whether a value is an item of a list, or a cell of a column, in which all are 32 bytes of base58.
 * Chance makes no such list, and what other systems write so has a name: hashes of transactions,
 * blocks, or content.
 */
export function base58Lists({ text, source }: Scanned): (start: number, end: number) => boolean {
  const { path = '' } = source ?? {};
  const isOfOthers = otherThings.test(path.slice(path.lastIndexOf('/') + 1));
  /** The end of the last item that was found. */
  let last = -1;
  let header: string | undefined;
  return (start, end) => {
    if (isOfOthers) return false;
    const follows = last !== -1 && last < start && isBetweenItems(text.slice(last, start));
    if (!follows && itemsAround(text, start, end) < minItems) return false;
    header ??= /^.*/.exec(fileOf(text, source).head.slice(0, maxHeaderLength))?.[0] ?? '';
    if (otherThings.test(cellOf(header, text, start))) return false;
    last = end;
    return true;
  };
}

/** Counts the items right before and after a value, and the value itself. */
function itemsAround(text: string, start: number, end: number): number {
  const from = Math.max(0, start - listReach);
  let count = 1;
  let next = start;
  for (const { 0: value, index } of [...text.slice(from, start).matchAll(item)].reverse()) {
    const itemEnd = from + index + value.length;
    if (!isBetweenItems(text.slice(itemEnd, next)) || !isAccount(value)) break;
    next = from + index;
    if (++count === minItems) return count;
  }
  let previous = end;
  for (const { 0: value, index } of text.slice(end, end + listReach).matchAll(item)) {
    if (!isBetweenItems(text.slice(previous, end + index)) || !isAccount(value)) break;
    previous = end + index + value.length;
    if (++count === minItems) return count;
  }
  return count;
}

const isAccount = (value: string): boolean => decodeBase58(value, 32) !== undefined;

/** Quotes, commas, and other cells of a row; no names of members, no calls, and no paths. */
function isBetweenItems(text: string): boolean {
  return (
    text.length <= 200 &&
    /^["'`]?\s*(?:[,;|\t\n]|$)/.test(text) &&
    /[\s,;|"'`]$/.test(text) &&
    !/[={}()[\]/\\]|[^\d\s]\s*:/.test(text)
  );
}

/** The cell of a header that is above a value: the one with as many separators before it. */
function cellOf(header: string, text: string, start: number): string {
  const row = text.slice(Math.max(0, start - maxHeaderLength), start);
  const before = row.slice(row.lastIndexOf('\n') + 1);
  const [separator] = /[,;|\t]/.exec(before) ?? /[,;|\t]/.exec(header) ?? [];
  if (separator === undefined) return header.length < 80 ? header : '';
  return header.split(separator)[before.split(separator).length - 1] ?? '';
}

/** Lists with other content than addresses, up to the bracket: `proof: ["…", "…"]`. */
const otherList =
  /(?:proof|hash(?:es)?|leaves|signatures|digests|nodes|cids|tx_?ids)["'`]?\s*[:=(]\s*$/i;

/** How far before a value its list can start, in UTF-16 units. */
const listLength = 1_024;

/**
 * Characters that make a token part of something longer: an identifier, base64, a call, a member.
 */
const inWordBefore = alphanumeric.slice();
for (const mark of '_$+=.@#-') inWordBefore[mark.charCodeAt(0)] = 1;
const inWordAfter = alphanumeric.slice();
for (const mark of '_$+=(@-') inWordAfter[mark.charCodeAt(0)] = 1;

/**
 * Whether the text shows that 32 bytes of base58 are a Solana address. They have no checksum:
 * without supporting words, they could be a hash, an ID, or a key of another system.
 */
export function solanaEvidence(scanned: Scanned): Evidence {
  const { text } = scanned;
  const named = namedNetworkOf(scanned);
  const isInList = base58Lists(scanned);
  return (start, end) => {
    if (isSolanaAsset(text, start)) return true;
    if (isPartOfWord(text, start, end) || !isVaried(text, start, end)) return false;
    if (isInOtherPath(text, start)) return false;
    const kind = kindByName(text, start);
    if (kind !== undefined) return kind === 'address';
    if (isInOtherList(text, start)) return false;
    if (isInvoked(text, start, end)) return true;
    const nearby = named.near(start, end);
    if (nearby !== undefined) return nearby === 'solana';
    const ofFile = named.ofFile();
    if (ofFile === 'solana' || isNearSolana(text, start, end)) return true;
    return ofFile === undefined && isInList(start, end);
  };
}

/** THORChain's asset notation, `SOL.USDC-EPjF…`: network, symbol, and contract. */
function isSolanaAsset(text: string, start: number): boolean {
  return text.charCodeAt(start - 1) === 0x2d && isAssetOf(text, start, 'solana');
}

function isPartOfWord(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end);
  const isJoined = inWordBefore[text.charCodeAt(start - 1)] === 1 && !isEscaped(text, start);
  if (isJoined && !isAssigned(text, start)) return true;
  if (inWordAfter[next]) return true;
  return next === 0x2e && /^\.\w/.test(text.slice(end, end + 2)) && !isFile(text, end);
}

/** `\nEPjF…`, as a string literal has it. */
const isEscaped = (text: string, start: number): boolean =>
  /^\\[bfnrtv]$/.test(text.slice(Math.max(0, start - 2), start));

/** `?spl-token=EPjF…`, `--mint=EPjF…`, `MINT=EPjF…`: a parameter, an option, or a variable. */
const isAssigned = (text: string, start: number): boolean =>
  text.charCodeAt(start - 1) === 0x3d &&
  /(?:^|[\s?&"'`])[\w-]{2,40}=$/.test(text.slice(Math.max(0, start - 42), start));

/** Token lists and test validators name files after addresses: `EPjF….png`. */
const isFile = (text: string, end: number): boolean =>
  /^\.(?:png|svg|jpe?g|webp|gif|json|so)(?!\w)/.test(text.slice(end, end + 6));

/** `Program 1111… invoke [1]`, as logs of transactions have it. */
const isInvoked = (text: string, start: number, end: number): boolean =>
  text.startsWith('Program ', start - 8) &&
  /^ (?:invoke|success|consumed|failed|return)/.test(text.slice(end, end + 10));

/**
 * Only the nearest bracket can open the list. To find it first is faster than to search for names.
 */
function isInOtherList(text: string, start: number): boolean {
  const first = Math.max(0, start - listLength);
  let open = start - 1;
  while (open >= first && text.charCodeAt(open) !== 0x5b) {
    if (text.charCodeAt(open) === 0x5d) return false;
    open--;
  }
  if (open < first) return false;
  const before = text.slice(first, open).trimEnd();
  // Most lists have no name, and the end shows it.
  return '=:('.includes(before.slice(-1)) && otherList.test(before);
}

/**
 * Whether a token has the mixture of characters that chance gives. Bech32 has one case. Words joined
 * by capitals have at most one digit, and at most one capital in four letters: a random key has two
 * in five, and one in twenty thousand looks like such an identifier. In quotes, no token is one.
 */
function isVaried(text: string, start: number, end: number): boolean {
  let digits = 0;
  let ones = 0;
  let capitals = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x31) ones++;
    if (code < 0x3a) digits++;
    else if (code < 0x5b) capitals++;
  }
  const length = end - start;
  if (ones === length) return true;
  if (capitals === 0 || capitals + digits === length) return false;
  const quote = text.charCodeAt(end);
  const isQuoted = isQuote(quote) && text.charCodeAt(start - 1) === quote;
  return isQuoted || digits > 1 || capitals * 4 > length;
}

/** How far words can be from a value, in UTF-16 units. */
const reach = { before: 400, after: 120 } as const;

/**
 * Words that name Solana, or something that only its programs have; after the group, words that
 * name another system. A bare `near` is an English word.
 */
const words =
  /(solana|solscan|solflare|lamport|declare_id|anchor[-_]lang|metaplex|jupiter|raydium|associated_?token|spl[-_]?token|(?<![a-z])spl(?![a-z])|program_?id|tokenMint|mintAddress|(?<![a-z])mint(?![a-z])|(?<![a-z.])sol(?![a-z])|So1{20}|Sysvar)|ed25519|secp256k1|near[-_.](?:protocol|api|org|sdk|account)|\.near(?![a-z])|["']near["']|(?<![a-z])sui(?![a-z])|aptos|ipfs|arweave|ver_?key|did:|libp2p|cosmwasm|factory\/|blockhash|genesis_?hash/gi;

/** Whether the nearest word before a value names Solana; without one, the first word after it. */
function isNearSolana(text: string, start: number, end: number): boolean {
  // The lookbehinds read one character.
  const before = text.slice(Math.max(0, start - reach.before - 1), start);
  const after = text.slice(end - 1, end + reach.after);
  const nearest = [...before.matchAll(words)].at(-1) ?? after.matchAll(words).next().value;
  return nearest?.[1] !== undefined;
}

/** Kinds of 32 bytes of base58 that are not addresses, by the end of their name. */
const otherNames =
  /(?:encryption_?public_?key|hash|signature|secret|private|seed|nonce|cid|root|digest|leaf|delta|tx_?id|transaction_?id|commitment|ver_?key|peer_?id|checksum)$/i;

/** The same inside of a name: `MustHashFromBase58`, `txHashResult`. */
const ofHashes = /(?:^|[a-z0-9_])[Hh]ash(?=[A-Z_])/;

const curves = /(?:ed25519|secp256k1)$/i;

/** The types that such a value is parsed as: `Hash::from_str("…")`. */
const otherTypes = /(?:hash|signature|digest|cid|peerid)$/i;

/** Other networks with such values, at the start of a name. A bare `near` is an English word. */
const otherNetworks = /^(?:NEAR|SUI|near(?=[A-Z])|sui(?=[A-Z]))(?:[A-Z_]|$)/;

/** Functions that parse a text as a type or a member of one. */
const parsers =
  /^(?:from_?str|from_?string|from_?base58|new|from|parse|decode|of|unwrap|try_?from)$/i;

/** Calls of Solana's libraries that take an address. */
const addressCalls =
  /^(?:pubkey!|declare_id!|publicKey|(?:\w{0,12}PublicKey)(?:FromBase58|FromString)?)$/;

/** The meaning of 32 bytes of base58 by their name, if any. */
function kindByName(text: string, start: number): 'address' | 'other' | undefined {
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
function isInOtherPath(text: string, start: number): boolean {
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
