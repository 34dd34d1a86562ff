import { assetBefore } from '../networks/assetNotation.ts';
import { codecOf, codecs } from '../families/table.ts';
import { networkCalled } from '../networks/mentions.ts';
import { hostOf, networkOfHost } from '../networks/urls.ts';
import { networkNamed, networks, type Family, type Network } from '../networks/networks.ts';
import { registry } from '../networks/registry.ts';
import { readShared } from '../text/once.ts';

/** The network named by the text right before an address, or by the URL around it. */
export interface Spelling {
  readonly how: 'caip10' | 'shortName' | 'uri' | 'explorer' | 'asset';
  /** The part of the text that names the network. */
  readonly evidence: string;
  readonly family: Family;
  /** Null if the text names none of our networks, or only the family. */
  readonly network: string | null;
}

/** How far before an address a URL can start, in UTF-16 units. */
const reach = 200;

const byCaip2 = new Map(
  networks.flatMap((network) => (network.caip2 ? [[network.caip2, network]] : [])),
);
const byShortName = new Map(
  networks.flatMap((network) => (network.shortName ? [[network.shortName, network]] : [])),
);

/** From the curated table, or for EIP-155 from the registry. */
function networkOfCaip2(id: string): Network | undefined {
  const chainId = id.startsWith('eip155:') ? Number(id.slice(7)) : undefined;
  return (
    byCaip2.get(id) ??
    (chainId === undefined ? undefined : networkNamed(registry().byChainId.get(chainId) ?? ''))
  );
}

/** An explorer by the part of its URLs between `https://` and the address. */
interface Explorer {
  readonly site: string;
  readonly network: Network;
}

