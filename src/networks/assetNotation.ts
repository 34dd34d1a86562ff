import { networkNamed, type Family, type Network } from './networks.ts';

/** THORChain's names of networks in its asset notation, `CHAIN.SYMBOL-CONTRACT`. */
const assetChains: Readonly<Record<string, string>> = {
  ...{ ETH: 'ethereum', BSC: 'bsc', AVAX: 'avalanche', BASE: 'base', ARB: 'arbitrum' },
  ...{ OP: 'optimism', MATIC: 'polygon', POL: 'polygon', GNO: 'gnosis' },
  ...{ SOL: 'solana', TRON: 'tron' },
};

/** Longest symbol of an asset that the scanner reads, in UTF-16 units. */
const longestSymbol = 40;

/** Longer than any asset notation, with the characters before it. */
const reach = 56;

/** The network and its name in asset notation at the end of a text. */
export function assetBefore(
  before: string,
): { readonly chain: string; readonly network: Network } | undefined {
  const chain = assetChainOf(before);
  if (chain === '') return undefined;
  const network = networkNamed(assetChains[chain] ?? '');
  return network === undefined ? undefined : { chain, network };
}

/** Whether asset notation with a network of a family comes right before an offset. */
export function isAssetOf(text: string, offset: number, family: Family): boolean {
  const before = text.slice(Math.max(0, offset - reach), offset);
  return assetBefore(before)?.network.family === family;
}

/**
 * The chain in asset notation at the end of a text, `CHAIN.SYMBOL-`. Empty if there is none.
 * Rejected: a regular expression, which tries each capital letter as the first one.
 */
function assetChainOf(before: string): string {
  const end = before.length - 1;
  let chain = '';
  if (before.charCodeAt(end) !== 0x2d) return chain;
  for (let at = end - 1; at >= Math.max(0, end - longestSymbol - 1); at--) {
    const code = before.charCodeAt(at);
    if (isSeparator(code) && at < end - 1) chain = capitalsBefore(before, at) || chain;
    if (isSymbolEnd(code)) break;
  }
  return chain;
}

/** `.`, `~`, `/`: the separators of chain and symbol. */
const isSeparator = (code: number): boolean => code === 0x2e || code === 0x7e || code === 0x2f;

/** A line break, a quote, a comma, a semicolon: no symbol contains them. */
const isSymbolEnd = (code: number): boolean =>
  code === 0x0a ||
  code === 0x22 ||
  code === 0x27 ||
  code === 0x60 ||
  code === 0x2c ||
  code === 0x3b;

/** A word of two to five capital letters before an offset. Empty if there is none. */
function capitalsBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start <= 5 && isCapital(text.charCodeAt(start - 1))) start--;
  const length = end - start;
  return length < 2 || length > 5 || /[\w.]/.test(text.charAt(start - 1))
    ? ''
    : text.slice(start, end);
}

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;
