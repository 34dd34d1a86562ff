import { isLetterOrDigit, isNamePart, isQuote } from '../text/characters.ts';
import { isInValue } from '../text/runs.ts';
import { isNameInCode } from './pieces.ts';

/**
 * Words that can name a value as a key. Those of the first group can be far away, as the heading of a
 * list. After them come short ones, and every word in Cyrillic, Japanese, Chinese, and Korean.
 */
const keyWords =
  /(priv(?!i)|pr?vt?[_ -]?key|prv|secr|seck|seed|mnem|phra|entrop|key.?pair|keygen|pass(?:ph|w)|nsec|pkey|creden)|key|[ps]v?k|wifs?(?![a-z])|wallet(?:\(| import)|"d"|[\u0400-\u04ff\u3040-\ud7af]/gi;

/** In UTF-16 units. */
const maxWordLength = 16;

/** How far before and after a value a word that is no heading can name it, in UTF-16 units. */
const reach = { before: 640, after: 200 } as const;

/** How far a value's own name can be before it if a field after it names its kind. */
const siblings = 128;

/** How far a name can continue after the word in it that counts, and before it. */
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
