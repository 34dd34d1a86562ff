import { lastBefore } from '../text/blocks.ts';
import { networkCalled, mentionsIn, networkOfChainId, verdictOf } from '../networks/mentions.ts';
import { networkOfNode, urlsIn } from '../networks/urls.ts';
import { isSame, named, type Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/**
 * The calls of a text that select the network that what follows runs on, and the network that all
 * of them name.
 */
interface Forks {
  readonly offsets: readonly number[];
  readonly clues: readonly Clue[];
  readonly ofAll: Clue | undefined;
}

/** Foundry's cheat codes and options: `vm.createSelectFork("bsc")`, `--fork-url $BSC_RPC`. */
const forkCall =
  /(?:create(?:Select)?Fork\s{0,4}\(|(?:--fork-url|--rpc-url)[ =]|\brpcUrl\s{0,2}\()\s{0,40}([^\n;]{1,120})/g;

/** The calls that select a network, in order. */
export function forksIn(text: string): Forks {
  if (!text.includes('Fork') && !text.includes('fork-url')) return none;
  const offsets: number[] = [];
  const clues: Clue[] = [];
  for (const { 1: argument = '', index } of text.matchAll(forkCall)) {
    const clue = clueOfArgument(argument);
    if (clue === undefined) continue;
    offsets.push(index);
    clues.push(clue);
  }
  const [first, ...others] = clues;
  const isOne =
    first !== undefined && others.every(({ verdict }) => isSame(verdict, first.verdict));
  return { offsets, clues, ofAll: isOne ? first : undefined };
}

const none: Forks = { offsets: [], clues: [], ofAll: undefined };

/** A URL is stronger evidence than an alias from `[rpc_endpoints]` or an environment variable. */
function clueOfArgument(argument: string): Clue | undefined {
  for (const url of urlsIn(argument)) {
    const network = networkOfNode(url);
    if (network === undefined) continue;
    return { verdict: named(network), reason: 'fork', strength: 'structural' };
  }
  const verdict = verdictOfAlias(argument);
  return verdict === undefined ? undefined : { verdict, reason: 'fork' };
}

function verdictOfAlias(argument: string): Verdict | undefined {
  const [, alias = '', variable = ''] =
    /["'`]([^"'`]{1,120})["'`]/.exec(argument) ?? /()^["']?\$\{?(\w{1,60})/.exec(argument) ?? [];
  const name = (alias || variable)
    .split(/[_-]/)
    .filter((word) => !/^(?:rpc|url|https?|node|fork|key)$/i.test(word))
    .join('-');
  const network = networkCalled(name, 'evm') ?? networkOfChainId(name);
  if (network !== undefined) return named(network);
  const verdict = verdictOf(argument, mentionsIn(argument, 0, argument.length), 'evm');
  if (verdict?.kind === 'named') return verdict;
  return /^[a-z][\w-]{2,30}$/i.test(alias) && alias === name
    ? { kind: 'outside', evidence: alias }
    : undefined;
}

/** The network of the nearest call before an offset, or of all calls if they name one. */
export function forkAt({ offsets, clues, ofAll }: Forks, offset: number): Clue | undefined {
  return clues[lastBefore(offsets, offset)] ?? ofAll;
}
