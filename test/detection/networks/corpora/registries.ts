/** Registries of chains that also have addresses on them. */
import { fileOf } from '../../packages.ts';
import { entryAt, integerIn, outward, valueAround, type Entry } from '../entries.ts';
import { readScript } from '../script.ts';
import type { NetworkCorpus, NetworkId, Truth, TruthOf } from './corpus.ts';

/** `[sourceId]: { address }` is on the chain that a chain settles on; all others are on itself. */
const ofViem: TruthOf = ({ entry }, { root }) => {
  for (const { key } of outward(entry)) {
    const id = integerIn(key) ?? integerIn(entryAt(root, key)?.value);
    if (id !== undefined && !key.startsWith('[')) return id;
  }
  return integerIn(valueAround(entry, 'id'));
};

/** The names of chain-registry. It has no IDs of chains outside of Cosmos. */
const chainNames: Readonly<Record<string, NetworkId>> = {
  ...{ ethereum: 1, binancesmartchain: 56, polygon: 137, arbitrum: 42161, optimism: 10 },
  ...{ base: 8453, avalanche: 43114, moonbeam: 1284, fantom: 250, filecoin: 314, mantle: 5000 },
  ...{ rootstock: 30, berachain: 80094, solana: 'solana' },
};

/** A counterparty's asset is on its chain, and other assets are on that of the list. */
const ofChainRegistry: TruthOf = ({ entry, text }) =>
  /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(text)
    ? chainNames[valueAround(entry, 'chainName') ?? '']
    : undefined;

/** Functions whose default network isn't in their names. */
const namelessTokens = /^t?(?:erc20|erc721|erc1155|erc7984|erc20Token|nonstandardToken)$/i;

/** A token's network is an argument, or the default of the function that makes the token. */
function ofBitGo(): TruthOf {
  const rootOf = (path: string): Entry => {
    const file = fileOf('@bitgo/statics', path);
    return readScript(file.path, file.text).root;
  };
  const networks = rootOf('dist/src/networks.js');
  const classIds = new Map(
    networks.entries.flatMap(({ key, entries }) => {
      const id = integerIn(entries.find((entry) => entry.key === 'this.chainId')?.value);
      return id === undefined ? [] : [[key, id] as const];
    }),
  );
  const truths = new Map<string, Truth>();
  for (const kind of ['main', 'test']) {
    for (const { key, entries } of entryAt(networks, 'exports.Networks', kind)?.entries ?? []) {
      const id = classIds.get(entries[0]?.entries[0]?.value ?? '');
      // `Networks.test.polygon` doesn't name the testnet.
      if (id !== undefined) truths.set(`${kind}.${key}`, kind === 'main' ? id : { unnamed: id });
    }
  }
  const truthOf = (text = ''): Truth | undefined =>
    truths.get(/Networks\.((?:main|test)\.\w+)$/.exec(text)?.[1] ?? '');
  const defaults = new Map(
    rootOf('dist/src/account.js').entries.map((make) => [
      make.key,
      truthOf(entryAt(make, 'network')?.value),
    ]),
  );
  return ({ entry }) => {
    const call = entry.parent;
    if (call === undefined || !entry.key.startsWith('[')) {
      const owner = [...outward(entry)].find(({ key }) => classIds.has(key));
      return owner === undefined ? undefined : classIds.get(owner.key);
    }
    const explicit = call.entries.flatMap(({ value }) => truthOf(value) ?? []);
    const name = call.key.slice(call.key.lastIndexOf('.') + 1).replace(/\)$/, '');
    return explicit[0] ?? (namelessTokens.test(name) ? undefined : defaults.get(name));
  };
}

export const registries: readonly NetworkCorpus[] = [
  {
    package: 'viem',
    files: ['chains/definitions/*.ts'],
    truth: () => ofViem,
  },
  {
    package: 'chain-registry',
    files: ['mainnet/*/asset-list.js', 'noncosmos/*/asset-list.js'],
    truth: () => ofChainRegistry,
  },
  {
    package: '@bitgo/statics',
    files: ['dist/src/networks.js', 'dist/src/coins/*.js', 'dist/src/allCoinsAndTokens.js'],
    truth: ofBitGo,
  },
  {
    package: '@safe-global/safe-deployments',
    files: ['src/assets/**/*.json'],
    // A deployment is at one address on many networks.
    // `zksync` is the kind of a deployment there: a network's name for several of them.
    truth:
      () =>
      ({ entry }) =>
        [...outward(entry)].some(({ key }) => key === 'zksync')
          ? undefined
          : { unnamed: 'many networks' },
  },
];
