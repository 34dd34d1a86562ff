import type { Placement } from '../families/codec.ts';
import { codecOf } from '../families/table.ts';
import { networkNamed, networks, type Family } from '../networks/networks.ts';
import type { Occurrence } from '../addresses/occurrence.ts';

type Located = Pick<Occurrence, 'offset' | 'length' | 'family'>;

/** What the characters of an address say about its network, if they do not name it for each scan. */
export function placementOf(text: string, { offset, length, family }: Located): Placement {
  const known = codecOf(family)?.placementOf?.(text.slice(offset, offset + length));
  if (known !== undefined) return known;
  const usual = mainNetworks.get(family);
  return usual === undefined ? {} : { usual };
}

const mainNetworks = new Map<Family, string>();
for (const { family, name } of networks) {
  if (!mainNetworks.has(family)) mainNetworks.set(family, name);
}

/** How far from an address a word can name another coin, in UTF-16 units. */
const reach = { before: 400, after: 100 } as const;

/**
 * A word that names another coin with the same version byte: the nearest word before the address,
 * or else on the rest of its line, or else in its path. Undefined if the nearest names its own coin.
 */
export function otherCoinNear(
  text: string,
  address: Located,
  { sharedWith = [], usual = '' }: Placement,
  path: string,
): string | undefined {
  if (sharedWith.length === 0) return undefined;
  const { offset, length } = address;
  const end = offset + length;
  const before = text.slice(Math.max(0, offset - reach.before), offset);
  const [after = ''] = text.slice(end, end + reach.after).split('\n', 1);
  const words = { own: ownWords(usual), others: sharedWith };
  for (const [part, isFirst] of [
    [before, false],
    [after, true],
    [path, false],
  ] as const) {
    const word = nearestWord(part, [...words.own, ...words.others], isFirst);
    if (word !== undefined) return words.others.includes(word) ? word : undefined;
  }
  return undefined;
}

function ownWords(usual: string): string[] {
  const network = networkNamed(usual);
  if (network === undefined) return [];
  return [network.family, network.native.toLowerCase()];
}

/** The last of some words in a text, or the first. Of two that overlap, the longer one. */
function nearestWord(text: string, words: readonly string[], isFirst: boolean): string | undefined {
  const lower = text.toLowerCase();
  let best: { readonly word: string; readonly start: number; readonly end: number } | undefined;
  for (const word of words) {
    const start = isFirst ? indexOfWord(text, lower, word) : lastIndexOfWord(text, lower, word);
    if (start === -1) continue;
    const end = start + word.length;
    const isNearer =
      best === undefined ||
      (isFirst
        ? start < best.start || (start === best.start && end > best.end)
        : end > best.end || (end === best.end && start < best.start));
    if (isNearer) best = { word, start, end };
  }
  return best?.word;
}

function indexOfWord(text: string, lower: string, word: string): number {
  let at = lower.indexOf(word);
  while (at !== -1 && !isWordAt(text, at, word.length)) at = lower.indexOf(word, at + 1);
  return at;
}

function lastIndexOfWord(text: string, lower: string, word: string): number {
  let at = lower.lastIndexOf(word);
  while (at !== -1 && !isWordAt(text, at, word.length)) {
    at = at === 0 ? -1 : lower.lastIndexOf(word, at - 1);
  }
  return at;
}

/** Whether it is a word, alone or in an identifier: `bchAddress`, `oldBCH`, not `converge`. */
function isWordAt(text: string, start: number, length: number): boolean {
  const first = text.charAt(start);
  const isStart =
    !/[A-Za-z]/.test(text.charAt(start - 1)) ||
    /^(?:[a-z][A-Z])$/.test(text.charAt(start - 1) + first);
  return isStart && !/[a-z]/.test(text.charAt(start + length));
}
