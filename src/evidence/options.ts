import type { Family } from '../networks/networks.ts';
import { networkCalled, networkOfChainId } from '../networks/mentions.ts';
import { singleOf, type Verdict } from '../networks/verdict.ts';
import type { Clue } from './clue.ts';

/** `--chain-id 8453`, `--network=base`: an option of a command. */
const option = /--(?:chain|chain-?id|network)[ =]["']?([A-Za-z0-9][\w-]{0,40})/g;

/** How far a command of several lines can reach before and behind an address, in UTF-16 units. */
const longestCommand = 800;

/** What the options of a command say whose lines end with a backslash, one of which an address is on. */
export function clueOfCommand(
  text: string,
  { offset, family }: { readonly offset: number; readonly family: Family },
  line: { readonly start: number; readonly end: number },
): Clue | undefined {
  if (text.charAt(line.end - 1) !== '\\' && text.charAt(line.start - 2) !== '\\') return undefined;
  const above = text.slice(Math.max(0, offset - longestCommand), offset).split('\n');
  const below = text.slice(offset, offset + longestCommand).split('\n');
  const isContinued = (part: string | undefined): boolean => part?.endsWith('\\') === true;
  let first = above.length - 1;
  while (first > 0 && isContinued(above[first - 1])) first--;
  let last = 0;
  while (last < below.length - 1 && isContinued(below[last])) last++;
  const command = [...above.slice(first), ...below.slice(0, last + 1)].join(' ');
  const verdict = optionsIn(command, family);
  return verdict === undefined ? undefined : { verdict, reason: 'name', strength: 'structural' };
}

/** The network that the options of a command name. */
export function optionsIn(part: string, family: Family): Verdict | undefined {
  if (!part.includes('--')) return undefined;
  const networks = [...part.matchAll(option)].flatMap(([, value = '']) => {
    const isId = /^\d+$/.test(value) && family === 'evm';
    return (isId ? networkOfChainId(value) : networkCalled(value, family)) ?? [];
  });
  return singleOf(networks);
}
