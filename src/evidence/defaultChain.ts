import { codecOf } from '../families/table.ts';
import { networkNamed, type Family } from '../networks/networks.ts';

/** Whether the setting `defaultChain` names the network of a family's addresses if the code does not. */
export function usesDefaultChain(family: Family): boolean {
  return codecOf(family)?.usesDefaultChain === true;
}

/** Whether a network in our table can be the value of that setting. */
export function isDefaultChainInTable(name: string): boolean {
  const network = networkNamed(name);
  return network !== undefined && usesDefaultChain(network.family);
}