/** Explorers by their hosts. */
const explorers = new Map<string, Explorer[]>();
for (const network of networks) {
  const [, site] = /^https:\/\/([^{]*)\//.exec(network.explorer ?? '') ?? [];
  if (site === undefined) continue;
  const host = site.replace(/\/.*/, '');
  explorers.set(host, [...(explorers.get(host) ?? []), { site, network }]);
}

/** The first family in the table of networks for each CAIP-2 namespace. Several share `bip122`. */
const byNamespace = new Map<string, Family>();
for (const { caip2, family } of networks) {
  if (caip2 === undefined || codecOf(family) === undefined) continue;
  const namespace = caip2.slice(0, caip2.indexOf(':'));
  if (!byNamespace.has(namespace)) byNamespace.set(namespace, family);
}

const byScheme = new Map(
  codecs.flatMap(({ uriSchemes, family }) => uriSchemes.map((name) => [name, family] as const)),
);

const caip10 = /(?<![0-9A-Za-z-])([a-z0-9-]{3,8}):([-_a-zA-Z0-9]{1,32}):$/;
const scheme = /(?<![0-9A-Za-z+-])([a-z0-9+-]{2,24}):(?:\/\/)?(?:pay-)?$/i;

/** Longer than any such prefix, including the character that the lookbehind reads. */
const prefixReach = 56;

/** How far after an address a payment URI can name its network, in UTF-16 units. */
const uriReach = 24;

/** Characters that no URL contains. */
const urlBreaks = /[\s"'`<>()[\]{}\\]/;

export function spellingOf(
  text: string,
  address: { readonly offset: number; readonly length: number; readonly family: Family },
): Spelling | null {
  const ofLink = byLink(text, address);
  if (ofLink !== null) return ofLink;
  const previous = text.charAt(address.offset - 1);
  if (!/[:/=-]/.test(previous)) return null;
  const isPrefix = previous === ':' || previous === '-';
  const from = Math.max(0, address.offset - (isPrefix ? prefixReach : reach));
  const before = text.slice(from, address.offset);
  const found = isPrefix ? byPrefix(before) : byUrl(before, address.family);
  if (found === null || found.family !== address.family) return null;
  const end = address.offset + address.length;
  if (found.how === 'explorer') {
    const [rest = ''] = /^[^\s"'`<>()]{0,80}/.exec(text.slice(end, end + 80)) ?? [];
    return withNetworkIn(`${urlAtEnd(before)}${rest}`, found);
  }
  const caip2InUri = found.how === 'uri' ? codecOf(found.family)?.caip2InUri : undefined;
  if (caip2InUri === undefined) return found;
  const caip2 = caip2InUri(text.slice(end, end + uriReach));
  const network = networkOfCaip2(caip2)?.name ?? null;
  // `ethereum:0x…@987654321`: a chain ID that the table doesn't have.
  return network === null && caip2 !== ''
    ? { ...found, how: 'caip10', evidence: caip2, network }
    : { ...found, network };
}

/**
 * `` [`0x…`](https://basescan.org/address/0x…) ``, and in reStructuredText
 * `` `0x… <https://basescan.org/address/0x…>`_ ``: the link that the address is the text of.
 */
const linkAfter = /^(?:[`*_]{0,4}\]\(| <)https?:\/\/([^\s)>]{1,200})/;

function byLink(
  text: string,
  { offset, length, family }: { offset: number; length: number; family: Family },
): Spelling | null {
  const end = offset + length;
  const next = text.charAt(end);
  if (next === '"' || next === "'") return byLinkOfEntry(text, { offset, end, family });
  if (!']`*_ '.includes(next)) return null;
  const [, url = ''] = linkAfter.exec(text.slice(end, end + reach)) ?? [];
  if (url === '') return null;
  // `…?safe=oeth:0x…`: the link names the network of the same address.
  const at = url.indexOf(`:${text.slice(offset, end)}`);
  const ofPrefix = at === -1 ? null : byPrefix(url.slice(0, at + 1));
  if (ofPrefix === null) return withNetworkIn(url, byUrl(url, family));
  // The hover shows the link as evidence, because no text precedes the address.
  const evidence = `${hostOf(url.split('/', 1)[0] ?? '')} (${ofPrefix.evidence})`;
  return ofPrefix.network === null ? ofPrefix : { ...ofPrefix, how: 'explorer', evidence };
}

/** `address: "0x…", link: "https://basescan.org/address/0x…"`: the same address in a link of its entry. */
function byLinkOfEntry(
  text: string,
  { offset, end, family }: { offset: number; end: number; family: Family },
): Spelling | null {
  const rest = text.slice(end, end + reach);
  const at = rest.indexOf(`/${text.slice(offset, end)}`);
  const between = rest.slice(0, at + 1);
  return at === -1 || /[{}]/.test(between) ? null : byUrl(between, family);
}

/** A test network that a URL of an explorer names, as in `?cluster=devnet` and `/testnet/object/`. */
const testNetworkIn = /(?:[?&](?:network|cluster|chain)=|\/)(testnet|devnet)(?![\w-])/;

function withNetworkIn(url: string, found: Spelling | null): Spelling | null {
  const [, name] = testNetworkIn.exec(url) ?? [];
  if (found?.how !== 'explorer' || name === undefined || found.family === 'evm') return found;
  const network = networkCalled(`${found.family} ${name}`, found.family) ?? null;
  // It names a network that the table may not have.
  const evidence = `${found.evidence} (${name})`;
  return { ...found, how: network === null ? 'caip10' : 'explorer', evidence, network };
}

function byPrefix(before: string): Spelling | null {
  const asset = assetBefore(before);
  if (asset !== undefined) {
    const { family, name } = asset.network;
    return { how: 'asset', evidence: asset.chain, family, network: name };
  }
  const [, namespace = '', reference = ''] = caip10.exec(before) ?? [];
  const family = byNamespace.get(namespace);
  if (family !== undefined) {
    const evidence = `${namespace}:${reference}`;
    const network = networkOfCaip2(evidence);
    return {
      how: 'caip10',
      evidence,
      family: network?.family ?? family,
      network: network?.name ?? null,
    };
  }
  const [, word = ''] = scheme.exec(before) ?? [];
  const lower = word.toLowerCase();
  const paid = byScheme.get(lower);
  if (paid !== undefined) return { how: 'uri', evidence: lower, family: paid, network: null };
  const named = byShortName.get(word) ?? networkNamed(registry().byShortName.get(word) ?? '');
  return named === undefined
    ? null
    : { how: 'shortName', evidence: word, family: named.family, network: named.name };
}

/** URLs that precede addresses; one site repeats the same few. */
const knownUrls = new Map<string, { readonly found: Spelling | null }>();

function byUrl(before: string, family: Family): Spelling | null {
  const key = `${family} ${urlAtEnd(before)}`;
  const read = (copy: string) => ({ found: ofSite(copy.slice(family.length + 1), family) });
  return readShared(knownUrls, key, read).found;
}

function urlAtEnd(text: string): string {
  let start = text.length;
  while (start > 0 && !urlBreaks.test(text.charAt(start - 1))) start--;
  return text.slice(start);
}

function ofSite(before: string, family: Family): Spelling | null {
  const { host, path } = hostAndPath(before);
  const lower = host.toLowerCase();
  const url = `${lower}${path}`;
  let best: Explorer | undefined;
  for (const explorer of explorers.get(lower) ?? []) {
    if (explorer.network.family !== family) continue;
    const isNearer =
      url.startsWith(explorer.site) && explorer.site.length > (best?.site ?? '').length;
    if (best === undefined || isNearer) best = explorer;
  }
  const network = best?.network ?? networkNamed(networkOfHost(lower) ?? '');
  return network?.family === family
    ? { how: 'explorer', evidence: lower, family, network: network.name }
    : null;
}

/**
 * The first host that ends a text, or that is followed by a path up to the end. Rejected: one
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
