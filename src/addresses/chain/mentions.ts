import { networks, type Family } from '../networks.ts';
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
  readonly part: PartOfName;
}

/**
 * Whether a mention is a part of a longer name. Such a name can say what a contract is for: `hard` if
 * it is that of a contract, or about bridging; `capital` and `soft` otherwise.
 */
type PartOfName = 'none' | 'soft' | 'capital' | 'hard';

/** What a place says about the network of an address. */
export type Verdict =
  | { readonly kind: 'named'; readonly network: string; readonly evidence: string }
  | { readonly kind: 'several'; readonly networks: readonly string[] }
  /** It names a network that the table does not have. */
  | { readonly kind: 'outside'; readonly evidence: string }
  /** It names one as a part of a longer name. */
  | {
      readonly kind: 'partly';
      readonly network: string;
      readonly part: Exclude<PartOfName, 'none'>;
    };

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
        part: partOfName(phrase, at, hit.count),
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
  let partly: Extract<Verdict, { kind: 'partly' }> | undefined;
  let outside: string | undefined;
  for (const { start, end, named, part } of mentions) {
    const own = named.find((one) => one.family === family);
    if (own !== undefined && (part === 'hard' || mentions.length === 1) && part !== 'none') {
      partly ??= { kind: 'partly', network: own.network, part };
    } else if (own !== undefined) whole.set(own.network, text.slice(start, end));
    else if (named.length === 0) outside ??= text.slice(start, end);
  }
  const [first, second] = whole.keys();
  if (outside !== undefined && family === 'evm') return { kind: 'outside', evidence: outside };
  if (second !== undefined) return { kind: 'several', networks: [...whole.keys()] };
  if (first !== undefined) {
    return { kind: 'named', network: first, evidence: whole.get(first) ?? first };
  }
  return partly;
}

/**
 * The network that a text names as a whole, in a place where the code expects one. Everyday and
 * common words count there.
 */
export function networkCalled(name: string, family: Family): string | undefined {
  return calledAs(name, family)?.network;
}

/** The same, and how much the name says. Without words such as `mainnet` at its end if need be. */
export function calledAs(name: string, family: Family): Named | undefined {
  let joined = joinedName(name);
  for (;;) {
    const own = networksCalled(joined).find((one) => one.family === family);
    if (own !== undefined) return own;
    const [ending] = /(?:mainnet|network|chain|evm)$/.exec(joined) ?? [];
    if (ending === undefined || ending === joined) return undefined;
    joined = joined.slice(0, -ending.length);
  }
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
    if (named.some(({ weight }) => weight === 'own' || weight === 'everyday'))
      hit = { named, count };
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
  const after = at + count;
  const first = words[at];
  if (weight === 'common' || first === undefined) return false;
  // `ETH: "0x…"` in a list of assets is the asset, and `SEI_USD` a price.
  if (count === 1 && isSymbol(text.slice(first.start, first.end))) return false;
  if (/^(?:usd|btc|eur|gbp|jpy)$/.test(words[after]?.lower ?? '')) return false;
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
  // `Testnet Celo`, `networks.test.celo`.
  if (
    previous !== undefined &&
    first !== undefined &&
    /^(?:testnet|devnet|test)$/.test(previous.lower)
  ) {
    if (!isTest && isJoin(text, previous.end, first.start)) return true;
  }
  if (count > 1 || previous === undefined || first === undefined) return false;
  if (!named.some(({ network }) => sharedTestNames.has(network))) return false;
  if (roleWords.has(previous.lower) || fillers.has(previous.lower)) return false;
  if (!isJoin(text, previous.end, first.start) || /\d$/.test(previous.lower)) return false;
  const isOneIdentifier = previous.identifier === first.identifier;
  return isOneIdentifier || /[A-Z]/.test(text.charAt(previous.start));
}

/** `OptimismPortalProxy`: the name of a contract for another network, or on it. */
function partOfName({ text, words }: Phrase, at: number, count: number): PartOfName {
  const first = words[at];
  if (first === undefined) return 'none';
  const { identifier } = first;
  const isOther = (word: Word, index: number): boolean =>
    word.identifier === identifier && (index < at || index >= at + count);
  const others = words.filter(isOther).map(({ lower }) => lower);
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
