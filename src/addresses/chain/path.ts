import { codecOf } from '../families/table.ts';
import type { Family } from '../networks.ts';
import { mayBeNetwork } from './entries.ts';
import type { Clue } from './line.ts';
import {
  mentionsIn,
  networkCalled,
  networkOfChainId,
  verdictOf,
  type Verdict,
} from './mentions.ts';
import { testWords } from './names.ts';

/** Folders whose files and folders are named after networks, even with everyday words. */
const listsNetworks = /deploy|network|chain|address|config|broadcast|artifacts/i;

/**
 * What a path says: `deployments/polygon/Token.json`, `addresses.arbitrum.ts`. The nearest part that
 * names a network decides, together with a test network that another part names.
 */
export function pathClue(path: string, family: Family): Clue | undefined {
  const parts = path.split(/[\\/]/);
  const firstListing = parts.findIndex((part) => listsNetworks.test(part));
  const verdicts = parts.map((part, at) => {
    const isLast = at === parts.length - 1;
    const name = isLast ? part.replace(/\.[a-z]{1,5}$/i, '') : part;
    const isBelow = firstListing !== -1 && firstListing < at;
    return verdictOfPart(name, {
      family,
      isBelow,
      before: parts[at - 1] ?? '',
      beforeThat: parts[at - 2] ?? '',
    });
  });
  const named = verdicts.filter((verdict) => verdict !== undefined).reverse();
  const [nearest] = named;
  if (nearest === undefined) return undefined;
  return { verdict: combined(nearest, named.slice(1), family), reason: 'path' };
}

interface Part {
  readonly family: Family;
  /** Whether it is below a folder that lists networks. */
  readonly isBelow: boolean;
  readonly before: string;
  readonly beforeThat: string;
}

function verdictOfPart(
  name: string,
  { family, isBelow, before, beforeThat }: Part,
): Verdict | undefined {
  const hasChainIds = codecOf(family)?.hasChainIds === true;
  const isListed = isBelow || listsNetworks.test(name);
  if (hasChainIds && /^\d{1,15}$/.test(name) && isListed) {
    const network = networkOfChainId(name);
    if (network !== undefined) return { kind: 'named', network, evidence: network };
    // Foundry: `broadcast/<script>/<chain id>/`.
    return beforeThat === 'broadcast' ? { kind: 'outside', evidence: name } : undefined;
  }
  // A folder that is named after a network alone.
  const whole = isListed ? networkCalled(name, family) : undefined;
  if (whole !== undefined) return { kind: 'named', network: whole, evidence: whole };
  const phrase = isListed ? name : name.replace(/^[a-z]+$/i, (word) => `${word} file`);
  const verdict = verdictOf(phrase, mentionsIn(phrase, 0, phrase.length), family);
  if (verdict !== undefined && verdict.kind !== 'partly') return verdict;
  if (family === 'evm' && before === 'deployments' && isOutside(name)) {
    return { kind: 'outside', evidence: name };
  }
  return verdict?.kind === 'partly'
    ? { kind: 'named', network: verdict.network, evidence: verdict.network }
    : undefined;
}

/** `deployments/<network>/`, unless the name is that of a contract or says what it is for. */
const isOutside = (name: string): boolean =>
  /^[a-z]/.test(name) && !name.includes('.') && mayBeNetwork(name);

/** `configs/sepolia/op.toml`, `polygon/mainnet.json`: one part names the network, one says which. */
function combined(nearest: Verdict, others: readonly Verdict[], family: Family): Verdict {
  for (const other of others) {
    const both = combine(nearest, other, family) ?? combine(other, nearest, family);
    if (both !== undefined) return both;
  }
  return nearest;
}

/** A network, and `mainnet` or a test network's name that is that of Ethereum if nothing else is named. */
export function combine(which: Verdict, of: Verdict, family: Family): Verdict | undefined {
  if (which.kind !== 'named' || of.kind !== 'named' || which.network === of.network) {
    return undefined;
  }
  if (/^main(?:net)?$/i.test(which.evidence)) {
    return /^main(?:net)?$/i.test(of.evidence) || testWords.has(of.network) ? undefined : of;
  }
  if (!testWords.has(which.network)) return undefined;
  const network = networkCalled(`${of.network} ${which.network}`, family);
  return network === undefined ? undefined : { kind: 'named', network, evidence: network };
}
