import { codecOf } from '../families/table.ts';
import type { Family } from '../networks/networks.ts';
import { verdictOfIds } from './entryVerdicts.ts';
import {
  calledAs,
  mentionsIn,
  networkCalled,
  networkOfChainId,
  verdictOf,
} from '../networks/mentions.ts';
import { isSymbol } from '../networks/names.ts';
import { isLocalNetwork, isNetworkWord, isTestOf, isUnknownNetwork } from './networkWords.ts';
import { readOnce, readShared } from '../text/once.ts';
import { memberKey, membersIn, chosenIn } from './members.ts';
import type { ReasonKind } from './reasons.ts';
import { hostOf, isExplorerPath, isPicture, networkOfHost, urlsIn } from '../networks/urls.ts';
import { named, namedOrOutside, singleOf, type Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** A chain ID beside its name, but no default of a parameter, `(chainId = 1) => …`. */
const chainId =
  /chain_?id["'`\])]{0,4}\s{0,4}(?:[:=(,]|is){1,3}\s{0,4}["'`]?(0x[0-9a-f]+|\d+)n?\b(?!(?<=\w = \d{1,15})\))/gi;
const caip2 = /\beip155:(\d+)/g;

/** In UTF-16 units: longer parts are rarely written twice. */
const maxAlikeLength = 160;

interface Known {
  readonly clue: Clue | undefined;
}

type Reader = (part: string, family: Family, reason: ReasonKind) => Clue | undefined;

/** A reader that remembers parts for each family and reason: most of a repository are written alike. */
function remembering(read: Reader): Reader {
  const known = new Map<string, Map<string, Known>>();
  return (part, family, reason) => {
    if (part.length > maxAlikeLength) return read(part, family, reason);
    const ofReason = readOnce(known, `${family} ${reason}`, () => new Map<string, Known>());
    return readShared(ofReason, part, (copy) => ({ clue: read(copy, family, reason) })).clue;
  };
}

/** Reads a part of a text: IDs, members of a list of networks, URLs, and names. */
export const clueIn = remembering(readPart);

/**
 * Like `clueIn`, for the key of a value or a block. A key that is a network's name, or ends in one,
 * is stronger evidence than a key that contains one: `polygon:`, `[networks.polygon]`.
 */
export const clueOfKey = remembering(readKey);

function readPart(part: string, family: Family, reason: ReasonKind): Clue | undefined {
  if (part.length < 2) return undefined;
  const hasIds = codecOf(family)?.hasChainIds === true;
  if (hasIds && (part.includes('hain') || part.includes('CHAIN') || part.includes('eip155'))) {
    const ids = [...part.matchAll(chainId), ...part.matchAll(caip2)].map(([, id = '']) => id);
    const verdict = verdictOfIds(ids);
    if (verdict !== undefined) return { verdict, reason: 'chainId' };
  }
  const chosen = chosenIn(part, family);
  if (chosen !== undefined) return { verdict: chosen, reason, strength: 'structural' };
  const ofMembers = membersIn(part, family);
  if (ofMembers !== undefined) return { verdict: ofMembers, reason, strength: 'structural' };
  const urls = urlsIn(part);
  const words = verdictOf(part, withoutUrls(part, urls), family);
  if (
    words !== undefined &&
    words.kind !== 'partly' &&
    !isFamilyName(words, family) &&
    !(reason === 'comment' && isOfBridge(part))
  ) {
    return { verdict: words, reason, strength: 'words' };
  }
  const ofUrls = urlVerdict(urls, family);
  if (ofUrls !== undefined) return { verdict: ofUrls, reason: 'rpcUrl' };
  // `// sDAI_BSC` is a token.
  if (words === undefined || reason === 'comment') return undefined;
  return { verdict: words, reason, strength: 'words' };
}

/**
 * `a Solana client for https://api.devnet.solana.com`: the URL decides among the family's networks.
 */
const isFamilyName = (words: Verdict, family: Family): boolean =>
  family !== 'evm' && words.kind === 'named' && words.evidence.toLowerCase() === family;

/** `// Polygon POS bridge, predicate`: it is named after the other end, or is there. */
const isOfBridge = (comment: string): boolean =>
  /\b(?:bridge|predicate|portal|inbox|outbox|messenger|escrow)s?\b/i.test(comment) &&
  !/\bon [A-Z]/.test(comment);

function readKey(part: string, family: Family, reason: ReasonKind): Clue | undefined {
  const ofFoundry = foundrySection.exec(part.trimEnd())?.[1];
  if (ofFoundry !== undefined && family === 'evm') return clueOfFoundry(ofFoundry);
  const ofMember = memberKey.test(part) ? membersIn(part, family) : undefined;
  if (ofMember !== undefined) {
    return { verdict: ofMember, reason, strength: 'structural', isClosed: true };
  }
  const compared = part.includes('==') ? chosenIn(part, family) : undefined;
  if (compared !== undefined) return { verdict: compared, reason, strength: 'structural' };
  const key = lastKeyIn(part);
  const name = nameAround(part, key);
  if (name !== key && /[a-z]/i.test(key)) {
    if (isTestOf(name, family)) return outsideKey(name, reason);
    const network = networkCalled(name, family);
    if (network === undefined) return clueIn(part, family, reason);
    return { verdict: named(network, name), reason, strength: 'structural', isOfKey: true };
  }
  const isOutside = isLocalNetwork(key) || isTestOf(key, family);
  if (isOutside || (family === 'evm' && isUnknownNetwork(key))) return outsideKey(key, reason);
  const whole = isNetworkWord(key) ? networkCalled(key, family) : undefined;
  if (whole !== undefined) {
    return { verdict: named(whole, key), reason, strength: 'structural', isOfKey: true };
  }
  const clue = clueIn(part, family, reason);
  if (clue?.verdict.kind !== 'named' || clue.reason !== reason) return clue;
  if (networkCalled(key, family) === clue.verdict.network) {
    return { ...clue, strength: 'structural', isOfKey: true };
  }
  return { ...clue, isOfKey: true };
}

/** The key of a network outside the table: nothing around it can name another one. */
function outsideKey(evidence: string, reason: ReasonKind): Clue {
  return { verdict: outsideOf(evidence), reason, isClosed: true };
}

/** `[8453.address]`, `[base-sepolia.address]`: a section of Foundry's configuration of forks. */
const foundrySection = /^\[([\w-]+)\.(?:address|bool|int|uint|bytes|bytes32|string)\]$/;

function clueOfFoundry(name: string): Clue {
  const isId = /^\d{1,15}$/.test(name);
  const network = isId ? networkOfChainId(name) : networkCalled(name, 'evm');
  const verdict = namedOrOutside(network, name);
  return { verdict, reason: isId ? 'chainId' : 'section', isClosed: true };
}

/** `### Unichain Sepolia`, `Optimism (Mainnet)`: a key with the words before it that are parts of one name. */
function nameAround(part: string, key: string): string {
  const before = part.slice(0, part.lastIndexOf(key));
  const [words = ''] = /(?:(?<![\w"'`.$-])\w{0,8}[A-Z]\w{1,30} \(?){1,3}$/.exec(before) ?? [];
  return words + key;
}

const keyEnd = /[\w$-]/;

/** `"networks": { "arbitrum-one": {`: the key nearest to the end of a text. */
function lastKeyIn(text: string): string {
  let end = text.length;
  while (end > 0 && !keyEnd.test(text.charAt(end - 1))) end--;
  let start = end;
  while (start > 0 && keyEnd.test(text.charAt(start - 1))) start--;
  const quote = text.charAt(end);
  if (quote !== '"' && quote !== "'" && quote !== '`') return text.slice(start, end);
  // A key in quotes can have blanks.
  return text.slice(text.lastIndexOf(quote, end - 1) + 1, end);
}

function withoutUrls(part: string, urls: ReturnType<typeof urlsIn>): ReturnType<typeof mentionsIn> {
  if (urls.length === 0) return mentionsIn(part, 0, part.length);
  const found = [];
  let from = 0;
  for (const url of urls) {
    found.push(...mentionsIn(part, from, url.start));
    from = url.end;
  }
  return [...found, ...mentionsIn(part, from, part.length)];
}

const listsNetworks = /^(?:(?:block)?chains?|networks?|explorers?)$/i;

const provider =
  /ankr|infura|alchemy|quiknode|blockpi|1rpc|publicnode|drpc|getblock|chainstack|nodereal|llamarpc|onfinality|blastapi|tenderly|thirdweb/;

/** Sites about what all networks of the family share: `eips.ethereum.org`. */
const isOfProtocol = /(?:^|\.)ethereum(?:\.org|\.stackexchange\.com|\.github\.io|-magicians\.org)$/;

/** Known hosts first, then the words in the others. */
function urlVerdict(urls: ReturnType<typeof urlsIn>, family: Family): Verdict | undefined {
  const networks = new Set<string>();
  let outside: string | undefined;
  for (const { host, path } of urls) {
    const known = networkOfHost(host);
    if (known !== undefined) {
      if (networkCalled(known, family) === known) networks.add(known);
      continue;
    }
    if (isOfProtocol.test(host)) continue;
    // Providers of nodes for many networks name them in the path.
    const spelled = provider.test(host) ? `${host} ${path.slice(0, 40)}` : host;
    const words = isExplorerPath(path)
      ? (clueOfUrl(`//${host}${path}`, family)?.verdict ?? outsideOf(host))
      : verdictOf(spelled, mentionsIn(spelled, 0, spelled.length), family);
    if (words?.kind === 'named') networks.add(words.network);
    else if (words?.kind === 'outside') outside ??= host;
  }
  const known = singleOf([...networks]);
  if (known !== undefined) return known;
  return outside === undefined || family !== 'evm'
    ? undefined
    : { kind: 'outside', evidence: outside };
}

const outsideOf = (evidence: string): Verdict => ({ kind: 'outside', evidence });

/**
 * Reads a URL that contains an address. An unknown explorer excludes other evidence.
 * @param url up to the address
 * @param rest the text after it
 */
export function clueOfUrlAround(url: string, rest: string, family: Family): Clue | undefined {
  const known = clueOfUrl(url, family);
  if (known !== undefined || family !== 'evm' || isPicture(rest)) return known;
  const host = url.slice(url.indexOf('//') + 2);
  const slash = host.indexOf('/');
  if (slash === -1 || !isExplorerPath(`${host.slice(slash)}/`)) return undefined;
  return { verdict: outsideOf(hostOf(host.slice(0, slash))), reason: 'explorer', isClosed: true };
}

/** `…/blockchains/ethereum/assets/0xA0…`: the nearest part of its path that is a network. */
export function clueOfUrl(url: string, family: Family): Clue | undefined {
  const parts = url.slice(url.indexOf('//') + 2).split(/[/?#=]/);
  for (let at = parts.length - 1; at > 0; at--) {
    const part = parts[at] ?? '';
    // `…/xdai/mainnet/address/…`: the main network of another part.
    if (/^main(?:net)?$/i.test(part)) continue;
    // `…/#/add/ETH/0xA0…`: the asset that another is traded for.
    if (isSymbol(part)) continue;
    // The last part may be an asset of THORChain, `eth.usdc-0xA0…`.
    const found = calledAs(part.replace(/\..*/, ''), family);
    // `…/data/0xA0…`: a word of its own, unless a list of networks comes before.
    if (
      found === undefined ||
      (found.weight === 'common' && !listsNetworks.test(parts[at - 1] ?? ''))
    )
      continue;
    return { verdict: named(found.network), reason: 'rpcUrl', strength: 'exact' };
  }
  return undefined;
}
