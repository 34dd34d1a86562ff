/** Deployments of protocols. */
import type { CorpusFile } from '../../packages.ts';
import { fileOf, filesOf } from '../../packages.ts';
import { entryAt, integerIn, outward, valueAround } from '../entries.ts';
import { readScript } from '../script.ts';
import { readYaml } from '../yaml.ts';
import type { NetworkCorpus, Truth, TruthOf } from './corpus.ts';

/** Hyperlane's own names. Its other networks without EIP-155 IDs are in no table of ours. */
const solanas: Readonly<Record<string, string>> = {
  solanamainnet: 'solana',
  solanadevnet: 'solana-devnet',
};

/** A string `ethereum|base|0x…` names the network itself. */
function ofHyperlane(): TruthOf {
  const truths = new Map<string, Truth>();
  for (const { path, text } of filesOf('@hyperlane-xyz/registry', [
    'dist/chains/*/metadata.yaml',
  ])) {
    const { root } = readYaml(text);
    const name = path.split('/')[2] ?? '';
    const protocol = entryAt(root, 'protocol')?.value;
    const id = integerIn(entryAt(root, 'chainId')?.value);
    if (protocol === 'ethereum' && id !== undefined) truths.set(name, id);
    if (protocol === 'sealevel') truths.set(name, solanas[name] ?? name);
  }
  return ({ entry, text }, { path }) => {
    const [, folder, chain = ''] = path.split('/');
    if (folder === 'chains') return truths.get(chain);
    const parts = text.split('|');
    const name = parts.length === 3 ? parts[1] : valueAround(entry, 'chainName');
    return truths.get(name ?? '');
  };
}

const ofAxelar: TruthOf = ({ entry }) => {
  const chain = [...outward(entry)].find(({ parent }) => parent?.key === 'chains');
  return chain === undefined ? undefined : integerIn(entryAt(chain, 'chainId')?.value);
};

/** Kovan ended, and its chain ID is another network's now. */
const balancerFiles: Readonly<Record<string, number | string>> = {
  ...{ mainnet: 1, goerli: 5, kovan: 'kovan', rinkeby: 4, arbitrum: 42161, polygon: 137 },
  ...{ optimism: 10, gnosis: 100, bsc: 56, avalanche: 43114 },
};

const ofBalancer: TruthOf = (_, { path }) => {
  const [, file = ''] = /\/([a-z]+)\.json$/.exec(path) ?? [];
  return balancerFiles[file];
};

const synthetixFolders: Readonly<Record<string, number>> = {
  ...{ mainnet: 1, 'mainnet-ovm': 10, sepolia: 11155111, 'sepolia-ovm': 11155420 },
};

/** In a folder `…-ovm`, only the links of deployment.json show that it is Optimism. */
const ofSynthetix: TruthOf = (_, { path }) => {
  const [, , folder = '', file] = path.split('/');
  const id = synthetixFolders[folder];
  const isNamed = !folder.endsWith('-ovm') || file === 'deployment.json';
  return id === undefined || isNamed ? id : { unnamed: id };
};

const ofChainId: TruthOf = ({ entry }) => integerIn(valueAround(entry, 'chainId', 'ChainId'));

/** The innermost key that is a number. */
const ofNumericKey: TruthOf = ({ entry }) => {
  for (const { key } of outward(entry)) {
    const id = integerIn(key);
    if (id !== undefined) return id;
  }
  return undefined;
};

/** `get(chains.arbitrum.id, { … })`, where the names are viem's or the package's own. */
function ofSablier(): TruthOf {
  const specs = fileOf('sablier', 'dist/esm/evm/chains/specs.js');
  const custom = fileOf('sablier', 'dist/esm/evm/chains/custom.js');
  const customRoot = readScript(custom.path, custom.text).root;
  const idOf = (root: typeof customRoot, name: string): number | undefined => {
    const value = entryAt(root, name)?.entries[0]?.entries[0];
    const id = value === undefined ? undefined : entryAt(value, 'id')?.value;
    return integerIn(id) ?? integerIn(entryAt(root, id ?? '')?.value);
  };
  const viemId = (name: string): number | undefined => {
    const [file] = filesOf('viem', [`_esm/chains/definitions/${name}.js`]);
    return file === undefined ? undefined : idOf(readScript(file.path, file.text).root, name);
  };
  const ids = new Map<string, number>();
  const spec = entryAt(readScript(specs.path, specs.text).root, 'chainSpecs');
  for (const chain of spec?.entries ?? []) {
    const base = entryAt(chain, 'base')?.value ?? '';
    const id = base.startsWith('_') ? viemId(base.slice(1)) : idOf(customRoot, base);
    if (id !== undefined) ids.set(`chains.${chain.key}.id`, id);
  }
  return ({ entry }) => {
    const call = [...outward(entry)].find(({ key }) => key === 'get');
    return call === undefined ? undefined : ids.get(entryAt(call, '[0]')?.value ?? '');
  };
}

/** Contradicts itself: `"network": "mainnet"` in a file of OP Mainnet. */
const isOvmVersions = ({ path }: CorpusFile): boolean => /-ovm\/versions\.json$/.test(path);

export const deployments: readonly NetworkCorpus[] = [
  {
    package: '@hyperlane-xyz/registry',
    files: ['dist/chains/*/addresses.yaml', 'dist/deployments/warp_routes/**/*.yaml'],
    truth: ofHyperlane,
  },
  {
    package: '@axelar-network/axelar-chains-config',
    files: ['info/*.json'],
    truth: () => ofAxelar,
  },
  {
    package: '@balancer-labs/v2-deployments',
    files: ['dist/tasks/**/output/*.json', 'dist/addresses/*.json'],
    truth: () => ofBalancer,
  },
  {
    package: '@maticnetwork/meta',
    files: ['network/*/*/index.json'],
    truth: () => ofChainId,
  },
  {
    package: '@zoralabs/protocol-deployments',
    files: ['src/generated/*.ts'],
    truth: () => ofNumericKey,
  },
  {
    package: 'sablier',
    files: ['dist/esm/evm/releases/**/deployments.js'],
    truth: ofSablier,
  },
  {
    package: 'synthetix',
    files: ['publish/deployed/{mainnet,sepolia}*/*.json'],
    isLeftOut: isOvmVersions,
    truth: () => ofSynthetix,
  },
  {
    package: '@superfluid-finance/metadata',
    files: ['networks.json'],
    truth: () => ofChainId,
  },
  {
    package: '@graphprotocol/address-book',
    files: ['src/*/addresses.json'],
    truth: () => ofNumericKey,
  },
];
