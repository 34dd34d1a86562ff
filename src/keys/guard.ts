import {
  hexadecimal,
  isAll,
  isLetterOrDigit,
  unitAt,
  isNamePart,
  isQuote,
} from '../text/characters.ts';
import type { Codec, KeyLikeness } from '../families/codec.ts';
import { codecOf, codecs } from '../families/table.ts';
import { checksumOf, type Occurrence } from '../addresses/occurrence.ts';
import { readOnce } from '../text/once.ts';
import { segmentBefore } from '../text/segments.ts';
import type { Evidence, Source } from '../families/source.ts';
import { namedHalfOf } from './halves.ts';
import { createAccountTest, isAccount, isKeySizedHex } from './hexAccounts.ts';
import { areBytesOfKey, bytesKeyAround } from './bytePieces.ts';
import { startOfPath } from './idioms.ts';
import { LinesAbove } from './labels.ts';
import { namingOf } from './naming.ts';
import { meansOther } from './otherMeanings.ts';
import { isBareKey, isContractOfKeys, isRoleKey, kindOfName } from './words.ts';
import type { Span } from '../text/span.ts';
import { base58KeyAround, hexKeyAround, isNameInCode } from './pieces.ts';
import { isInValue } from '../text/runs.ts';

/**
 * Words that can mark a value as a key. Those of the first group can be far away, as in a list's
 * heading. Then come short ones, and all words in Cyrillic, Japanese, Chinese, and Korean.
 */
