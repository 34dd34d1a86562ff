import { networkNamed, networks, type Family } from '../networks.ts';
import { registry } from '../registry.ts';
import {
  bridgingWords,
  fillers,
  isSymbol,
  joinedName,
  mayBeginName,
  networksCalled,
  qualifiers,
  roleWords,
  testWords,
  type Named,
} from './names.ts';
import { wordsBetween, type Word } from './words.ts';

/**
 * A network that a phrase of code names: a key, a constant's name, a comment, a host, a folder. The
 * longest name wins, so that `ARBITRUM_SEPOLIA` is one network and not two.
 */
export interface Mention {
  readonly start: number;
  readonly end: number;
  /** Empty if the text names a network that the table does not have. */
  readonly named: readonly Named[];
  /** Whether it is part of a contract's name, which says what the contract is for. */
  readonly isPartOfName: boolean;
}

/** What a place says about the network of an address. */
export type Verdict =
  | { readonly kind: 'named'; readonly network: string; readonly evidence: string }
  | { readonly kind: 'several'; readonly networks: readonly string[] }
  /** It names a network that the table does not have. */
  | { readonly kind: 'outside'; readonly evidence: string }
  /** It names one as a part of a longer contract name. */
  | { readonly kind: 'partly'; readonly network: string };

const mostWords = 4;

const none: readonly Mention[] = [];

/** The networks that a part of a text names, in order. */
export function mentionsIn(text: string, start: number, end: number): readonly Mention[] {
  const words = wordsBetween(text, start, end);
  let found: Mention[] | undefined;
  let counts: WordCounts | undefined;
  for (let at = 0; at < words.length;) {
    const hit = nameAt(text, words, at);
    if (hit === undefined) {
      at++;
      continue;
    }
    const after = at + hit.count;
    const phrase = { text, words, counts: (counts ??= countWords(words)) };
    if (hit.named.some((named) => isMeant(phrase, at, hit.count, named))) {
      const isOutside = isOtherTestNetwork(phrase, at, hit);
      (found ??= []).push({
        start: words[at]?.start ?? start,
        end: words[after - 1]?.end ?? end,
        named: isOutside ? [] : hit.named,
        isPartOfName: isPartOfName(phrase, at, hit.count),
      });
      if (isOutside) {
        at = testWords.has(words[after]?.lower ?? '') ? after + 1 : after;
        continue;
      }
    }
    at = after;
  }
  return found ?? none;
}

/** What mentions say about an address of a family. */
export function verdictOf(
  text: string,
  mentions: readonly Mention[],
  family: Family,
): Verdict | undefined {
  const whole = new Map<string, string>();
  const partly = new Set<string>();
  let outside: string | undefined;
  for (const { start, end, named, isPartOfName: isPart } of mentions) {
    const own = named.find((one) => one.family === family);
    if (own !== undefined && isPart) partly.add(own.network);
    else if (own !== undefined) whole.set(own.network, text.slice(start, end));
    else if (named.length === 0) outside ??= text.slice(start, end);
  }
  const [first, second] = whole.keys();
  if (outside !== undefined && family === 'evm') return { kind: 'outside', evidence: outside };
  if (second !== undefined) return { kind: 'several', networks: [...whole.keys()] };
  if (first !== undefined) {
    return { kind: 'named', network: first, evidence: whole.get(first) ?? first };
  }
  const [part] = partly;
  return part === undefined ? undefined : { kind: 'partly', network: part };
}

/**
 * The network that a text names as a whole, in a place where the code expects one. Everyday and
 * common words count there.
 */
export function networkCalled(name: string, family: Family): string | undefined {
  const joined = joinedName(name);
  for (const each of [joined, joined.replace(/(?:mainnet|network|chain)$/, '')]) {
    const own = networksCalled(each).find((one) => one.family === family);
    if (own !== undefined) return own.network;
  }
  const exact = networkNamed(name) ?? networkNamed(registry().byShortName.get(name) ?? '');
  return exact?.family === family ? exact.name : undefined;
}

interface Hit {
  readonly named: readonly Named[];
  readonly count: number;
}

