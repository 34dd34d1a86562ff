import { networkNamed, networks } from './networks.ts';
import { registry } from './registry.ts';
import { networkCalled } from './mentions.ts';
import { isSymbol } from './names.ts';

const url = /\b(?:https?|wss?):\/\/([^\s"'`<>()/]{1,120})(\/[^\s"'`<>()]{0,200})?/g;

/** A URL in a text, with the network of its host. */
export interface FoundUrl {
  readonly start: number;
  readonly end: number;
  readonly host: string;
  readonly path: string;
}

export function urlsIn(text: string): FoundUrl[] {
  if (!text.includes('://')) return none;
  return [...text.matchAll(url)].map(({ 0: whole, 1: host = '', 2: path = '', index }) => ({
    start: index,
    end: index + whole.length,
    host: hostOf(host),
    path,
  }));
}

const none: FoundUrl[] = [];

/**
 * The host of what is between the slashes of a URL. The name and the password before it are never
 * shown, nor is what is left of them where a slash cuts them.
 */
export function hostOf(authority: string): string {
  const [whole = ''] = authority.split(/[?#]/, 1);
  const [host = ''] = whole.slice(whole.lastIndexOf('@') + 1).split(':', 1);
  return host.toLowerCase().replace(/^www\./, '');
}

let curatedHosts: ReadonlyMap<string, string> | undefined;

/** The network that a host serves: an explorer, or a node. */
export function networkOfHost(host: string): string | undefined {
  curatedHosts ??= new Map([
    // The registry does not have it.
    ['saigon-app.roninchain.com', 'ronin-saigon-testnet'],
    ...networks.flatMap(({ name, family, explorer, hosts = [] }) => {
      const [, own = '', path = ''] = /^https:\/\/([^/]*)\/(.*)$/.exec(explorer ?? '') ?? [];
      // Hosts that distinguish networks by path are no evidence alone.
      const isOwn = own !== '' && (family === 'evm' || !/^[\w-]+\/.*\//.test(path));
      return [...hosts, ...(isOwn ? [own] : [])].map((each) => [each, name] as const);
    }),
  ]);
  const network = curatedHosts.get(host) ?? registry().byHost.get(host) ?? ofSubdomain(host);
  return network !== undefined && networkNamed(network) !== undefined ? network : undefined;
}

/** The network of a node: named in its path, as providers for many networks do, or by its host. */
export function networkOfNode({ host, path }: Pick<FoundUrl, 'host' | 'path'>): string | undefined {
  const [, first = ''] = /^\/(?:v\d\/)?([a-z][\w-]{2,40})(?:\/|$)/.exec(path) ?? [];
  return (isSymbol(first) ? undefined : networkCalled(first, 'evm')) ?? networkOfHost(host);
}

/** The part of a host that marks a test network. */
export const testHost =
  /(?<![a-z\d])(?:testnet|devnet|stagenet|nile|shasta|sepolia|preprod|preview|ghostnet|westend|altnet)(?![a-z\d])/;

/** Who names a host after each network: instances of Blockscout, and nodes of Infura and Alchemy. */
const subdomain = /^([a-z0-9-]{2,40})\.(?:blockscout\.com|(infura\.io|g\.alchemy\.com))$/;

/** Alchemy's own names of networks. */
const shortNames = new Map([
  ['arb', 'arbitrum'],
  ['opt', 'optimism'],
]);

/** `celo.blockscout.com`, `polygon-mainnet.infura.io`, `arb-sepolia.g.alchemy.com`. */
function ofSubdomain(host: string): string | undefined {
  const [, name, provider] = subdomain.exec(host) ?? [];
  if (name === undefined || provider === undefined) {
    return name === undefined ? undefined : networkCalled(name, 'evm');
  }
  // Infura's first network has no name of its own.
  if (name === 'mainnet') return 'ethereum';
  const [first = '', ...others] = name.split('-');
  return networkCalled([shortNames.get(first) ?? first, ...others].join('-'), 'evm');
}

/** Paths of explorers: a page at such a URL is about the host's network. */
export const isExplorerPath = (path: string): boolean =>
  /^\/(?:[\w-]+\/){0,2}(?:address|token|account|contract|tx)s?\//.test(path);

/**
 * Whether a URL continues to a picture instead of an explorer's page: `…/token/10/0xA0…/logo.png`.
 */
export const isPicture = (path: string): boolean =>
  /^[^\s"'`<>()?#]{0,200}\.(?:png|svg|webp|jpe?g|gif)\b/i.test(path);
