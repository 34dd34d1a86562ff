import { networkSpellings } from '../networks/networks.ts';
import { closest } from '../options/closest.ts';

/** That no network has a name, and which one may be meant. */
export function unknownNetworkText(typed: string): string {
  const names = networkSpellings();
  const spelling = closest(typed, names.keys());
  const meant = spelling === undefined ? undefined : names.get(spelling);
  const hint =
    meant === undefined
      ? 'Networks have names such as ethereum, bsc, bitcoin, or solana. All are in docs/networks.md.'
      : `Did you mean ${JSON.stringify(meant)}?`;
  return `Unknown network ${JSON.stringify(typed)}. ${hint}`;
}
