/** Lists of tokens, each token with the ID of its network. */
import { fileOf } from '../../packages.ts';
import { entryAt, integerIn, outward, valueAround, type Entry, type Place } from '../entries.ts';
import { readScript } from '../script.ts';
import type { NetworkCorpus, NetworkId, TruthOf } from './corpus.ts';

/**
 * Folders of logos, as named by the lists' hosts. A logo may belong to the same token on another
 * network, and then the address in its URL is on that network.
 */
const logoFolders: Readonly<Record<string, number>> = {
  ...{ ethereum: 1, smartchain: 56, bsc: 56, binance: 56, polygon: 137, avalanche: 43114 },
  ...{ avalanchec: 43114, arbitrum: 42161, 'arbitrum-nova': 42170, optimism: 10, base: 8453 },
  ...{ fantom: 250, harmony: 1666600000, celo: 42220, xdai: 100, gnosis: 100, blast: 81457 },
  ...{ moonriver: 1285, moonbeam: 1284, 'polygon-zkevm': 1101, kava: 2222, zetachain: 7000 },
  ...{ telos: 40, thundercore: 108, bttc: 199, fuse: 122, haqq: 11235, 'boba-avax': 43288 },
};

/** The network that the URL of a logo names: `…/blockchains/polygon/assets/0x…`. */
function networkOfLogo(url: string): number | undefined {
  const [, folder = ''] = /\/(?:blockchains|network)\/([a-z-]{1,20})\//.exec(url) ?? [];
  return logoFolders[folder];
}

const isUrl = (text: string): boolean => /^(?:https?|ipfs):/.test(text);

/** By the list format of tokenlists.org. */
const ofTokenList: TruthOf = ({ entry, text }) => {
  if (isUrl(text)) return networkOfLogo(text);
  for (const { key, parent } of outward(entry)) {
    if (parent?.key === 'bridgeInfo') return integerIn(key);
  }
  return integerIn(valueAround(entry, 'chainId'));
};

const otherChains: Readonly<Record<string, NetworkId>> = {
  ...{ SOL: 'solana', BTC: 'bitcoin', LTC: 'litecoin', DOGE: 'dogecoin', BCH: 'bitcoin-cash' },
  ...{ DASH: 'dash', TRON: 'tron', GAIA: 'cosmoshub', KUJI: 'kujira', THOR: 'thorchain' },
  ...{ MAYA: 'maya', XRD: 'radix', DOT: 'polkadot' },
};

/** Its URLs of logos repeat an address in lower case behind its chain: `arb.usdc-0x….png`. */
const ofSwapKit: TruthOf = ({ entry, text }) => {
  const chain = valueAround(entry, 'chain');
  if (chain === undefined) return undefined;
  // In lower case, base58 is another text.
  if (isUrl(text) && chain in otherChains) return undefined;
  return otherChains[chain] ?? integerIn(valueAround(entry, 'chainId'));
};

/** The enumeration or object that a package keys its addresses with. */
function idsIn(root: Entry | undefined): Map<string, number> {
  return new Map(
    (root?.entries ?? []).flatMap(({ key, value }) => {
      const id = integerIn(value);
      return id === undefined ? [] : [[key, id] as const];
    }),
  );
}

/** `[ChainId.ETH]: …`: by the key of an entry or of one around it. */
function byKey(
  name: string,
  ids: ReadonlyMap<string, number>,
  svm: number,
): (place: Place) => NetworkId | undefined {
  return ({ entry }: Place) => {
    for (const { key } of outward(entry)) {
      if (!key.startsWith(`${name}.`)) continue;
      const id = ids.get(key.slice(name.length + 1));
      return id === svm ? 'solana' : id;
    }
    return undefined;
  };
}

/** Other keys, such as `ChainId.DAI` for Gnosis, name their network only in another package. */
const readableLifiKeys: ReadonlySet<string> = new Set(
  ['ETH', 'BSC', 'POL', 'ARB', 'OPT', 'AVA', 'FTM', 'SOL'].map((key) => `ChainId.${key}`),
);

function lifiIds(): Map<string, number> {
  const { path, text } = fileOf('@lifi/types', 'src/chains/base.ts');
  return idsIn(entryAt(readScript(path, text).root, 'ChainId'));
}

function acrossIds(): Map<string, number> {
  const { path, text } = fileOf('@across-protocol/constants', 'dist/esm/networks.js');
  const { root } = readScript(path, text);
  return new Map(
    ['PRODUCTION_NETWORKS', 'MAINNET_CHAIN_IDs', 'TESTNET_CHAIN_IDs', 'CHAIN_IDs'].flatMap(
      (name) => [...idsIn(entryAt(root, name))],
    ),
  );
}

/** `[ARBITRUM]: …`: by a constant that `chainIds.js` has. */
function gmxIds(): Map<string, number> {
  const { path, text } = fileOf('@gmx-io/sdk', 'build/esm/src/configs/chainIds.js');
  return idsIn(readScript(path, text).root);
}

export const tokenLists: readonly NetworkCorpus[] = [
  {
    package: '@uniswap/default-token-list',
    files: ['build/*.json'],
    truth: () => ofTokenList,
  },
  {
    package: '@sushiswap/default-token-list',
    files: ['build/*.json'],
    truth: () => ofTokenList,
  },
  {
    package: '@swapkit/tokens',
    files: ['src/tokenLists/*.ts'],
    truth: () => ofSwapKit,
  },
  {
    package: '@lifi/data-types',
    files: ['src/coins/coins.ts'],
    truth: () => {
      const ids = lifiIds();
      const ofKey = byKey('ChainId', ids, ids.get('SOL') ?? NaN);
      return (place) => {
        if (isUrl(place.text)) return networkOfLogo(place.text);
        const truth = ofKey(place);
        // `BOB` is Boba's code there, which only another package shows.
        if ([...outward(place.entry)].some(({ key }) => /\bBOB\b/.test(key))) return undefined;
        const isNamed = [...outward(place.entry)].some(({ key }) => readableLifiKeys.has(key));
        return truth === undefined || isNamed ? truth : { unnamed: truth };
      };
    },
  },
  {
    package: '@across-protocol/constants',
    files: ['dist/esm/tokens.js'],
    truth: () => {
      const ids = acrossIds();
      return byKey('CHAIN_IDs', ids, ids.get('SOLANA') ?? NaN);
    },
  },
  {
    package: '@gmx-io/sdk',
    files: ['build/esm/src/configs/{tokens,markets,contracts}.js'],
    heldOut: true,
    truth: () => {
      const ids = gmxIds();
      return ({ entry }) => {
        for (const { key } of outward(entry)) {
          const id = ids.get(key.replace(/^\[|\]$/g, ''));
          if (id !== undefined) return id;
        }
        return undefined;
      };
    },
  },
];
