/** Twelve words are a seed phrase of BIP-39, and 25 one of Monero or Algorand. */
const fewestWords = 12;

export interface Phrase {
  readonly start: number;
  readonly end: number;
}

/**
 * Runs of twelve and more words of a list, in any script: 2 to 10 letters in one case, parted by
 * blanks (the ideographic one too), by a break of a line, a comma or a number. Chinese has a word a
 * character, and needs no blanks.
 */
export function phrasesIn(text: string): Phrase[] {
  const phrases: Phrase[] = [];
  let words = 0;
  let start = 0;
  let end = 0;
  let last = '';
  const close = (): void => {
    if (words >= fewestWords) phrases.push({ start, end });
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

/** How many words of a list a run of letters is: none, one, or a run of ideographs, one each. */
function sizeOf(run: string): number {
  if (/^\p{Script=Han}+$/u.test(run)) return run.length <= 24 ? run.length : 0;
  const length = run.normalize('NFC').length;
  // One case throughout, or a capital in front; scripts without cases have neither.
  const isOneCase = run === run.toLowerCase() || run === run.toUpperCase();
  return isOneCase && length >= 2 && length <= 10 ? 1 : 0;
}

function isGap(gap: string, before: string): boolean {
  if (gap === '') return /\p{Script=Han}$/u.test(before);
  // Letters of an address are parted by digits alone.
  if (!/[^0-9]/.test(gap)) return false;
  return gap.length <= 24 && /^["'\s,;|\u3000\d.:)(\\_-]{1,24}$/.test(gap);
}
