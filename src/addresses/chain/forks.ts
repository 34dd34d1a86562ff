import { lastBefore } from '../blocks.ts';
import { networkCalled, mentionsIn, networkOfChainId, verdictOf } from './mentions.ts';
import { networkOfHost, urlsIn } from './urls.ts';
import type { Verdict } from './verdict.ts';

/**
 * The calls of a text that select the network that what follows runs on, and the network that all
 * of them name.
 */
interface Forks {
  readonly offsets: readonly number[];
  readonly verdicts: readonly Verdict[];
  readonly ofAll: Verdict | undefined;
}

/** Foundry's cheat codes and options: `vm.createSelectFork("bsc")`, `--fork-url $BSC_RPC`. */
const forkCall =
  /(?:create(?:Select)?Fork\s{0,4}\(|(?:--fork-url|--rpc-url)[ =]|\brpcUrl\s{0,2}\()\s{0,40}([^\n;]{1,120})/g;

/** The calls that select a network, in order. */
export function forksIn(text: string): Forks {
  if (!text.includes('Fork') && !text.includes('fork-url')) return none;
  const offsets: number[] = [];
  const verdicts: Verdict[] = [];
  for (const { 1: argument = '', index } of text.matchAll(forkCall)) {
    const verdict = verdictOfArgument(argument);
    if (verdict === undefined) continue;
    offsets.push(index);
    verdicts.push(verdict);
  }
  const [first, ...others] = verdicts;
  const isOne = first !== undefined && others.every((other) => isSame(other, first));
  return { offsets, verdicts, ofAll: isOne ? first : undefined };
}

const none: Forks = { offsets: [], verdicts: [], ofAll: undefined };

/** An alias of `[rpc_endpoints]`, an environment variable, or a URL. */
function verdictOfArgument(argument: string): Verdict | undefined {
  for (const { host } of urlsIn(argument)) {
    const network = networkOfHost(host);
    if (network !== undefined) return { kind: 'named', network, evidence: network };
  }
  const [, alias = '', variable = ''] =
    /["'`]([^"'`]{1,120})["'`]/.exec(argument) ?? /()^["']?\$\{?(\w{1,60})/.exec(argument) ?? [];
  const name = (alias || variable)
    .split(/[_-]/)
    .filter((word) => !/^(?:rpc|url|https?|node|fork|key)$/i.test(word))
    .join('-');
  const network = networkCalled(name, 'evm') ?? networkOfChainId(name);
  if (network !== undefined) return { kind: 'named', network, evidence: network };
  const verdict = verdictOf(argument, mentionsIn(argument, 0, argument.length), 'evm');
  if (verdict?.kind === 'named') return verdict;
  return /^[a-z][\w-]{2,30}$/i.test(alias) && alias === name
    ? { kind: 'outside', evidence: alias }
    : undefined;
}

/** The network of the nearest call before an offset, or of all calls if they name one. */
export function forkAt({ offsets, verdicts, ofAll }: Forks, offset: number): Verdict | undefined {
  return verdicts[lastBefore(offsets, offset)] ?? ofAll;
}

const isSame = (one: Verdict, other: Verdict): boolean =>
  one.kind === 'named' && other.kind === 'named' && one.network === other.network;