const keyWords =
  /(priv(?!i)|pr?vt?[_ -]?key|prv|secr|seck|seed|mnem|phra|entrop|key.?pair|keygen|pass(?:ph|w)|nsec|pkey|creden)|key|[ps]v?k|wifs?(?![a-z])|wallet(?:\(| import)|"d"|[\u0400-\u04ff\u3040-\ud7af]/gi;

/** In UTF-16 units. */
const maxWordLength = 16;

/** How far before and after a value a word other than a heading can mark it, in UTF-16 units. */
const reach = { before: 640, after: 200 } as const;

/** How far a value's own name can be before it if a field after it names its kind. */
const siblings = 128;

/** How far a name can extend around the word that counts. */
const maxNameLength = 64;

/**
 * The first offset at which names can matter for a value. -1 if none can. Values come in order, so
 * that each part of the text is read once.
 *
 * @param headReach how far before a value a heading can be, in UTF-16 units
 */
export function createHints(
  text: string,
  headReach: number,
): (start: number, end: number) => number {
  let scanned = 0;
  /** Words and how far they matter, in order, without those that are too far away for later values. */
  const words: { readonly at: number; readonly until: number }[] = [];

  function scan(from: number, to: number): void {
    if (from >= to) return;
    // A word can go on after the part that it starts in.
    const part = text.slice(from, to + maxWordLength);
    keyWords.lastIndex = 0;
    for (let match; (match = keyWords.exec(part)) !== null;) {
      const at = from + match.index;
      if (at >= to) break;
      if (isChance(text, at)) continue;
      const isHeading = match[1] !== undefined && isHead(text, at);
      words.push({ at, until: at + (isHeading ? headReach : reach.before) });
    }
    scanned = to;
  }

  return (start, end) => {
    const first = Math.max(0, start - headReach);
    // Words inside of a value are chance.
    scan(Math.max(scanned, first), start);
    scan(Math.max(scanned, end), Math.min(text.length, end + reach.after));
    for (let word = words[0]; word !== undefined; word = words[0]) {
      // A name's modifiers, and the start of a comment, come before its word.
      if (word.at >= first && word.until >= start) {
        return Math.max(0, first, Math.min(word.at, start - siblings) - maxNameLength);
      }
      words.shift();
    }
    return -1;
  };
}

/** Whether a word is inside of a value, and not of a name that looks like one: `deployerPkOfSepolia11155111 =`. */
function isChance(text: string, at: number): boolean {
  if (!isInValue(text, at)) return false;
  let end = at;
  while (end < at + maxNameLength && isLetterOrDigit(text.charCodeAt(end))) end++;
  return !isNameInCode(text, end);
}

/**
 * Whether a word can name values far after it: it is the heading of a list, an object, a column, a
 * section, or commented lines. In `symbol: "SEED",` it is not a heading.
 */
function isHead(text: string, at: number): boolean {
  const last = at + maxNameLength;
  let end = at;
  while (end < last && isNamePart(text.charCodeAt(end))) end++;
  // The rest of a quoted title.
  let close = end;
  while (close < last && (isNamePart(text.charCodeAt(close)) || text.charAt(close) === ' '))
    close++;
  const isTitle = isQuote(text.charCodeAt(close));
  if (isTitle) end = close;
  while (end < last && (text.charAt(end) === ' ' || isQuote(text.charCodeAt(end)))) end++;
  const next = text.charAt(end);
  return isTitle ? ':=[{(>]|\n\r'.includes(next) : next !== '.' && next !== '!' && next !== '?';
}

/**
 * How far from an address the text can show that it is a key, in UTF-16 units: before it, the name
 * of a list or the head of a table; after it, a label or the second half.
 */
export const keyReach = { before: 8_192, after: 640 } as const;

/**
 * Why an address must not be sent: it is part of a key, its name is a key's, or nothing shows that
 * a text of that size is an address instead of a key.
 */
export interface Refusal extends Span {
  readonly why: 'piece' | 'named' | 'unproven';
}

export type Guard = (occurrence: Occurrence) => Refusal | undefined;

/**
 * Decides which addresses of a text can be sent. Call it in the order of the text: it reads the
 * text between two addresses once.
 */
export function createGuard(text: string, source: Source | undefined): Guard {
  const floorOf = createHints(text, keyReach.before);
  const linesAbove = new LinesAbove();
  const mayMakeAccount = createAccountTest(text);
  const known = new Map<Codec, Evidence | undefined>();
  const evidenceOf = (codec: Codec): Evidence | undefined =>
    readOnce(known, codec, () => codec.evidenceAgainstKey?.(text, source));
  return (occurrence) => {
    const codec = codecOf(occurrence.family);
    // Every form of such a family has a checksum. Placeholders are shown by name and never looked up.
    if (codec?.checksumOf === undefined || occurrence.placeholder !== null) return undefined;
    // Keccak is slow, so EVM checksums are verified only when they matter.
    if (codec.family !== 'evm' && codec.checksumOf(occurrence.text) === 'valid') return undefined;
    const { keyLikeness } = codec;
    // A name such as `alice.near` is never a key, whatever it is called.
    if (keyLikeness === 'hexKey' && !isKeySizedHex(occurrence.text)) return undefined;
    const isKeySized = keyLikeness === 'base58Key' || keyLikeness === 'hexKey';
    const start = occurrence.offset;
    const end = start + occurrence.length;
    if (keyLikeness === 'indexedHexKey') {
      const hasEvidence = evidenceOf(codec)?.(start, end) === true;
      if (!hasEvidence || !isAccount(text, occurrence)) return { start, end, why: 'unproven' };
    }
    if (keyLikeness === 'hexKey') {
      if (!isAccount(text, occurrence)) return { start, end, why: 'unproven' };
      // It counts in a check, as what has the name of a key does.
      if (mayMakeAccount(occurrence)) return { start, end, why: 'named' };
    }
    const isNamed = isNamedAddress(text, start);
    const isAlone =
      isNamed || (isInPath(text, start) && !(isKeySized && isInQuotedPath(text, start)));
    if (occurrence.form === 'bytes' && areBytesOfKey(text, occurrence)) {
      return { start, end, why: 'named' };
    }
    const span = keyAround(text, occurrence, { start, end, isNamed, isAlone, keyLikeness });
    if (span !== undefined) return { ...span, why: 'piece' };
    if (isAlone) return undefined;
    const floor = floorOf(start, end);
    if (floor === -1) return undefined;
    return isNamedKey(text, occurrence, { keyLikeness, floor, linesAbove })
      ? { start, end, why: 'named' }
      : undefined;
  };
}

const keySizedCodecs = codecs.filter(({ keyLikeness }) => keyLikeness === 'base58Key');
const isKeySizedAddress = (run: string): boolean =>
  keySizedCodecs.some(({ read }) => read(run) !== undefined);

interface Place extends Span {
  /** Whether its own name is `address`. */
  readonly isNamed: boolean;
  /** Whether no other name can apply to it. */
  readonly isAlone: boolean;
  readonly keyLikeness: KeyLikeness | undefined;
}

/** A token with a checksum is never a piece of a key: by chance, 32 bits match once in 2³². */
function keyAround(text: string, occurrence: Occurrence, place: Place): Span | undefined {
  const { start, end } = place;
  switch (place.keyLikeness) {
    case 'hexHalf':
      // After 24 zeros, a key has no room.
      if (occurrence.form === 'padded') return undefined;
      if (occurrence.form === 'bytes') return bytesKeyOf(text, occurrence, place);
      // `ronin:` takes the place of `0x`, and is not part of a key.
      return hexKeyOf(text, occurrence, {
        ...place,
        start: text[start] === 'r' ? end - 40 : start,
      });
    case 'base58Key': {
      // NEAR writes the curve before its keys, private and public.
      const isNamed = unitAt(text, start - 1) === 0x3a;
      if (isNamed && /(?:ed25519|secp256k1):$/.test(text.slice(Math.max(0, start - 10), start))) {
        return { start, end };
      }
      return isAll(hexadecimal, text, start, end)
        ? hexKeyAround(text, place)
        : base58KeyAround(text, place, isKeySizedAddress);
    }
    case 'hexKey':
    case 'indexedHexKey':
    case undefined:
      return undefined;
  }
}

/** A list of bytes, or the string of a byte literal, which can be joined to either. */
function bytesKeyOf(text: string, occurrence: Occurrence, place: Place): Span | undefined {
  const { start, end } = place;
  const isList = occurrence.text.includes(',');
  const span = isList ? undefined : hexKeyOf(text, occurrence, place);
  if (span !== undefined || checksumOf(occurrence) === 'valid') return span;
  return bytesKeyAround(text, start, end);
}

function hexKeyOf(text: string, occurrence: Occurrence, place: Place): Span | undefined {
  if (checksumOf(occurrence) === 'valid') return undefined;
  const { start, end, isAlone } = place;
  return hexKeyAround(text, place) ?? (isAlone ? undefined : namedHalfOf(text, start, end));
}

const keyAtEnd =
  /(?:keys?|seed|phrase|mnemonic|secret|pair|[/_-](?:sk|private|wif|priv|wallet|signer|secrets|seeds))$/i;

/** `https://…/0x…`, `ARB.USDC-0x…`: names around the URL or the asset do not apply. */
function isInPath(text: string, start: number): boolean {
  const code = unitAt(text, start - 1);
  if ((code !== 0x2f && code !== 0x2d) || !isLetterOrDigit(unitAt(text, start - 2))) return false;
  const before = text.slice(Math.max(0, start - 41), start - 1);
  if (!keyAtEnd.test(before.slice(-10))) return true;
  const [word = ''] = /[\w$-]{1,40}$/.exec(before) ?? [];
  return kindOfName(word) !== 'key' && !isBareKey(word);
}

/** `"x/…"`: names before the quote apply to the value. */
const isInQuotedPath = (text: string, start: number): boolean => startOfPath(text, start) !== start;

/** `address: "…"`: the most common name. No other name is nearer. */
const isNamedAddress = (text: string, start: number): boolean =>
  /address(?:["'`]?: ?["'`]|: ?)$/.test(text.slice(Math.max(0, start - 12), start));

function isNamedKey(
  text: string,
  occurrence: Occurrence,
  {
    keyLikeness,
    floor,
    linesAbove,
  }: {
    readonly keyLikeness: KeyLikeness | undefined;
    readonly floor: number;
    readonly linesAbove: LinesAbove;
  },
): boolean {
  const { offset: start, form } = occurrence;
  const isHalf = keyLikeness === 'hexHalf' && form !== 'padded';
  // Part of a key has no correct checksum, whatever its name is.
  if (isHalf && checksumOf(occurrence) === 'valid') return false;
  const end = start + occurrence.length;
  const isKeySized = keyLikeness === 'base58Key' || keyLikeness === 'hexKey';
  if (namingOf({ text, start, end, floor, isKeySized, isHalf }, linesAbove) !== 'key') return false;
  if (keyLikeness === 'hexHalf') {
    const { name } = segmentBefore(text, start, floor);
    // `signerKey: "0x…"`: twenty bytes are the account that the role's key controls.
    if (isRoleKey(name) || (form === 'plain' && isContractOfKeys(name))) return false;
  }
  return !meansOther(text, occurrence, keyLikeness);
}
