import { networkNamed, type Family, type Network } from './networks.ts';

/** THORChain's names of networks in its asset notation, `CHAIN.SYMBOL-CONTRACT`. */
const assetChains: Readonly<Record<string, string>> = {
  ETH: 'ethereum',
  BSC: 'bsc',
  AVAX: 'avalanche',
  BASE: 'base',
  ARB: 'arbitrum',
  OP: 'optimism',
  MATIC: 'polygon',
  POL: 'polygon',
  GNO: 'gnosis',
  SOL: 'solana',
  TRON: 'tron',
};

/** A chain before a symbol, and what no symbol contains. */
const chainOfSymbol = /(?<![\w.])([A-Z]{2,5})[.~/](?=.)/;
const endOfSymbol = /[\n"'`,;]/;

/** Longer than any asset notation, with the character before it. */
const reach = 56;

/** The network and its name in asset notation at the end of a text. */
export function assetBefore(
  before: string,
): { readonly chain: string; readonly network: Network } | undefined {
  if (!before.endsWith('-')) return undefined;
  const tail = before.slice(-reach, -1).split(endOfSymbol).at(-1) ?? '';
  const [, chain = ''] = chainOfSymbol.exec(tail) ?? [];
  const network = networkNamed(assetChains[chain] ?? '');
  return network && { chain, network };
}

/** Whether asset notation with a network of a family comes right before an offset. */
export function isAssetOf(text: string, offset: number, family: Family): boolean {
  return assetBefore(text.slice(Math.max(0, offset - reach), offset))?.network.family === family;
}
