import { isKeyShaped } from '../scan/keyMaterial.ts';
import { isKeySizedHex } from '../keys/hexAccounts.ts';
import { chainIdShape, type Aggregator } from './parameters.ts';

/** The address is in canonical spelling; the chain is the identifier that the service expects. */
export interface ScoreTarget {
  readonly address: string;
  readonly chain: string;
  readonly aggregator: Aggregator;
  /** The user agreed to send an address that could as well be a private key. */
  readonly isAgreed?: boolean;
  /** Request a new result instead of one that the service already has. */
  readonly isRepeat?: boolean | undefined;
}

export type SummaryTarget = Pick<ScoreTarget, 'address' | 'chain' | 'isRepeat'>;

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly url: string;
}

/** Reject what a URL parser would normalize away: `..` would reach another endpoint. */
const addressShape = /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/;

/** service-spec.md, endpoint 1: the parameters are in the last path segment. */
export function startRoute(base: string, target: ScoreTarget): Route | undefined {
  if (!isSendable(target, target.isAgreed)) return undefined;
  const path = `/risk/api/${target.address}/risk_score/chain=${target.chain}&aggregator=${target.aggregator}`;
  return route(base, 'POST', path);
}

/** service-spec.md, endpoint 2. */
export function statusRoute(base: string, jobId: string): Route | undefined {
  // encodeURIComponent leaves a quote unescaped, but a URL's query escapes it.
  const id = encodeURIComponent(jobId).replaceAll("'", '%27');
  const path = `/risk/api/risk_score?job_id=${id}`;
  return route(base, 'GET', path);
}

/** service-spec.md, endpoint 3: a slash before the query. */
export function summaryRoute(base: string, target: SummaryTarget): Route | undefined {
  if (!isSendable(target)) return undefined;
  const path = `/evm/api/${target.address}/summary/?chain=${target.chain}`;
  return route(base, 'POST', path);
}

/**
 * The last check before sending: a key must never appear in a URL. 64 hex digits are sent only where
 * they are an address of their network and the user agreed.
 */
function isSendable({ address, chain }: SummaryTarget, isAgreed = false): boolean {
  return (
    addressShape.test(address) &&
    chainIdShape.test(chain) &&
    (!isKeyShaped(address) || (isAgreed && isKeySizedHex(address))) &&
    !isKeyShaped(chain)
  );
}

/** Undefined if parsing would change the URL: the request must be sent exactly as built. */
function route(base: string, method: Route['method'], path: string): Route | undefined {
  const url = base + path;
  return URL.parse(url)?.href === url ? { method, url } : undefined;
}
