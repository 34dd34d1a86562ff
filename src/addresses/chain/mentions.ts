import { networks, type Family, type Network } from '../networks.ts';

/**
 * The networks that a phrase of code names: a key, a constant's name, a comment, a host, a folder.
 * Splits words as code joins them (`ARBITRUM_SEPOLIA`, `arbitrumSepolia`, `arbitrum-sepolia`). The
 * longest name wins, so that this is one network and not two.
 */

interface Name {
  readonly network: Network;
  /**
   * Whether it is also an everyday word, such as base or core: it counts only if nothing else can
   * be meant.
   */
  readonly isEveryday: boolean;
}

const byName = new Map<string, Name>();
for (const network of networks) {
  const named = [network.name, network.title, ...network.aliases];
  for (const alias of named) {
    const isEveryday = alias.startsWith('~') || network.aliases.includes(`~${network.name}`);
    const joined = alias.toLowerCase().replace(/[^a-z0-9]/g, '');
    const isOwn = alias !== network.name && alias !== network.title && !alias.startsWith('~');
    if (!byName.has(joined)) byName.set(joined, { network, isEveryday: isEveryday && !isOwn });
  }
}

const mostWords = 4;

/** Words that turn an everyday word next to them into the name of a network. */
const qualifiers = new Set('mainnet network chain l1 l2 rollup rpc evm'.split(' '));

/** Words after a network's name that make it a test network, which may not be in the table. */
const testWords = new Set(
  'testnet test goerli görli rinkeby ropsten kovan mumbai fuji amoy sepolia holesky devnet chapel'.split(
    ' ',
  ),
);

/** Words next to which an everyday word still names a network: assets, hosts, contents of lists. */
const fillers = new Set(
  'usdc usdt dai weth wbtc link mainnet network networks chain chains rpc explorer deployments addresses contracts config json http https wss www com org io net dev xyz infura alchemy ankr quiknode publicnode blastapi g v2 v3 api'.split(
    ' ',
  ),
);

const wordShape = /(?:[A-Z](?![a-z]))+\d*|[A-Z]?[a-z]+\d*|\d+/g;

interface Word {
  readonly spelled: string;
  readonly lower: string;
  /** The index of its identifier in the phrase. */
  readonly identifier: number;
}

function wordsOf(phrase: string): Word[] {
  return (phrase.match(/[\w-]+/g) ?? []).flatMap((part, identifier) =>
    (part.match(wordShape) ?? []).map((spelled) => ({
      spelled,
      lower: spelled.toLowerCase(),
      identifier,
    })),
  );
}

/** The networks of a family that a phrase names, each once, in order. */
export function networksIn(phrase: string, family: Family): string[] {
  const words = wordsOf(phrase);
  const notFillers = countWords(words);
  const found = new Set<string>();
  for (let at = 0; at < words.length;) {
    const hit = nameAt(words, at);
    if (hit === undefined) {
      at++;
      continue;
    }
    const after = at + hit.count;
    const { network, isEveryday } = hit.name;
    const isTest =
      testWords.has(words[after]?.lower ?? '') && !testWords.has(words[after - 1]?.lower ?? '');
    const isMeant = !isEveryday || isMeantAsNetwork({ words, notFillers }, at, hit);
    if (isMeant && !isTest && network.family === family) found.add(network.name);
    at = isTest ? after + 1 : after;
  }
  return [...found];
}

interface Hit {
  readonly name: Name;
  readonly count: number;
}

function nameAt(words: readonly Word[], at: number): Hit | undefined {
  for (let count = Math.min(mostWords, words.length - at); count > 0; count--) {
    const joined = words
      .slice(at, at + count)
      .map(({ lower }) => lower)
      .join('');
    const name = byName.get(joined);
    if (name !== undefined) return { name, count };
  }
  return undefined;
}

/** The number of words in a phrase, and in each of its identifiers, with and without fillers. */
interface WordCounts {
  readonly all: number;
  readonly ofIdentifier: readonly { words: number; notFillers: number }[];
}

/** Counted once for a phrase: each everyday word in it depends on all the others. */
function countWords(words: readonly Word[]): WordCounts {
  const ofIdentifier: { words: number; notFillers: number }[] = [];
  let all = 0;
  for (const { lower, identifier } of words) {
    const counts = (ofIdentifier[identifier] ??= { words: 0, notFillers: 0 });
    counts.words++;
    if (fillers.has(lower)) continue;
    counts.notFillers++;
    all++;
  }
  return { all, ofIdentifier };
}

/** Whether an everyday word is the name of a network, judging by the words next to it. */
function isMeantAsNetwork(
  { words, notFillers }: { readonly words: readonly Word[]; readonly notFillers: WordCounts },
  at: number,
  { name, count }: Hit,
): boolean {
  const after = at + count;
  // `ETH: "0x…"` in a list of assets is the asset.
  const symbol = name.network.native;
  if (count === 1 && words[at]?.spelled === symbol && symbol !== symbol.toLowerCase()) return false;
  const own = words.slice(at, after);
  const isNoFiller = ({ lower }: Word): boolean => !fillers.has(lower);
  if (notFillers.all === own.filter(isNoFiller).length) return true;
  const identifier = words[at]?.identifier ?? 0;
  const ownWords = own.filter((word) => word.identifier === identifier);
  const counts = notFillers.ofIdentifier[identifier];
  if (
    counts !== undefined &&
    counts.words > ownWords.length &&
    counts.notFillers === ownWords.filter(isNoFiller).length
  ) {
    return true;
  }
  const before = words[at - 1]?.lower ?? '';
  return qualifiers.has(words[after]?.lower ?? '') || before === 'on' || before === 'mainnet';
}

const byChainId = new Map(
  networks.flatMap(({ caip2, name }) =>
    caip2?.startsWith('eip155:') === true ? [[Number(caip2.slice(7)), name] as const] : [],
  ),
);

/** The network of an EIP-155 chain ID, in decimal or hexadecimal digits. */
export function networkOfChainId(digits: string): string | undefined {
  return byChainId.get(Number(digits));
}
