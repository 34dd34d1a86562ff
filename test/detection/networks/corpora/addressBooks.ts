/** Files and folders of one network each, and tables by the names of chains. */
import type { CorpusFile } from '../../packages.ts';
import { filesOf, fileOf } from '../../packages.ts';
import { entryAt, integerIn, outward, valueAround, type Entry } from '../entries.ts';
import { readScript } from '../script.ts';
import type { NetworkCorpus, NetworkId, TruthOf } from './corpus.ts';

/** A contract's file is generated with a module that has the ID. */
function ofAave(): TruthOf {
  const modules = filesOf('@aave-dao/aave-address-book', ['dist/*.js']);
  const ids = new Map(
    modules.map(({ path, text }) => {
      const { root } = readScript(path, text);
      return [nameOf(path), integerIn(entryAt(root, 'CHAIN_ID')?.value)] as const;
    }),
  );
  return (_, { path }) => ids.get(nameOf(path));
}

function nameOf(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.slice(0, file.indexOf('.'));
}

/** Tokens have an ID each. Other files are in the folder of the network. */
function ofBeefy(files: readonly CorpusFile[]): TruthOf {
  const ids = new Map<string, number>();
  for (const { path, text } of files) {
    if (!path.endsWith('/tokens.js')) continue;
    for (const { entries } of readScript(path, text).root.entries) {
      const id = integerIn(entries.find(({ key }) => key === 'chainId')?.value);
      if (id !== undefined) ids.set(folderOf(path), id);
    }
  }
  return ({ entry, text }, { path }) =>
    // A website shows the token on the network that its address names.
    text.startsWith('http')
      ? undefined
      : (integerIn(valueAround(entry, 'chainId')) ?? ids.get(folderOf(path)));
}

const folderOf = (path: string): string => path.split('/')[2] ?? '';

const wormholeOthers: Readonly<Record<string, string>> = {
  'Mainnet Solana': 'solana',
  'Testnet Solana': 'solana-devnet',
};

/** Chains of Wormhole's testnet whose names say which testnet they are. */
const isNamedTestnet = (chain: string): boolean => /Sepolia|Holesky|Testnet/.test(chain);

/** `["Mainnet", [["Ethereum", "0x…"]]]`: a network of Wormhole's, then a chain. */
function ofWormhole(): TruthOf {
  const { path, text } = fileOf(
    '@wormhole-foundation/sdk-base',
    'dist/esm/constants/nativeChainIds.js',
  );
  const truths = new Map<string, NetworkId>();
  const table = entryAt(readScript(path, text).root, 'chainNetworkNativeChainIdEntries');
  for (const {
    entries: [network, chains],
  } of table?.entries ?? []) {
    for (const {
      entries: [chain, id],
    } of chains?.entries ?? []) {
      const name = `${network?.value ?? ''} ${chain?.value ?? ''}`;
      const truth = wormholeOthers[name] ?? integerIn(id?.value);
      if (truth !== undefined) truths.set(name, truth);
    }
  }
  return ({ entry }, file) => {
    const heads = [...outward(entry)].flatMap((at) => headOf(at) ?? []);
    const chain = heads.find((head) => !/^(?:Mainnet|Testnet|Devnet)$/.test(head) && isChain(head));
    const network =
      heads.find((head) => /^(?:Mainnet|Testnet|Devnet)$/.test(head)) ??
      (/\/tokens\/(mainnet|testnet)\.js$/.exec(file.path)?.[1] === 'mainnet'
        ? 'Mainnet'
        : 'Testnet');
    const truth = truths.get(`${network} ${chain ?? ''}`);
    return network === 'Mainnet' || truth === undefined || isNamedTestnet(chain ?? '')
      ? truth
      : { unnamed: truth };
  };
  function isChain(head: string): boolean {
    return [...truths.keys()].some((name) => name.endsWith(` ${head}`));
  }
}

/** The first element of a pair in a list. */
function headOf({ entries, key }: Entry): string | undefined {
  return key.startsWith('[') && entries[0]?.key === '[0]' ? entries[0].value : undefined;
}

export const addressBooks: readonly NetworkCorpus[] = [
  {
    package: '@aave-dao/aave-address-book',
    files: ['src/*.sol', 'dist/*.js'],
    truth: ofAave,
  },
  {
    package: '@beefyfinance/blockchain-addressbook',
    files: ['dist/address-book/*/**/*.js'],
    truth: ofBeefy,
  },
  {
    package: '@wormhole-foundation/sdk-base',
    files: ['dist/esm/constants/**/*.js'],
    truth: ofWormhole,
  },
];
