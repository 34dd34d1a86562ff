import type { Family } from '../networks/networks.ts';
import { networkCalled } from '../networks/mentions.ts';
import { fillers, joinedName, roleWords, testWords } from '../networks/names.ts';

/** Networks of one machine, which each developer has. `## Deploy with Hardhat` is about a tool. */
export const isLocalNetwork = (key: string): boolean =>
  /^(?:localnet|localhost|hardhat|anvil|ganache)$/.test(key);

/** Whether a key has a word that only names of networks have: `bera-mainnet`, `rinkeby`. */
export function isNetworkWord(key: string): boolean {
  const last = key.toLowerCase().split(/[-_ ]/).at(-1) ?? '';
  return isEnvironment(last) || /[a-z](?:Mainnet|Testnet)$/.test(key) || isSelector(key);
}

const isEnvironment = (word: string): boolean => word === 'mainnet' || testWords.has(word);

/**
 * Recognizes Chainlink's selectors: a settlement network, its environment, and a network on top.
 * `ethereum-mainnet-base-1`, `polygon-mainnet-katana`, `ethereum-testnet-sepolia`.
 */
function isSelector(key: string): boolean {
  const [first = '', ...others] = key.split('-');
  const at = others.findIndex((word) => word === 'mainnet' || word === 'testnet');
  if (at === -1 || at === others.length - 1 || !/^[a-z0-9_]+$/.test(first)) return false;
  return [first, ...others].every(
    (word) => !roleWords.has(word) || isEnvironment(word) || word === 'ethereum',
  );
}

/** `pharos-mainnet`, `plume-testnet-sepolia`: a network that the table does not have. */
export function isUnknownNetwork(key: string): boolean {
  if (isSelector(key)) return networkCalled(key, 'evm') === undefined;
  const [first = '', ...others] = key.toLowerCase().split(/[-_]/);
  const last = others.at(-1);
  if (last === undefined || !(last === 'mainnet' || testWords.has(last))) return false;
  if (roleWords.has(first) || fillers.has(first) || !/^[a-z0-9]{3,}$/.test(first)) return false;
  if (networkCalled(key, 'evm') !== undefined) return false;
  const isKnown = networkCalled(first, 'evm') !== undefined;
  // `polygon-sepolia` is read as two names.
  return !isKnown || others.filter((word) => testWords.has(word)).length > 1;
}

/** `solanatestnet`, `Starknet Sepolia`: a test network of a known one, which the table does not have. */
export function isTestOf(name: string, family: Family): boolean {
  const joined = joinedName(name);
  const word = endings.find((ending) => joined.endsWith(ending));
  if (word === undefined || networkCalled(name, family) !== undefined) return false;
  return networkCalled(joined.slice(0, -word.length), family) !== undefined;
}

/** Without `test`, which is a word of code. */
const endings = [...testWords].filter((word) => word !== 'test');
