import { networkNamed, networks, type Family, type Network } from './networks.ts';

/** How the text right before an address, or around it in a URL, says what it is. */
export interface Spelling {
  readonly how: 'caip10' | 'shortName' | 'uri' | 'explorer' | 'asset';
  /** What stands there. */
  readonly evidence: string;
  readonly family: Family;
  /** Null where it names none of our networks, or none of the family's in particular. */
  readonly network: string | null;
}

/** Longer than any URL in front of an address that is worth following. */
const reach = 200;

/** Families of CAIP-2 namespaces and of URI schemes. */
const families: Readonly<Record<string, Family>> = {
  ...{ eip155: 'evm', bip122: 'bitcoin', tron: 'tron', solana: 'solana', ton: 'ton' },
  ...{ cosmos: 'cosmos', cip34: 'cardano' },
};

/** BIP-21 and its likes; EIP-681 for `ethereum`; Solana Pay; CIP-13. */
const schemes: Readonly<Record<string, Family>> = {
  ...{ bitcoin: 'bitcoin', litecoin: 'litecoin', dogecoin: 'dogecoin', dash: 'dash' },
  ...{ ethereum: 'evm', tron: 'tron', solana: 'solana', 'web+cardano': 'cardano' },
};

const byCaip2 = new Map(
  networks.flatMap((network) => (network.caip2 ? [[network.caip2, network]] : [])),
);
const byShortName = new Map(
  networks.flatMap((network) => (network.shortName ? [[network.shortName, network]] : [])),
);

/** Explorers by what stands between `https://` and an address. */
const explorers = networks.flatMap((network) => {
  const [, site] = /^https:\/\/([^{]*)\//.exec(network.explorer ?? '') ?? [];
  return site === undefined ? [] : [{ site, host: site.replace(/\/.*/, ''), network }];
});

/** THORChain's names of chains, in its asset notation `CHAIN.SYMBOL-CONTRACT`. */
const assetChains: Readonly<Record<string, string>> = {
  ...{ ETH: 'ethereum', BSC: 'bsc', AVAX: 'avalanche', BASE: 'base', ARB: 'arbitrum' },
  ...{ OP: 'optimism', MATIC: 'polygon', POL: 'polygon', GNO: 'gnosis' },
  ...{ SOL: 'solana', TRON: 'tron' },
};

const caip10 = /(?<![0-9A-Za-z-])([a-z0-9-]{3,8}):([-_a-zA-Z0-9]{1,32}):$/;
const scheme = /(?<![0-9A-Za-z+-])([a-z0-9+-]{2,24}):(?:\/\/)?(?:pay-)?$/i;

/** Longer than any of these three, with the character before it that the look behind asks for. */
const prefixReach = 56;

/** What no URL has in it. */
const urlBreaks = /[\s"'`<>()[\]{}\\]/;

export function spellingOf(
  text: string,
  address: { readonly offset: number; readonly length: number; readonly family: Family },
): Spelling | null {
  const previous = text.charAt(address.offset - 1);
  if (!/[:/=-]/.test(previous)) return null;
  const isPrefix = previous === ':' || previous === '-';
  const from = Math.max(0, address.offset - (isPrefix ? prefixReach : reach));
  const before = text.slice(from, address.offset);
  const found = isPrefix ? byPrefix(before) : byUrl(before, address.family);
  if (found === null || found.family !== address.family) return null;
  if (found.evidence !== 'ethereum') return found;
  // EIP-681: `ethereum:0x…@137`.
  const end = address.offset + address.length;
  const [, chainId] = /^@(\d+)/.exec(text.slice(end, end + 24)) ?? [];
  return { ...found, network: byCaip2.get(`eip155:${chainId ?? '1'}`)?.name ?? null };
}

/** Whether asset notation with a network of a family stands right before a place. */
export function isAssetOf(text: string, offset: number, family: Family): boolean {
  const before = text.slice(Math.max(0, offset - prefixReach), offset);
  return assetHolder(assetChainOf(before))?.family === family;
}

/** Longest symbol of an asset that is worth following. */
const longestSymbol = 40;

/**
 * The chain of asset notation that ends a text, `CHAIN.SYMBOL-`; empty without one. Rejected: a
 * regular expression, which tries each capital as the first one.
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

/** `.`, `~`, `/`: what parts the chain from the symbol. */
const isSeparator = (code: number): boolean => code === 0x2e || code === 0x7e || code === 0x2f;

/** A line break, a quote, a comma, a semicolon: no symbol contains them. */
const isSymbolEnd = (code: number): boolean =>
  code === 0x0a ||
  code === 0x22 ||
  code === 0x27 ||
  code === 0x60 ||
  code === 0x2c ||
  code === 0x3b;

/** Two to five capitals that are a word of their own; empty without them. */
function capitalsBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start <= 5 && isCapital(text.charCodeAt(start - 1))) start--;
  const length = end - start;
  return length < 2 || length > 5 || /[\w.]/.test(text.charAt(start - 1))
    ? ''
    : text.slice(start, end);
}

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

const assetHolder = (chain: string): Network | undefined => networkNamed(assetChains[chain] ?? '');

function byPrefix(before: string): Spelling | null {
  const chain = assetChainOf(before);
  const holder = assetHolder(chain);
  if (holder !== undefined) {
    return { how: 'asset', evidence: chain, family: holder.family, network: holder.name };
  }
  const [, namespace = '', reference = ''] = caip10.exec(before) ?? [];
  const family = families[namespace];
  if (family !== undefined) {
    const evidence = `${namespace}:${reference}`;
    const network = byCaip2.get(evidence);
    const isBitcoinLike = namespace === 'bip122' && network !== undefined;
    return {
      how: 'caip10',
      evidence,
      family: isBitcoinLike ? network.family : family,
      network: network?.name ?? null,
    };
  }
  const [, word = ''] = scheme.exec(before) ?? [];
  const lower = word.toLowerCase();
  const paid = schemes[lower];
  if (paid !== undefined) return { how: 'uri', evidence: lower, family: paid, network: null };
  const named = byShortName.get(word);
  return named === undefined
    ? null
    : { how: 'shortName', evidence: word, family: named.family, network: named.name };
}

function byUrl(before: string, family: Family): Spelling | null {
  const { host, path } = hostAndPath(before.split(urlBreaks).at(-1) ?? '');
  const url = `${host.toLowerCase()}${path}`;
  let best: (typeof explorers)[number] | undefined;
  for (const explorer of explorers) {
    if (explorer.network.family !== family || explorer.host !== host.toLowerCase()) continue;
    const isNearer =
      url.startsWith(explorer.site) && explorer.site.length > (best?.site ?? '').length;
    if (best === undefined || isNearer) best = explorer;
  }
  return best === undefined
    ? null
    : { how: 'explorer', evidence: host.toLowerCase(), family, network: best.network.name };
}

/**
 * The first host of a text that ends it, or that has a path behind it up to its end. Rejected: one
 * regular expression for both, which tries each character of a host as the first one.
 */
function hostAndPath(text: string): { readonly host: string; readonly path: string } {
  for (const { 0: run, index } of text.matchAll(/[a-z0-9.-]+/gi)) {
    const path = text.slice(index + run.length);
    if (path !== '' && !path.startsWith('/')) continue;
    const labels = run.split('.');
    const host = labels.slice(labels.lastIndexOf('') + 1);
    if (host.length > 2 && host[0]?.toLowerCase() === 'www') host.shift();
    if (host.length > 1) return { host: host.join('.'), path };
  }
  return { host: '', path: '' };
}
