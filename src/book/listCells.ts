import { accountOf } from '../addresses/occurrence.ts';
import type { Family } from '../networks/networks.ts';
import { readAddress } from '../scan/parse.ts';

/** Copied from a page, a text may have such characters around it. */
export const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Source of an expression for the same characters. It is three times as fast as one with the flag
 * `u`, and as one with a single class for its first two lines.
 */
export const unseenSource =
  '[\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u17B4\u17B5\u180B-\u180F]' +
  '|[\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]' +
  '|\uD804[\uDCBD\uDCCD]|\uD80D[\uDC30-\uDC3F]|\uD82F[\uDCA0-\uDCA3]|\uD834[\uDD73-\uDD7A]' +
  '|[\uDB40-\uDB43][\uDC00-\uDFFF]';

/** As most addresses are. */
const isWord = /^[0-9A-Za-z]+$/;

const isQuote = (character: string): boolean => '"\'`“”‘’<>,;'.includes(character);

/** Without quotes around it too. */
export function withoutUnseen(text: string): string {
  if (isWord.test(text)) return text;
  const clean = text.replace(unseen, '').trim();
  let start = 0;
  let end = clean.length;
  while (start < end && isQuote(clean.charAt(start))) start++;
  while (end > start && isQuote(clean.charAt(end - 1))) end--;
  return clean.slice(start, end);
}

/** Any case of the letters: public lists have a typo in none, and are often in one case. */
export function readListed(
  text: string,
  network: string | undefined,
): { readonly key: string; readonly family: Family } | undefined {
  if (/^(?:0x)?[\da-f]{40}$/i.test(text)) {
    const family = 'evm';
    return { key: accountOf({ text: text.length === 40 ? `0x${text}` : text, family }), family };
  }
  const read = readAddress(text, network);
  if (!read.ok) return undefined;
  const { canonical, family } = read.address;
  return { key: accountOf({ text: canonical, family }), family };
}

/** Characters between an address and other addresses or its description. */
const separators = /[\s,;|"'`<>()[\]{}=]+/;

export const wordsOf = (text: string): string[] =>
  text.split(separators).filter((word) => word !== '');

/** Reading each short word as all families takes long, and only names of NEAR are short. */
export const mayBeListed = (word: string): boolean =>
  word.length >= minExactLength || /\.(?:near|testnet|tg)$/.test(word);

export const isListed = (word: string): boolean => readListed(word, undefined) !== undefined;

export const addressesIn = (text: string): string[] =>
  wordsOf(text).filter((word) => mayBeListed(word) && isListed(word));

/** All that a cell lists: addresses, and texts that are written like one, such as an ID of Monero. */
export function textsIn(cell: string): string[] {
  const whole = withoutUnseen(cell);
  if (whole.length < maxWholeLength && isListed(whole)) return [whole];
  const words = wordsOf(whole);
  return words.flatMap((word) => {
    if (!mayBeListed(word)) return [];
    // A URL outside a block explorer is an article about an address.
    if (isListed(word) || word.includes('://')) return isListed(word) ? [word] : [];
    const runs = (word.match(longRuns) ?? []).filter(isWritten);
    return words.length === 1 && runs.length > 0 && !runs.some(isListed) ? [word] : runs;
  });
}

/** In UTF-16 units, as the next: the URL of an explorer is shorter. */
const maxWholeLength = 512;

/** A shorter text that isn't an address is an ordinary word. */
export const minExactLength = 20;

const longRuns = /[0-9A-Za-z]{20,}/g;

/** An address, or digits and letters: long words have no digits. */
const isWritten = (run: string): boolean =>
  (/\d/.test(run) && /[A-Za-z]/.test(run)) || isListed(run);
