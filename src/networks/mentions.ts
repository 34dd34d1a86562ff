import { networks, type Family } from './networks.ts';
import { registry } from './registry.ts';
import {
  countWords,
  isJoin,
  isMeant,
  isOtherTestNetwork,
  partOfName,
  type Hit,
  type PartOfName,
  type Phrase,
} from './meaning.ts';
import { isSymbol, joinedName, networksCalled, testWords, type Named } from './names.ts';
import { isNegated, wordsBetween, type Word } from '../text/words.ts';
import { single, type Verdict } from './verdict.ts';

/**
 * A network that a phrase of code names: a key, a constant's name, a comment, a host, a folder. The
 * longest name wins, so that `ARBITRUM_SEPOLIA` is one network and not two.
 */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly named: readonly Named[];
  /** Whether it is a test network of those that the table does not have. */
  readonly isOutside: boolean;
  readonly part: PartOfName;
}

const maxWords = 4;

/** In UTF-16 units: no network has a longer name. */
const maxNameLength = 80;

/** Between two names that are left out together. A comma can end what is left out. */
const sameList = /^(?: ?& ?| \/ |,? (?:and|or) )$/;

const none: readonly never[] = [];

/** The networks that a part of a text names, in order. */
export function mentionsIn(text: string, start: number, end: number): readonly Mention[] {
  const words = wordsBetween(text, start, end);
  let found: Mention[] | undefined;
  let counts: Phrase['counts'] | undefined;
  /** The end of the last name that the text leaves out. */
  let leftOut = -1;
  for (let at = 0; at < words.length;) {
    const hit = nameAt(text, words, at);
    if (hit === undefined) {
      at++;
      continue;
    }
    const after = at + hit.count;
    const phrase = { text, words, counts: (counts ??= countWords(words)) };
    const from = words[at]?.start ?? start;
    const isListed = leftOut !== -1 && sameList.test(text.slice(leftOut, from));
    if (isListed || isNegated(text.slice(start, from))) {
      leftOut = words[after - 1]?.end ?? from;
      at = after;
      continue;
    }
    if (hit.named.some((named) => isMeant(phrase, at, hit.count, named))) {
      const isTest = isOtherTestNetwork(phrase, at, hit);
      const next = words[after];
      const isNextTest = isTest && next !== undefined && testWords.has(next.lower);
      // `api.devnet.solana.com`
      const previous = words[at - 1];
      const before = previous?.lower ?? '';
      const own = words.slice(at, after).map(({ lower }) => lower);
      const known = isTest && testWords.has(before) ? networksCalled(own.join('') + before) : none;
      (found ??= []).push({
        // `foo-sepolia` is an unknown network, not `sepolia`.
        start: isTest && !isNextTest ? (previous?.start ?? from) : from,
        end: (isNextTest ? next : words[after - 1])?.end ?? end,
        named: known.length > 0 ? known : hit.named,
        isOutside: isTest && known.length === 0,
        part: partOfName(phrase, at, hit.count),
      });
      if (isNextTest) {
        at = after + 1;
        continue;
      }
    }
    at = after;
  }
  return found ?? none;
}

/** `Tron and Nile`: adjacent names mean several networks. */
const isListing = (mentions: readonly Mention[]): boolean =>
  mentions.some(({ start }, at) => at > 0 && start - (mentions[at - 1]?.end ?? 0) < 9);

/** The network that mentions imply for an address of a family. */
export function verdictOf(
  text: string,
  mentions: readonly Mention[],
  family: Family,
): Verdict | undefined {
  const whole = new Map<string, string>();
  let partly: Extract<Verdict, { kind: 'partly' }> | undefined;
  let outside: string | undefined;
  for (const { start, end, named, isOutside, part } of mentions) {
    const own = named.find((one) => one.family === family);
    if (isOutside) {
      if (own !== undefined || family === 'evm') outside ??= text.slice(start, end);
    } else if (own !== undefined && (part === 'hard' || mentions.length === 1) && part !== 'none') {
      partly ??= { kind: 'partly', network: own.network, part: part === 'way' ? 'hard' : part };
    } else if (own !== undefined) whole.set(own.network, text.slice(start, end));
  }
  if (outside !== undefined) return { kind: 'outside', evidence: outside };
  // `a Solana client for devnet`: the family, whose main network has its name.
  const isOfFamily = family !== 'evm' && whole.get(family)?.toLowerCase() === family;
  if (isOfFamily && whole.size > 1 && !isListing(mentions)) whole.delete(family);
  return single(whole) ?? partly;
}

/**
 * The network that a text names as a whole, in a place where the code expects one. Everyday and
 * common words count there.
 */
export function networkCalled(name: string, family: Family): string | undefined {
  return calledAs(name, family)?.network;
}

/**
 * Like `networkCalled`, with the strength of the name. Drops trailing words such as `mainnet` if
 * necessary.
 */
export function calledAs(name: string, family: Family): Named | undefined {
  if (name.length > maxNameLength) return undefined;
  let joined = joinedName(name);
  for (;;) {
    const own = networksCalled(joined).find((one) => one.family === family);
    if (own !== undefined) return own;
    // `sepolia-testnet`, but not `polygon-testnet`.
    const [ending] =
      /(?:mainnet|network|chain|evm|(?<=sep(?:olia)?|goerli|holesky|hoodi|amoy|fuji|mumbai)testnet)$/.exec(
        joined,
      ) ?? [];
    if (ending === undefined || ending === joined) return undefined;
    joined = joined.slice(0, -ending.length);
  }
}

function nameAt(text: string, words: readonly Word[], at: number): Hit | undefined {
  const first = words[at];
  if (first === undefined) return undefined;
  let joined = first.lower;
  let hit: Hit | undefined;
  for (let count = 1; ; count++) {
    const named = networksCalled(joined);
    if (named.some(({ weight }) => weight === 'own' || weight === 'everyday'))
      hit = { named, count };
    const last = words[at + count - 1];
    const next = words[at + count];
    if (count === maxWords || next === undefined || last === undefined) return hit;
    if (!isJoin(text, last.end, next.start)) return hit;
    joined += next.lower;
  }
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

/** Whether a name is an asset's symbol and not also a network's name: ETH, but not Celo. */
export const isAsset = (name: string, network: string | undefined): boolean =>
  isSymbol(name.toUpperCase()) && network !== name.toLowerCase();

/** `- ETH: 0x…` is about the asset, and so is `currency: "MATIC"`; Celo is a network. */
export function networkNotAsset(name: string, family: Family): string | undefined {
  const network = networkCalled(name, family);
  return isAsset(name, network) ? undefined : network;
}
