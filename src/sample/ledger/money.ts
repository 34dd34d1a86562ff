import type { Network } from '../../networks/networks.ts';
import { prices } from './cast.ts';
import type { Random } from './random.ts';

/** The generated ledger ends here, in Unix seconds (2026-06-30 UTC), so that a seed is a ledger. */
const lastMoment = Date.UTC(2026, 5, 30) / 1000;
const span = 3 * 365 * 86_400;
export const firstMoment = lastMoment - span;

/** A moment of the generated ledger's three years, in Unix seconds; later ones are likelier. */
export function moment(random: Random): number {
  return lastMoment - Math.floor(span * random.unit() ** 2);
}

export interface Money {
  readonly asset: string;
  /** In the asset's own unit. */
  readonly amount: number;
  /** US dollars. */
  readonly usd: number;
}

/**
 * Some 10 to 100,000 US dollars, small sums likelier, mostly in the native asset. The price does not
 * move: the ledger shows where money comes from, and moving prices would only make the sums ugly.
 */
export function money(network: Network, random: Random): Money {
  const dollars = 10 ** (1 + 4 * random.unit() ** 1.5);
  return random.chance(0.7) ? native(network, dollars) : inDollars(dollars);
}

/** A quarter of a million to two and a half million US dollars in the native asset. */
export function endowment(network: Network, random: Random): Money {
  return native(network, 10 ** (5.4 + random.unit()));
}

export function priceOf(network: Network): number {
  return prices[network.native] ?? 1;
}

function native(network: Network, dollars: number): Money {
  const price = priceOf(network);
  const decimals = price >= 100 ? 4 : 2;
  const amount = Math.max(Number((dollars / price).toFixed(decimals)), 10 ** -decimals);
  return { asset: network.native, amount, usd: Number((amount * price).toFixed(4)) };
}

function inDollars(dollars: number): Money {
  const usd = Number(dollars.toFixed(2));
  return { asset: 'USDC', amount: usd, usd };
}
