import type { Family } from '../networks/networks.ts';
import { single } from './entryVerdicts.ts';
import { networkCalled, networkOfChainId } from '../networks/mentions.ts';
import type { Verdict } from '../networks/verdict.ts';

/** `--chain-id 8453`, `--network=base`: an option of a command. */
const option = /--(?:chain|chain-?id|network)[ =]["']?([A-Za-z0-9][\w-]{0,40})/g;

/** The network that the options of a command name. */
export function optionsIn(part: string, family: Family): Verdict | undefined {
  if (!part.includes('--')) return undefined;
  const networks = [...part.matchAll(option)].flatMap(([, value = '']) => {
    const isId = /^\d+$/.test(value) && family === 'evm';
    return (isId ? networkOfChainId(value) : networkCalled(value, family)) ?? [];
  });
  return single(networks);
}
