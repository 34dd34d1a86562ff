import {
  bridgingWords,
  fillers,
  isSymbol,
  isTestNetwork,
  networksCalled,
  qualifiers,
  roleWords,
  testWords,
  type Named,
} from './names.ts';
import type { Word } from '../text/words.ts';

/**
 * Whether a mention is part of a longer name, which may describe a contract's purpose: `hard` for
 * the name of a contract or bridge; otherwise `capital` or `soft`. `way`: a destination or origin.
 */
export type PartOfName = 'none' | 'soft' | 'capital' | 'hard' | 'way';

/** A name of networks among words, and how many of them it takes. */
export interface Hit {
  readonly named: readonly Named[];
  readonly count: number;
}

/** Whether only a word separator is between two words: nothing, a blank, a dash, or a dot. */
export function isJoin(text: string, end: number, start: number): boolean {
  if (start - end > 2) return false;
  for (let at = end; at < start; at++) {
    if (!' -_./'.includes(text.charAt(at))) return false;
  }
  return true;
}

/** The number of words in a phrase, and in each of its identifiers, with and without fillers. */
interface WordCounts {
  readonly notFillers: number;
  readonly ofIdentifier: ReadonlyMap<number, { words: number; notFillers: number }>;
}

export interface Phrase {
  readonly text: string;
  readonly words: readonly Word[];
  readonly counts: WordCounts;
}

/** Counted once per phrase, because each everyday word in it depends on all others. */
export function countWords(words: readonly Word[]): WordCounts {
  const ofIdentifier = new Map<number, { words: number; notFillers: number }>();
  let notFillers = 0;
  for (const { lower, identifier } of words) {
    const counts = ofIdentifier.get(identifier) ?? { words: 0, notFillers: 0 };
    ofIdentifier.set(identifier, counts);
    counts.words++;
    if (fillers.has(lower)) continue;
    counts.notFillers++;
    notFillers++;
  }
  return { notFillers, ofIdentifier };
}

/** Between the items of a list in prose. */
const listSeparator = /^(?: ?& ?|, | \/ |,? (?:and|or) )$/;

/** In UTF-16 units. */
const maxSeparatorLength = 6;

/** `Ethereum & Base`, `Polygon, Base and Linea`: an everyday word in a list of networks is one too. */
function isListed({ text, words }: Phrase, at: number, count: number): boolean {
  // `Base Sepolia, Base testnet`: another name of the first.
  if (testWords.has(words[at + count]?.lower ?? '')) return false;
  const isBeside = (step: -1 | 1): boolean => {
    const own = words[step < 0 ? at : at + count - 1];
    let index = step < 0 ? at - 1 : at + count;
    if (/^(?:and|or)$/.test(words[index]?.lower ?? '')) index += step;
    const near = words[index];
    if (own === undefined || near === undefined) return false;
    const [left, right] = step < 0 ? [near, own] : [own, near];
    if (right.start - left.end > maxSeparatorLength) return false;
    if (!listSeparator.test(text.slice(left.end, right.start))) return false;
    // `Arbitrum One`: its nearest word isn't a name by itself.
    const far = words[index + step]?.lower ?? '';
    const isCapital = /[A-Z]/.test(text.charAt(near.start));
    return [near.lower, step < 0 ? far + near.lower : near.lower + far]
      .flatMap(networksCalled)
      .some(({ weight }) => weight === 'own' || (weight === 'everyday' && isCapital));
  };
  return isBeside(-1) || isBeside(1);
}

/** Whether a name means a network; for an everyday word, the words next to it decide. */
export function isMeant(phrase: Phrase, at: number, count: number, { weight }: Named): boolean {
  const { text, words, counts } = phrase;
  const after = at + count;
  const first = words[at];
  if (weight === 'common' || first === undefined) return false;
  // `ETH: "0x…"` in a list of assets is the asset, and `SEI_USD` a price.
  if (count === 1 && isSymbol(text.slice(first.start, first.end))) return false;
  if (/^(?:usd|btc|eur|gbp|jpy)$/.test(words[after]?.lower ?? '')) return false;
  const previous = words[at - 1];
  const before = previous?.lower ?? '';
  // `Wrapped Ethereum` is a token, and so is the first of `eth -> dai`.
  if (before === 'wrapped') return false;
  if (count === 1 && first.lower === 'eth' && words.some((word) => isOtherAsset(word, first))) {
    return false;
  }
  if (count === 1 && first.lower === 'ethereum' && isOfFamily(phrase, at)) return false;
  if (weight === 'own') return true;
  const own = words.slice(at, after);
  const isNoFiller = ({ lower }: Word): boolean => !fillers.has(lower);
  if (counts.notFillers === own.filter(isNoFiller).length) return true;
  const ownWords = own.filter(({ identifier }) => identifier === first.identifier);
  const ofIdentifier = counts.ofIdentifier.get(first.identifier);
  if (
    ofIdentifier !== undefined &&
    ofIdentifier.words > ownWords.length &&
    ofIdentifier.notFillers === ownWords.filter(isNoFiller).length
  ) {
    return true;
  }
  if (before === 'on' || before === 'mainnet') return true;
  // `EthereumBaseChain` is a class for chains.
  const isInside = previous?.end === first.start && networksCalled(before).length > 0;
  if (!isInside && qualifiers.has(words[after]?.lower ?? '')) return true;
  return isListed(phrase, at, count);
}

