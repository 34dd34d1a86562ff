import { isKeyShaped } from '../addresses/keyMaterial.ts';
import type { Endpoint } from './failure.ts';

export type Aggregator = 'money' | 'money_rank_weight';

/** The address is in its canonical spelling; the chain is the identifier that the service takes. */
export interface ScoreTarget {
  readonly address: string;
  readonly chain: string;
  readonly aggregator: Aggregator;
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST';
  readonly url: string;
}

/** The identifiers of a chain that may stand in a URL; the contract fixes the pattern. */
export const chainIdShape = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** No dot alone and nothing that a URL parser could fold away: `..` would reach another endpoint. */
const addressShape = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/;

/** service-spec.md, endpoint 1: the pairs stand inside the last path segment. */
export function startRoute(base: string, target: ScoreTarget): Route | undefined {
  if (!isSendable(target)) return undefined;
  const path = `/risk/api/${target.address}/risk_score/chain=${target.chain}&aggregator=${target.aggregator}`;
  return route(base, { endpoint: 'start', method: 'POST', path });
}

/** service-spec.md, endpoint 2. */
export function statusRoute(base: string, jobId: string): Route | undefined {
  const path = `/risk/api/risk_score?job_id=${encodeURIComponent(jobId)}`;
  return route(base, { endpoint: 'status', method: 'GET', path });
}

/** service-spec.md, endpoint 3: a slash before the query. */
export function summaryRoute(
  base: string,
  target: Pick<ScoreTarget, 'address' | 'chain'>,
): Route | undefined {
  if (!isSendable(target)) return undefined;
  const path = `/evm/api/${target.address}/summary/?chain=${target.chain}`;
  return route(base, { endpoint: 'summary', method: 'POST', path });
}

/** The last door: whatever came this far, no key leaves in a URL. */
function isSendable({ address, chain }: Pick<ScoreTarget, 'address' | 'chain'>): boolean {
  return (
    addressShape.test(address) &&
    chainIdShape.test(chain) &&
    !isKeyShaped(address) &&
    !isKeyShaped(chain)
  );
}

/** Undefined where parsing the URL would change it: what is asked for must be what is sent. */
function route(
  base: string,
  { endpoint, method, path }: Omit<Route, 'url'> & { readonly path: string },
): Route | undefined {
  const url = base + path;
  return URL.parse(url)?.href === url ? { endpoint, method, url } : undefined;
}