function nameAt(text: string, words: readonly Word[], at: number): Hit | undefined {
  const first = words[at];
  if (first === undefined || !mayBeginName(first.lower)) return undefined;
  let joined = first.lower;
  let hit: Hit | undefined;
  for (let count = 1; ; count++) {
    const named = networksCalled(joined);
    if (named.some(({ weight }) => weight !== 'common')) hit = { named, count };
    const last = words[at + count - 1];
    const next = words[at + count];
    if (count === mostWords || next === undefined || last === undefined) return hit;
    if (!isJoin(text, last.end, next.start)) return hit;
    joined += next.lower;
  }
}

/** Whether only a separator of words is between two of them: nothing, a blank, a dash, a dot. */
function isJoin(text: string, end: number, start: number): boolean {
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

interface Phrase {
  readonly text: string;
  readonly words: readonly Word[];
  readonly counts: WordCounts;
}

/** Counted once for a phrase: each everyday word in it depends on all the others. */
function countWords(words: readonly Word[]): WordCounts {
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


/** Whether a name is one of a network, judging by the words next to it if it is an everyday word. */
function isMeant(
  { text, words, counts }: Phrase,
  at: number,
  count: number,
  { weight }: Named,
): boolean {
  if (weight === 'common') return false;
  if (weight === 'own') return true;
  const after = at + count;
  const first = words[at];
  if (first === undefined) return false;
  // `ETH: "0x…"` in a list of assets is the asset.
  if (count === 1 && isSymbol(text.slice(first.start, first.end))) return false;
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
  const before = words[at - 1]?.lower ?? '';
  return qualifiers.has(words[after]?.lower ?? '') || before === 'on' || before === 'mainnet';
}

/** Networks whose name is that of a test network, which other networks' own ones have too. */
const sharedTestNames = new Set(['sepolia', 'holesky', 'hoodi', 'goerli']);

/** `Polygon Kovan`, `fooSepolia`: the test network of another, which the table does not have. */
function isOtherTestNetwork({ text, words }: Phrase, at: number, { named, count }: Hit): boolean {
  const after = at + count;
  const last = words[after - 1];
  const next = words[after];
  const isTest = testWords.has(last?.lower ?? '');
  if (next !== undefined && last !== undefined && testWords.has(next.lower) && !isTest) {
    return isJoin(text, last.end, next.start);
  }
  const previous = words[at - 1];
  const first = words[at];
  if (count > 1 || previous === undefined || first === undefined) return false;
  if (!named.some(({ network }) => sharedTestNames.has(network))) return false;
  if (roleWords.has(previous.lower) || fillers.has(previous.lower)) return false;
  if (!isJoin(text, previous.end, first.start) || /\d$/.test(previous.lower)) return false;
  const isOneIdentifier = previous.identifier === first.identifier;
  return isOneIdentifier || /[A-Z]/.test(text.charAt(previous.start));
}

/** `OptimismPortalProxy`: the name of a contract for another network, or on it. */
function isPartOfName({ text, words }: Phrase, at: number, count: number): boolean {
  const first = words[at];
  if (first === undefined) return false;
  const start = text.charAt(first.identifier);
  if (start !== start.toUpperCase() || start === start.toLowerCase()) return false;
  const next = words[at + count];
  const isFollowed = next?.identifier === first.identifier && !fillers.has(next.lower);
  const isAllCapitals = /^[A-Z0-9_-]*$/.test(text.slice(first.identifier, next?.end ?? first.end));
  if (isFollowed && !isAllCapitals && !qualifiers.has(next.lower)) return true;
  return words.some(
    ({ identifier, lower }) => identifier === first.identifier && bridgingWords.has(lower),
  );
}

let curatedIds: ReadonlyMap<number, string> | undefined;

/** The network of an EIP-155 chain ID, in decimal or hexadecimal digits. */
export function networkOfChainId(digits: string): string | undefined {
  curatedIds ??= new Map(
    networks.flatMap(({ caip2, name }) =>
      caip2?.startsWith('eip155:') === true ? [[Number(caip2.slice(7)), name] as const] : [],
    ),
  );
  const id = Number(digits);
  return curatedIds.get(id) ?? registry().byChainId.get(id);
}
