import { networks } from '../../../src/networks/networks.ts';
import { cosmosChains, symbolOfDenom, type CosmosChain } from './sources.ts';

/** Prefixes of Bitcoin and its kin, which have codecs of their own. */
const foreign = new Set(['bc', 'tb', 'ltc', 'addr', 'stake']);

/**
 * The rows of the table: name, prefix, title, symbol, chain ID. A main network owns its prefix. A
 * prefix shared by several, or only by test networks, has no name, because it is ambiguous.
 * @param evmNames names of EVM networks, which are often the same
 */
export function cosmosRows(evmNames: readonly string[]): string[] {
  const curated = new Set(networks.map(({ bech32 }) => bech32));
  const taken = new Set([...networks.map(({ name }) => name), ...evmNames]);
  return [...chainsByPrefix()]
    .filter(([prefix]) => !curated.has(prefix))
    .map(([prefix, chains]) => {
      const [owner, ...others] = ownersOf(chains);
      if (owner === undefined || others.length > 0) return ['c', '', prefix, '', '', ''].join('\t');
      const name = taken.has(owner.chainName) ? `cosmos:${owner.chainId}` : owner.chainName;
      taken.add(name);
      const denom = owner.fees?.feeTokens?.[0]?.denom ?? '';
      const symbol = symbolOfDenom(owner.chainName, denom);
      return ['c', name, prefix, owner.prettyName ?? owner.chainName, symbol, owner.chainId].join(
        '\t',
      );
    });
}

/** By prefix, in the order of the prefixes. */
function chainsByPrefix(): [prefix: string, chains: CosmosChain[]][] {
  const byPrefix = new Map<string, CosmosChain[]>();
  for (const chain of cosmosChains()) {
    const prefix = chain.bech32Prefix ?? chain.bech32Config?.bech32PrefixAccAddr ?? '';
    if (!/^[a-z][a-z0-9]{1,19}$/.test(prefix) || foreign.has(prefix)) continue;
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), chain]);
  }
  return [...byPrefix].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The main networks of a prefix, or else its test networks. */
function ownersOf(chains: readonly CosmosChain[]): readonly CosmosChain[] {
  const main = chains.filter(({ networkType }) => networkType === 'mainnet');
  return main.length > 0 ? main : chains;
}

/**
 * The registry has no algorithm for it. It is built on Ethermint, so its accounts are EVM accounts.
 */
const withoutAlgorithm = 'canto';

/** The row of the prefixes, of curated networks too, all of whose owners derive accounts as EVM does. */
export function evmKeysRow(): string {
  const prefixes = chainsByPrefix()
    .filter(([, chains]) => ownersOf(chains).every(hasEvmKeys))
    .map(([prefix]) => prefix);
  return `k\t${[...prefixes, withoutAlgorithm].sort().join(' ')}`;
}

const hasEvmKeys = ({ keyAlgos = [] }: CosmosChain): boolean =>
  keyAlgos.length > 0 && keyAlgos.every((algorithm) => algorithm === 'ethsecp256k1');
