import { networkOfChainId } from '../networks/mentions.ts';
import { isRetired, networkSpellings } from '../networks/networks.ts';
import { closest } from '../options/closest.ts';

/** An error for an unknown network, with a suggestion. */
export function unknownNetworkText(typed: string): string {
  const meant = networkMeant(typed);
  const hint =
    meant === undefined || isRetired(meant)
      ? 'Networks have names such as ethereum, bsc, bitcoin, or solana. docs/networks.md lists them.'
      : `Did you mean ${JSON.stringify(meant)}?`;
  return `Unknown network ${JSON.stringify(typed)}. ${hint}`;
}

function networkMeant(typed: string): string | undefined {
  const [, id] = /^(?:eip155:)?(\d{1,15})$/.exec(typed) ?? [];
  if (id !== undefined) return networkOfChainId(id);
  const names = networkSpellings();
  const exact = names.get(typed.toLowerCase());
  // An ID with another digit is another network, and a short name is close to too many.
  if (exact !== undefined || !/^[a-z][a-z -]{3,}$/i.test(typed)) return exact;
  const inUse = [...names.keys()].filter((name) => !isRetired(names.get(name) ?? ''));
  return names.get(closest(typed, inUse) ?? '');
}
