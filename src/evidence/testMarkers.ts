import type { Family } from '../networks/networks.ts';
import { firstOf, keyOf } from '../text/keys.ts';
import { networkCalled } from '../networks/mentions.ts';
import { isTestNetwork } from '../networks/names.ts';
import { blockAt } from '../text/blocks.ts';
import { headingAbove, type Outline } from '../text/outline.ts';
import { wordsBetween } from '../text/words.ts';
import { namedOrOutside, type Verdict } from '../networks/verdict.ts';

const marker = /^(testnet|devnet)s?$/i;

/** A file of a test network that others have their own of: `goerli.ts` with `arbitrum: "0x…"`. */
const ofFile = /^(?:(testnet|devnet)s?|goerli|sepolia|holesky|hoodi|ropsten|rinkeby|kovan)$/i;

/** A line that names only test networks. */
const heading =
  /^\W{0,20}(testnet|devnet)s?(?: (?:networks?|addresses|deployments?|contracts?))?\W{0,20}$/i;

/** `testnet: "0x…"` */
const ownKey = /(?:^|[\s{,"'`])(testnet|devnet)[\w-]{0,20}["'`]?\s{0,4}[:=]\s{0,4}["'`]?$/i;

/** How far before an address its key can start, in UTF-16 units. */
const reach = 80;

/** Blocks around an address beyond these do not speak for it. */
const maxBlocks = 12;

/** Finds blocks, or paths, whose content is all on test networks: `testnet: { … }`. */
export class TestMarkers {
  readonly #outline: Outline;
  readonly #ofPath: string | undefined;
  /** Null for a block without such a marker. */
  readonly #ofBlocks: (string | null | undefined)[] = [];

  constructor(outline: Outline, path: string) {
    this.#outline = outline;
    const parts = path.split(/[\\/]/);
    this.#ofPath =
      ofFileName(parts.at(-1) ?? '') ??
      parts
        .flatMap((part) => {
          const [name = ''] = part.split('.', 1);
          const [whole, environment] = ofFile.exec(name) ?? [];
          return (environment ?? whole)?.toLowerCase() ?? [];
        })
        .at(-1);
  }

  at(offset: number): string | undefined {
    const { blocks, text } = this.#outline;
    const [, own] = ownKey.exec(text.slice(Math.max(0, offset - reach), offset)) ?? [];
    if (own !== undefined) return own.toLowerCase();
    let block = blockAt(blocks, offset);
    for (let step = 0; block !== -1 && step < maxBlocks; step++) {
      const found = this.#of(block);
      if (found !== null) return found;
      block = blocks.parents[block] ?? -1;
    }
    // `testnet:` in YAML, `# Testnet` in a document.
    return headingAbove(this.#outline, offset, heading, maxBlocks) || this.#ofPath;
  }

  #of(block: number): string | null {
    const known = this.#ofBlocks[block];
    if (known !== undefined) return known;
    const { text, blocks } = this.#outline;
    const opening = blocks.opens[block] ?? 0;
    const key = firstOf(text, opening) ?? keyOf(text, opening);
    const found = marker.exec(key)?.[1]?.toLowerCase() ?? null;
    this.#ofBlocks[block] = found;
    return found;
  }
}

/** `TestnetTokens.json`, `tokens.testnet.json`; not `mainnet-testnet.json`, which has both. */
function ofFileName(name: string): string | undefined {
  const words = wordsBetween(name, 0, name.length).map(({ lower }) => lower);
  return words.some((word) => /^(?:main(?:nets?)?|prod(?:uction)?|live)$/.test(word))
    ? undefined
    : words.map((word) => marker.exec(word)?.[1]).find((word) => word !== undefined);
}

const ofMain = /\w[-_ ]?(?:one|main(?:net)?)$/i;

/** `testnet: { polygon: "0x…" }`: the test network, which the table may not have. */
export function testNetworkOf(verdict: Verdict, word: string | undefined, family: Family): Verdict {
  if (word === undefined || verdict.kind !== 'named' || isTestNetwork(verdict.network)) {
    return verdict;
  }
  // `"network": "arbitrum-one"`: the whole name is that of the main network.
  if (verdict.evidence !== verdict.network && ofMain.test(verdict.evidence)) return verdict;
  const evidence = `${verdict.network} ${word}`;
  return namedOrOutside(networkCalled(evidence, family), evidence);
}
