import { bracketKinds } from '../text/blocks.ts';
import { headBefore } from '../text/keys.ts';
import { lineFrom } from '../text/lines.ts';
import { setOf } from '../text/words.ts';
import { networkMemberIn } from './networkWords.ts';

/** What the head of a block, or its first members, say about 32 bytes of base58 in it. */
export type Verdict = 'solana' | 'other' | undefined;

/** Pythnet and Fogo run the same programs. */
const solana = /solana|(?<![a-z])(?:svm|pythnet|fogo)(?![a-z])|(?<![A-Za-z])SOL(?![A-Za-z])|^sol$/i;

/** Names of other networks and systems as keys. */
const others = setOf(
  'near sui aptos starknet ethereum eth evm bsc polygon arbitrum optimism avalanche base bitcoin ' +
    'btc litecoin dogecoin bitcoincash dash zcash tron ripple xrp stellar ton cosmos cosmoshub ' +
    'osmosis injective kujira cardano polkadot kusama substrate tezos algorand monero eos waves ' +
    'iota icon hedera mina casper arweave ipfs terra fantom celo moonbeam klaytn kaia flow filecoin',
);

/** Longer heads are code, of which the end tells most, in UTF-16 units. */
const headReach = 120;

/** In UTF-16 units: how far into a block its members tell what it is about. */
const membersReach = 400;

/** What a line says that others are indented under. */
export const verdictOfLine = (text: string, start: number): Verdict =>
  verdictOf(lineFrom(text, start, headReach));

/** `solana: {`, `describe("Solana", () => {`, `near: [`: the head of a block, or its first members. */
export function verdictOfBlock(text: string, open: number): Verdict {
  return verdictOf(headBefore(text, open)) ?? verdictOfMembers(text, open);
}

/** How far before a value its nearest blocks can open, in UTF-16 units. */
const nearbyReach = 400;

/**
 * The same for the nearest block around a value that says anything. Values of a list share what is
 * before them: the stretch without brackets before the last one is not read again.
 */
export function createNearbyVerdict(text: string): (start: number) => Verdict {
  let clearFrom = 0;
  let clearTo = 0;
  return (start) => {
    const floor = Math.max(0, start - nearbyReach);
    let closed = 0;
    let nearest = -1;
    let verdict: Verdict;
    for (let at = start - 1; at >= floor && verdict === undefined; at--) {
      if (at < clearTo && at >= clearFrom) {
        at = clearFrom;
        continue;
      }
      const mark = bracketKinds[text.charCodeAt(at)];
      if (mark === 0) continue;
      if (nearest === -1) nearest = at;
      if (mark === 2) closed++;
      else if (closed > 0) closed--;
      else verdict = verdictOfBlock(text, at);
    }
    clearFrom = nearest === -1 ? floor : nearest + 1;
    clearTo = start;
    return verdict;
  };
}

/** `{ chainName: "solana"`, `["Solana", "…"`, `it("looks up a Solana mint", …`. */
function verdictOfMembers(text: string, open: number): Verdict {
  const part = text.slice(open + 1, open + membersReach);
  if (text.charCodeAt(open) !== 0x7b) {
    const [, first = ''] = /^\s{0,80}["'`]([^"'`\n]{2,80})["'`]\s{0,8},/.exec(part) ?? [];
    return verdictOfName(first);
  }
  return verdictOfName(networkMemberIn(part) ?? '');
}

function verdictOf(head: string): Verdict {
  if (solana.test(head)) return 'solana';
  // Most heads assign nothing, and the end shows it.
  if (!':=>'.includes(head.trimEnd().slice(-1))) return undefined;
  const [, key = ''] =
    /([A-Za-z][\w-]{1,40})["'`\])]{0,3}\s{0,4}(?:[:=]|=>)\s{0,4}$/.exec(head) ?? [];
  return verdictOfName(key);
}

function verdictOfName(name: string): Verdict {
  if (name === '') return undefined;
  if (solana.test(name)) return 'solana';
  const key = name
    .toLowerCase()
    .replace(/[-_ ]?(?:mainnet|testnet|devnet|protocol|chain|network)$/, '');
  return others.has(key) ? 'other' : undefined;
}
