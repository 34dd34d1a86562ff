import type { Family } from '../networks/networks.ts';
import { networkCalled } from '../networks/mentions.ts';
import { testWords } from '../networks/names.ts';
import { named, type Verdict } from '../networks/verdict.ts';

/** A network, and `mainnet` or a test network's name that is that of Ethereum if nothing else is named. */
export function combine(which: Verdict, of: Verdict, family: Family): Verdict | undefined {
  if (which.kind !== 'named' || of.kind !== 'named' || which.network === of.network) {
    return undefined;
  }
  if (isMain(which)) {
    return isMain(of) || testWords.has(of.network) ? undefined : of;
  }
  if (!testWords.has(which.network)) return undefined;
  // `"network": "sepolia"` below `optimism-sepolia/`.
  if (of.network.endsWith(`-${which.network}`)) return of;
  const network = networkCalled(`${of.network} ${which.network}`, family);
  return network === undefined ? undefined : named(network);
}

/** Whether a name is `main` or `mainnet`: that of Ethereum, unless another network is named with it. */
export const isMain = (verdict: Verdict): boolean =>
  verdict.kind === 'named' && /^_?main(?:net)?$/i.test(verdict.evidence);
