import { isAssetOf } from '../networks/assetNotation.ts';
import { alphanumeric, isQuote } from '../text/characters.ts';
import type { Evidence, Scanned } from './source.ts';
import { isInOtherPath, kindByName } from './solanaNames.ts';
import { namedNetworkOf } from './namedNetwork.ts';
import { isNearSolana } from './solanaWords.ts';

/** What a list contains if not addresses, up to its bracket: `proof: ["…", "…"]`. */
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
 * Whether the text shows that 32 bytes of base58 are a Solana address. Such bytes have no checksum:
 * without words that say so, they could as well be a hash, an ID, or a key of another system.
 */
export function solanaEvidence(scanned: Scanned): Evidence {
  const { text } = scanned;
  const named = namedNetworkOf(scanned);
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
    return named.ofFile() === 'solana' || isNearSolana(text, start, end);
  };
}

/** THORChain's asset notation, `SOL.USDC-EPjF…`: network, symbol, and contract. */
function isSolanaAsset(text: string, start: number): boolean {
  return text.charCodeAt(start - 1) === 0x2d && isAssetOf(text, start, 'solana');
}

function isPartOfWord(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end);
  if (inWordBefore[text.charCodeAt(start - 1)] && !isAssigned(text, start)) return true;
  if (inWordAfter[next]) return true;
  return next === 0x2e && /^\.\w/.test(text.slice(end, end + 2)) && !isFile(text, end);
}

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
