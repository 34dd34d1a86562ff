import { networks } from '../../../src/networks/networks.ts';
import { cosmosChains, symbolOfDenom } from './sources.ts';

/** Prefixes of Bitcoin and its kin, which have codecs of their own. */
const foreign = new Set(['bc', 'tb', 'ltc', 'addr', 'stake']);

/**
 * The rows of the table: name, prefix, title, symbol, chain ID. A main network owns its prefix.
 * Where several do, or only several test networks, no name: the prefix alone does not tell.
 * @param evmNames of networks of EVM, which often have the same one
 */
export function cosmosRows(evmNames: readonly string[]): string[] {
  const curated = new Set(networks.map(({ bech32 }) => bech32));
  const taken = new Set([...networks.map(({ name }) => name), ...evmNames]);
  const byPrefix = new Map<string, ReturnType<typeof cosmosChains>>();
  for (const chain of cosmosChains()) {
    const prefix = chain.bech32Prefix ?? chain.bech32Config?.bech32PrefixAccAddr ?? '';
    if (!/^[a-z][a-z0-9]{1,19}$/.test(prefix) || curated.has(prefix) || foreign.has(prefix))
      continue;
    byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), chain]);
  }
  return [...byPrefix]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([prefix, chains]) => {
      const main = chains.filter(({ networkType }) => networkType === 'mainnet');
      const [owner, ...others] = main.length > 0 ? main : chains;
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
