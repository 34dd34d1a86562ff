import { networkCalled, mentionsIn, networkOfChainId, verdictOf } from './mentions.ts';
import { networkOfHost, urlsIn } from './urls.ts';
import type { Verdict } from './verdict.ts';

/** Where a test or a command selects the network that what follows runs on. */
interface Fork {
  readonly offset: number;
  readonly verdict: Verdict;
}

/** Foundry's cheat codes and options: `vm.createSelectFork("bsc")`, `--fork-url $BSC_RPC`. */
const forkCall =
  /(?:create(?:Select)?Fork\s{0,4}\(|(?:--fork-url|--rpc-url)[ =]|\brpcUrl\s{0,2}\()\s{0,40}([^\n;]{1,120})/g;

/** The calls that select a network, in order. */
export function forksIn(text: string): readonly Fork[] {
  if (!text.includes('Fork') && !text.includes('fork-url')) return none;
  return [...text.matchAll(forkCall)].flatMap(({ 1: argument = '', index }) => {
    const verdict = verdictOfArgument(argument);
    return verdict === undefined ? [] : [{ offset: index, verdict }];
  });
}

const none: readonly Fork[] = [];

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
export function forkAt(forks: readonly Fork[], offset: number): Verdict | undefined {
  let before: Verdict | undefined;
  for (const fork of forks) {
    if (fork.offset >= offset) break;
    before = fork.verdict;
  }
  if (before !== undefined) return before;
  const [first, ...others] = forks;
  if (first === undefined) return undefined;
  return others.every(({ verdict }) => isSame(verdict, first.verdict)) ? first.verdict : undefined;
}

const isSame = (one: Verdict, other: Verdict): boolean =>
  one.kind === 'named' && other.kind === 'named' && one.network === other.network;