/** Words after Ethereum in names of things that all its networks share. */
const shared = new Set(
  'address addresses account accounts client clients wallet wallets test transaction transactions signer key keys provider'.split(
    ' ',
  ),
);
const sharedTitles = new Set('attestation virtual improvement foundation'.split(' '));

/** `ethereum address`, `EthereumClientManager`, `Ethereum Attestation Service`; a list has the title `Ethereum Addresses`. */
function isOfFamily({ text, words }: Phrase, at: number): boolean {
  const own = words[at];
  const next = words[at + 1];
  if (own === undefined || next === undefined) return false;
  // `KEEPER_ETHEREUM_ADDRESS` is on it, and `ethereum_client.py` for all of them.
  if (!isJoin(text, own.end, next.start)) return false;
  if (text.charAt(own.end) === '_' && /[A-Z]/.test(text.charAt(own.start + 1))) return false;
  if (sharedTitles.has(next.lower)) return true;
  const isTitle = text.charAt(own.end) === ' ' && /[A-Z]/.test(text.charAt(next.start));
  return shared.has(next.lower) && !isTitle;
}

const isOtherAsset = ({ lower, identifier }: Word, { identifier: own }: Word): boolean =>
  identifier !== own && /^(?:usdc|usdt|dai|weth|wbtc|link)$/.test(lower);

/** Networks named like a test network whose name other networks share. */
const sharedTestNames = new Set(['sepolia', 'holesky', 'hoodi', 'goerli']);

/** `Polygon Kovan`, `fooSepolia`: the test network of another, which the table does not have. */
export function isOtherTestNetwork(
  { text, words }: Phrase,
  at: number,
  { named, count }: Hit,
): boolean {
  const after = at + count;
  const last = words[after - 1];
  const next = words[after];
  const isTest =
    testWords.has(last?.lower ?? '') || named.some(({ network }) => isTestNetwork(network));
  if (next !== undefined && last !== undefined && testWords.has(next.lower) && !isTest) {
    return isJoin(text, last.end, next.start) && !isSuite(text, last, next);
  }
  const previous = words[at - 1];
  const first = words[at];
  // `Testnet Celo`, `networks.test.celo`.
  if (
    previous !== undefined &&
    first !== undefined &&
    /^(?:testnet|devnet|test)$/.test(previous.lower)
  ) {
    // `test_celo` is a function.
    const isFunction = previous.lower === 'test' && text.charAt(previous.end) !== '.';
    if (!isTest && !isFunction && isJoin(text, previous.end, first.start)) return true;
  }
  if (count > 1 || previous === undefined || first === undefined) return false;
  if (!named.some(({ network }) => sharedTestNames.has(network))) return false;
  if (roleWords.has(previous.lower) || fillers.has(previous.lower)) return false;
  if (!isJoin(text, previous.end, first.start) || /\d$/.test(previous.lower)) return false;
  const isOneIdentifier = previous.identifier === first.identifier;
  return isOneIdentifier || /[A-Z]/.test(text.charAt(previous.start));
}

/** `EthereumTest` is the name of a class. */
const isSuite = (text: string, { end, identifier }: Word, next: Word): boolean =>
  next.lower === 'test' && next.start === end && /^[A-Z][a-z]/.test(text.slice(identifier, end));

/** The words of the same identifier. */
function othersOf(words: readonly Word[], at: number, count: number): Word[] {
  const identifier = words[at]?.identifier;
  let from = at;
  while (from > 0 && words[from - 1]?.identifier === identifier) from--;
  let to = at + count;
  while (to < words.length && words[to]?.identifier === identifier) to++;
  return [...words.slice(from, at), ...words.slice(at + count, to)];
}

/**
 * `Withdraw 0x… from Arbitrum`, `ETH_TO_BASE`: the address can be on either. Something deployed to
 * a network is on that network.
 */
function isWay({ text, words }: Phrase, at: number, count: number): boolean {
  const [before, own, next] = [words[at - 1], words[at], words[at + count]];
  if (own === undefined || words.some(({ lower }) => /^deploy|^publish/.test(lower))) return false;
  const isOfName = (word?: Word): boolean =>
    word?.lower === 'to' && word.identifier === own.identifier;
  if (isOfName(before) || isOfName(next)) return true;
  if (before === undefined || !/^(?:from|to|into)$/.test(before.lower)) return false;
  return own.start - before.end === 1 && text.charAt(before.end) === ' ';
}

/** `OptimismPortalProxy`: the name of a contract for another network, or on it. */
export function partOfName(phrase: Phrase, at: number, count: number): PartOfName {
  if (isWay(phrase, at, count)) return 'way';
  const { text, words } = phrase;
  const first = words[at];
  if (first === undefined) return 'none';
  const { identifier } = first;
  const others = othersOf(words, at, count).map(({ lower }) => lower);
  if (others.some((lower) => bridgingWords.has(lower))) return 'hard';
  const next = words[at + count];
  const start = text.charAt(identifier);
  const isCapital =
    start !== start.toLowerCase() && /[a-z]/.test(text.slice(identifier, first.end));
  if (isCapital && next?.identifier === identifier && !qualifiers.has(next.lower)) {
    return fillers.has(next.lower) ? 'capital' : 'hard';
  }
  return others.some((lower) => !fillers.has(lower) && !qualifiers.has(lower)) ? 'soft' : 'none';
}
