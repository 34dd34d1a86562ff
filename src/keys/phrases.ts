import type { Span } from '../text/span.ts';

/** A BIP-39 seed phrase has at least twelve words, and one of Monero or Algorand has 25. */
const minWords = 12;

/** In UTF-16 units: words of two letters with a gap between them. An ideograph needs neither. */
const minSpelledLength = 3 * minWords - 1;

/**
 * Runs of at least twelve words from a list, in any script: 2 to 10 letters in one case, separated
 * by blanks (also ideographic ones), a line break, a comma, or a number. In Chinese, each character
 * is a word, and no blanks are needed.
 */
export function phrasesIn(text: string): Span[] {
  const phrases: Span[] = [];
  if (text.length < minSpelledLength && !/\p{Script=Han}/u.test(text)) return phrases;
  let words = 0;
  let start = 0;
  let end = 0;
  let last = '';
  const close = (): void => {
    if (words >= minWords) phrases.push({ start, end });
    words = 0;
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]{1,64}/gu)) {
    const size = sizeOf(word);
    const isJoined = words > 0 && isGap(text.slice(end, index), last);
    if (words > 0 && !isJoined) close();
    if (size === 0) {
      close();
      continue;
    }
    if (words === 0) start = index;
    words += size;
    end = index + word.length;
    last = word;
  }
  close();
  return phrases;
}

/** How many words of a list a run of letters is: none, one, or one for each ideograph. */
function sizeOf(run: string): number {
  if (/^\p{Script=Han}+$/u.test(run)) return run.length <= 24 ? run.length : 0;
  const length = run.normalize('NFC').length;
  // One case throughout, or a capital first. Scripts without cases have neither.
  const isOneCase = run === run.toLowerCase() || run === run.toUpperCase();
  return isOneCase && length >= 2 && length <= 10 ? 1 : 0;
}

function isGap(gap: string, before: string): boolean {
  if (gap === '') return /\p{Script=Han}$/u.test(before);
  // Only digits separate the letters of an address.
  if (!/[^0-9]/.test(gap)) return false;
  return gap.length <= 24 && /^["'\s,;|\u3000\d.:)(\\_-]{1,24}$/.test(gap);
}
