import { unitAt, type Units } from '../text/runs.ts';
import { bracketKinds } from '../text/blocks.ts';
import { isLetterOrDigit, isNamePart, isQuote } from '../text/characters.ts';

/** Words that can name a value from far away. */
const farWords =
  /priv(?!i)|pr?vt?[_ -]?key|prv|secr|seck|seed|mnem|phra|entrop|key.?pair|keygen|pass(?:ph|w)|nsec|pkey|creden/gi;

/** In UTF-16 units. */
const longestWord = 8;

/** Short words count only next to a value: `pk = "…"`, `ownerKey: "…"`, `Wallet("…")`. */
const near = { before: 64, after: 24 } as const;

/** How far the bare name of a list can be before its values, in UTF-16 units. */
const listReach = 640;

/** How far a word that is not a heading can be from the value it names, in UTF-16 units. */
const neighborReach = 320;

/** How far a value's own name can be before it if a field after it names its kind. */
const siblings = 128;

/** How far a name can continue after the word in it that counts, and before it. */
const longestName = 64;

/** Whether any text near a value can name it as a key. */
export interface Hints {
  /**
   * The first offset at which names can matter. -1 if none can.
   *
   * @param isKeySized whether the bare word `key` counts too
   */
  floorOf(start: number, end: number, isKeySized: boolean): number;
}

/** A word, and how far it can matter. */
interface Word {
  readonly at: number;
  readonly until: number;
}

/**
 * @param units the part of the text that contains the values: faster to read than the text
 * @param reach how far before and after a value a word can matter, in UTF-16 units
 */
export function createHints(
  text: string,
  units: Units,
  reach: { readonly before: number; readonly after: number },
): Hints {
  const bracketBefore = createBracketReader(units);
  let scanned = 0;
  /** In order, without those that are too far away to matter for later values. */
  const words: Word[] = [];

  /** Words that start between two offsets. Each part of the text is read once. */
  function scan(from: number, to: number): void {
    const part = text.slice(from, to + longestWord);
    farWords.lastIndex = 0;
    for (let match; (match = farWords.exec(part)) !== null;) {
      const at = from + match.index;
      if (at >= to) break;
      if (isInValue(text, at)) continue;
      words.push({ at, until: at + (isHead(text, at) ? reach.before : neighborReach) });
    }
    scanned = to;
  }

  return {
    floorOf(start, end, isKeySized) {
      const first = Math.max(0, start - reach.before);
      const to = Math.min(text.length, end + reach.after);
      // Words inside of a value are chance.
      if (start > scanned) scan(Math.max(scanned, first), start);
      if (to > Math.max(scanned, end)) scan(Math.max(scanned, end), to);
      for (let word = words[0]; word !== undefined && word.at + 3 <= to; word = words[0]) {
        // A name's modifiers, and the start of a comment, come before its word.
        if (word.at >= first && word.until >= start) {
          return Math.max(0, first, Math.min(word.at, start - siblings) - longestName);
        }
        words.shift();
      }
      const isNear =
        hasShortWord(units, start - near.before, start, isKeySized) ||
        hasShortWord(units, end, end + near.after, isKeySized);
      if (isNear) return Math.max(0, start - near.before);
      return isKeySized ? nameOfBareList(units, bracketBefore(start)) : -1;
    },
  };
}

/**
 * The last bracket in `listReach` before an offset. -1 if there is none. What is between values that
 * come in order is read once.
 */
function createBracketReader(units: Units): (start: number) => number {
  let read = 0;
  let last = -1;
  return (start) => {
    const first = Math.max(units.start, start - listReach);
    if (start < read) read = 0;
    let at = start - 1;
    for (const floor = Math.max(first, read); at >= floor; at--) {
      if (bracketKinds[unitAt(units, at)] !== 0) break;
    }
    if (at >= Math.max(first, read)) last = at;
    else if (read === 0) last = -1;
    read = start;
    return last >= first ? last : -1;
  };
}

/** Where the name of a list of values starts, if it is `keys` or similar. -1 otherwise. */
function nameOfBareList(units: Units, at: number): number {
  if (at === -1 || unitAt(units, at) !== 0x5b) return -1;
  const name = units.text.slice(Math.max(0, at - longestBare), at);
  return bareListName.test(name) ? Math.max(0, at - longestName) : -1;
}

const longestBare = 32;
const bareListName = /(?<![a-z])keys?["'`]?\s{0,3}(?::\s?[\w&<>]{1,12})?\s{0,3}[:=]\s{0,3}$/i;

/** A short word, or a word in another script. Does not read outside of the units. */
function hasShortWord(
  { text, values, start }: Units,
  from: number,
  to: number,
  isKeySized: boolean,
): boolean {
  const end = to - start;
  for (let at = Math.max(0, from - start); at < end; at++) {
    const code = values[at] ?? 0;
    if (mayBeShort[code] === 1 && isShortWord(text, start + at, { code, isKeySized })) return true;
  }
  return false;
}

/** 1 for `k`, `w`, and every character of a non-Western script. */
const mayBeShort = new Uint8Array(0x10000).fill(1, 0x400);
for (const letter of 'kKwW') mayBeShort[letter.charCodeAt(0)] = 1;

/** Long runs of letters and digits are values: the words in them are chance. */
function isInValue(text: string, at: number): boolean {
  let start = at;
  let end = at;
  while (start > at - 40 && isLetterOrDigit(text.charCodeAt(start - 1))) start--;
  while (end < at + 40 && isLetterOrDigit(text.charCodeAt(end))) end++;
  return end - start >= 26 && /\d/.test(text.slice(start, end));
}

/**
 * Whether a word can name values far after it: it is the heading of a list, an object, a column, a
 * section, or commented lines. In `symbol: "SEED",` it is not a heading.
 */
function isHead(text: string, at: number): boolean {
  const last = at + longestName;
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

/** Cyrillic, Japanese, Chinese, Korean: comments in these scripts can name a value. */
function isOfScript(code: number): boolean {
  return code < 0x500 || (code >= 0x3040 && code < 0xd7b0);
}

/** `…key`, `pk`, `sk`, `pvk`, `wif`, `wallet(`, and every word in another script. */
function isShortWord(
  text: string,
  at: number,
  { code, isKeySized }: { readonly code: number; readonly isKeySized: boolean },
): boolean {
  if (code >= 0x400) return isOfScript(code);
  const letter = code | 0x20;
  const next = text.charCodeAt(at + 1) | 0x20;
  if (letter === 0x77) {
    if (next !== 0x61 && next !== 0x69) return false;
    return /^(?:wallet(?:\(| import)|wifs?(?![a-z]))/i.test(text.slice(at, at + 14));
  }
  if (letter !== 0x6b) return false;
  if (next === 0x65) {
    if ((text.charCodeAt(at + 2) | 0x20) !== 0x79) return false;
    return isKeySized || /[A-Za-z_ "'-]/.test(text.charAt(at - 1));
  }
  const previous = text.charCodeAt(at - 1) | 0x20;
  if (previous !== 0x70 && previous !== 0x73 && previous !== 0x76) return false;
  return /(?:^|[^A-Za-z]|[a-z](?=[PS]))(?:[psPS]k|[PS]K|[pP]vk|PVK)(?:[sS]?[^a-zA-Z]|[sS]?$|(?<=k)[A-Z])/.test(
    text.slice(Math.max(0, at - 3), at + 3),
  );
}
