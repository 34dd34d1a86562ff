import { alphanumeric } from '../characters.ts';
import { isSymbolBefore } from '../symbols.ts';
import type { Evidence, Source } from '../source.ts';
import { isAssetOf } from '../assetNotation.ts';

/** How much of a file contains its imports and declarations, in UTF-16 units. */
const headLength = 16_384;

/** How far before a value its name can start, in UTF-16 units. */
const nameLength = 40;

const near = { before: 400, after: 120 } as const;

/** Words that name Solana, or something that only its programs have. */
const words =
  /solana|solscan|pubkey|public_?key(?!s?_?by)|program_?id|declare_id|lamport|(?:^|[^a-z])(?:spl|sol)(?![a-z])|anchor[-_]lang|metaplex|(?:^|[^a-z])mint(?![a-z])|tokenMint|mintAddress|jupiter|raydium|associated_?token/i;

const headWords = /solana|anchor[-_]lang|metaplex|spl[-_]token/i;

const pathWords = /solana|jupiter|raydium|metaplex|spl[-_]token/i;

/** What a base58 value of 32 bytes is if it is not an address, by the name or the URL before it. */
const otherValue =
  /(?:(?:encryption_?public_?key|hash|signature|secret|private|seed|nonce|cid|root|digest|leaf|delta)["'`]?(?:\s*[:=(]\s*|\s+)["'`]?|(?:arweave\.net|irys\.xyz|ipfs|ar:\/)\/)$/i;

function isOtherValue(text: string, start: number): boolean {
  return (
    mayBeOtherValue(text, start) &&
    otherValue.test(text.slice(Math.max(0, start - nameLength), start)) &&
    !isSymbolBefore(text, start)
  );
}

/**
 * Whether the name or URL before a value ends like one of those: a fast test that rules out most.
 */
function mayBeOtherValue(text: string, start: number): boolean {
  let at = start - 1;
  const first = start - nameLength;
  while (at > first && isBetween(text.charCodeAt(at))) at--;
  return text.charCodeAt(start - 1) === 0x2f || 'yhetdfaYHETDFA'.includes(text.charAt(at));
}

/**
 * Quotes, blanks, and assignment, plus every character of other scripts, because some are blanks.
 */
const isBetween = (code: number): boolean => code > 0x7e || between.has(code);

const between: ReadonlySet<number> = new Set(
  Array.from('"\'`:=( \t\r\n\v\f', (mark) => mark.charCodeAt(0)),
);

/** The same for a list, up to its bracket: `proof: ["…", "…"]`. */
const otherList = /(?:proof|hashes|leaves|signatures|digests|nodes|cids)["'`]?\s*[:=(]\s*$/i;

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
 * Whether the text shows that 32 bytes of base58 are a Solana address: words near them, in the head
 * of their file, or in its path. Such bytes have no checksum. Without such words, they could as
 * well be a hash, an ID, or a key of another system.
 */
export function solanaEvidence(text: string, source: Source | undefined): Evidence {
  let isOfFile: boolean | undefined;
  return (start, end) => {
    if (isSolanaAsset(text, start)) return true;
    if (isPartOfWord(text, start, end) || !isVaried(text, start, end)) return false;
    if (isOtherValue(text, start)) return false;
    if (isListed(text, start) && isInOtherList(text, start)) return false;
    isOfFile ??= isSolanaSource({ head: text.slice(0, headLength), ...source });
    return (
      isOfFile ||
      words.test(text.slice(Math.max(0, start - near.before), start)) ||
      words.test(text.slice(end, end + near.after))
    );
  };
}

/** Whether a file is about Solana, judging by its path and its first lines. */
export function isSolanaSource({ path = '', head = '' }: Source): boolean {
  return pathWords.test(path) || headWords.test(head);
}

/** THORChain's asset notation, `SOL.USDC-EPjF…`: network, symbol, and contract. */
function isSolanaAsset(text: string, start: number): boolean {
  return text.charCodeAt(start - 1) === 0x2d && isAssetOf(text, start, 'solana');
}

function isPartOfWord(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end);
  if (inWordBefore[text.charCodeAt(start - 1)] || inWordAfter[next]) return true;
  return next === 0x2e && /^\.\w/.test(text.slice(end, end + 2));
}

/**
 * Whether it is an element of a list. Few are, and this test is faster than to read the list's
 * name.
 */
function isListed(text: string, start: number): boolean {
  let at = start - 1;
  const first = Math.max(0, start - listLength);
  while (at >= first && /["'`\s]/.test(text.charAt(at))) at--;
  return text.charAt(at) === ',' || text.charAt(at) === '[';
}

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
  return open >= first && otherList.test(text.slice(first, open));
}

const isQuote = (code: number): boolean => code === 0x22 || code === 0x27 || code === 0x60;

/** Whether a token is not an identifier. In quotes, it never is. */
function isVaried(text: string, start: number, end: number): boolean {
  const token = text.slice(start, end);
  const quote = text.charCodeAt(end);
  const isQuoted = isQuote(quote) && text.charCodeAt(start - 1) === quote;
  return (isQuoted || !isIdentifier(token)) && (/[a-z]/.test(token) || /^1+$/.test(token));
}

/**
 * Words joined by capitals: at most one digit, and at most one capital in four letters. A random
 * key has two in five. One key in twenty thousand looks like this.
 */
function isIdentifier(token: string): boolean {
  const digits = token.match(/[1-9]/g)?.length ?? 0;
  const capitals = token.match(/[A-Z]/g)?.length ?? 0;
  return digits <= 1 && capitals * 4 <= token.length;
}
