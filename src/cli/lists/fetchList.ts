import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction, BlockList } from 'node:net';

export interface FetchOptions {
  /** In bytes. */
  readonly maxBytes: number;
  /** Whether an IP address may be reached; for tests, whose servers are on this machine. */
  readonly mayReach?: (address: string) => boolean;
  /** Certificates to trust, as PEM; Node's own if it is missing. */
  readonly ca?: string;
  readonly signal: AbortSignal;
}

export class FetchError extends Error {
  override readonly name = 'FetchError';
}

const maxRedirects = 3;
const timeoutMs = 30_000;

/**
 * Fetches a file over HTTPS without credentials. Follows redirects only on the same host, and never
 * reaches a private address: the URL comes from a repository, and this machine may be inside
 * someone's network.
 * @throws FetchError, with a sentence
 */
export async function fetchList(url: string, options: FetchOptions): Promise<Buffer> {
  let at = new URL(url);
  const limit = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await responseOf(at, options, limit);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return bodyOf(response, options.maxBytes);
    response.destroy();
    const next = statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
    if (next === undefined) throw new FetchError(`The server responded with ${statusCode}.`);
    const target = URL.canParse(next, at.href) ? new URL(next, at) : undefined;
    if (target?.protocol !== 'https:' || target.host !== at.host) {
      throw new FetchError('The server redirects to another host, which is not followed.');
    }
    at = target;
  }
  throw new FetchError('The server redirects too often.');
}

function responseOf(
  url: URL,
  { mayReach = isPublicAddress, ca }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address in the URL is not looked up.
  if (isIP(host) !== 0 && !mayReach(host)) throw new FetchError('The address is a private one.');
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        signal,
        agent: false,
        lookup: checkedLookup(mayReach),
        rejectUnauthorized: true,
        ...(ca !== undefined && { ca }),
        headers: { accept: 'text/*, application/json', 'accept-encoding': 'identity' },
      },
      resolve,
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const text = `${host} cannot be reached (${error.code ?? error.name}). Nothing was written.`;
      reject(error instanceof FetchError ? error : new FetchError(text));
    });
    sent.end();
  });
}

/** The addresses that are connected to are those that are checked: a second look-up could differ. */
export function checkedLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      // Node's types promise addresses with an error, too.
      if (error !== null) {
        callback(error, []);
        return;
      }
      const [first] = addresses;
      if (!addresses.every(({ address }) => mayReach(address))) {
        callback(new FetchError('The host has a private address.'), []);
      } else if (options.all === true || first === undefined) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

async function bodyOf(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new FetchError('The file is too large.');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError('The response did not arrive whole.');
  }
  if (!response.complete) throw new FetchError('The response did not arrive whole.');
  return Buffer.concat(chunks);
}

/** Special-purpose addresses (IANA registries; RFC 6890), which never belong to a host on the internet. */
const subnets = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'] as const),
  ...(['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'] as const),
  ...(['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'] as const),
  ...(['224.0.0.0/4', '240.0.0.0/4', '::/128', '::1/128', '64:ff9b:1::/48', '100::/64'] as const),
  ...(['2001::/23', '2001:db8::/32', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10'] as const),
  ...(['ff00::/8', '64:ff9b::/96'] as const),
];

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  // Other spellings of mapped addresses.
  if (/^::ffff:|^0*:0*:0*:0*:0*:ffff:/i.test(address)) return false;
  return !blocked().check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function blocked(): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', bits = '0'] = subnet.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
