import type { Units } from '../runs.ts';

/**
 * How the words start that can name a value as a key: the first four characters of each. A blank is
 * any character but a letter or `_`. Before `pair` there can be `key` and a separator.
 */
const stems = [
  // Whatever follows.
  ...Array.from('abcdefghijklmnopqrstuvwxyz_ ', (fourth) => `prv${fourth}`),
  ...[
    'priv',
    'pvtk',
    'pvt_',
    'pvt ',
    'secr',
    'seck',
    'seed',
    'mnem',
    'phra',
    'entr',
    'keyp',
    'keyg',
  ],
  ...['pair', 'pass', 'nsec', 'pkey', 'cred'],
];

/** The letters that follow the stems of common words: `entry`, `passed`, and `credit` name no key. */
const fifths: Readonly<Record<string, string>> = { entr: 'o', pass: 'pw', cred: 'e' };

/** The number of each letter, and the pairs of units and triples of letters that stems contain. */
interface Tables {
  readonly letters: Uint8Array;
  readonly pairs: Uint8Array;
  readonly triples: Uint8Array;
  /** Stems as numbers, each with the letters that can follow it, one bit each. */
  readonly followers: ReadonlyMap<number, number>;
  /** The stem that counts only after `key` and a separator, and the letter that shows it. */
  readonly pair: number;
  readonly y: number;
}

/** Created when a text first needs it, to keep activation fast. */
let tables: Tables | undefined;

function tablesOfStems(): Tables {
  const letters = new Uint8Array(128);
  const pairs = new Uint8Array(1 << 14);
  const triples = new Uint8Array(1 << 15);
  for (let letter = 0; letter < 26; letter++) {
    letters[0x41 + letter] = letter + 1;
    letters[0x61 + letter] = letter + 1;
  }
  letters[0x5f] = 27;
  // All ASCII characters with a number: both cases of a letter, `_`, or everything else.
  const spellings: number[][] = Array.from({ length: 28 }, () => []);
  for (const [code, number] of letters.entries()) spellings[number]?.push(code);
  const bits = (stem: string, at: number): number => letters[stem.charCodeAt(at)] ?? 0;
  const followers = new Map<number, number>();
  const numberOf = (stem: string): number =>
    [0, 1, 2, 3].reduce((number, at) => (number << 5) | bits(stem, at), 0);
  for (const stem of stems) {
    const fifth = Array.from(fifths[stem] ?? '', (letter) => 1 << bits(letter, 0));
    followers.set(
      numberOf(stem),
      fifth.length === 0 ? -1 : fifth.reduce((one, other) => one | other),
    );
    for (let at = 0; at < 3; at++) {
      for (const one of spellings[bits(stem, at)] ?? []) {
        for (const other of spellings[bits(stem, at + 1)] ?? []) pairs[(one << 7) | other] = 1;
      }
    }
    for (let at = 0; at < 2; at++) {
      triples[(bits(stem, at) << 10) | (bits(stem, at + 1) << 5) | bits(stem, at + 2)] = 1;
    }
  }
  return { letters, pairs, triples, followers, pair: numberOf('pair'), y: bits('y', 0) };
}

/** How far before an offset `nextStem` reads, in UTF-16 units: two before a stem that it is in. */
export const stemReach = 4;

/**
 * The first of every third offset from `from` whose letters belong to a stem. If there is none, an
 * offset that is not before `to`.
 */
export function nextStem({ values, start }: Units, from: number, to: number): number {
  const known = (tables ??= tablesOfStems());
  const { letters, pairs, triples } = known;
  let at = from - start;
  for (const end = to - start; at < end; at += 3) {
    const first = (values[at] ?? 0) & 127;
    const second = (values[at + 1] ?? 0) & 127;
    if (pairs[(first << 7) | second] === 0) continue;
    const pair = ((letters[first] ?? 0) << 5) | (letters[second] ?? 0);
    const before = letters[(values[at - 1] ?? 0) & 127] ?? 0;
    const next = letters[(values[at + 2] ?? 0) & 127] ?? 0;
    if (triples[(pair << 5) | next] !== 1 && triples[(before << 10) | pair] !== 1) continue;
    if (isStemAround(known, values, at)) break;
  }
  return start + at;
}

/** Whether a stem starts at an index, or up to two before it. */
function isStemAround(
  { letters, followers, pair, y }: Tables,
  values: Units['values'],
  at: number,
): boolean {
  const letterAt = (index: number): number => letters[(values[index] ?? 0) & 127] ?? 0;
  let ofFour = (letterAt(at - 2) << 10) | (letterAt(at - 1) << 5) | letterAt(at);
  for (let first = at - 2; first <= at; first++) {
    ofFour = ((ofFour << 5) & 0xfffff) | letterAt(first + 3);
    const following = followers.get(ofFour) ?? 0;
    if ((following & (1 << letterAt(first + 4))) === 0) continue;
    // `repair` and `UniswapV2Pair` are no `key_pair`, and `keyp` is a stem of its own.
    if (ofFour !== pair || letterAt(first - 2) === y) return true;
  }
  return false;
}

/** The same test at one offset of a text, without the last step. For what is before the units. */
export function mayBeInStem(text: string, at: number): boolean {
  const { letters, triples } = (tables ??= tablesOfStems());
  const letterAt = (index: number): number => letters[text.charCodeAt(index) & 127] ?? 0;
  const pair = (letterAt(at) << 5) | letterAt(at + 1);
  return (
    triples[(pair << 5) | letterAt(at + 2)] === 1 || triples[(letterAt(at - 1) << 10) | pair] === 1
  );
}
