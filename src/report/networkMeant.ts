import { networkOfChainId } from '../networks/mentions.ts';
import { joinedName, networksCalled } from '../networks/names.ts';
import { networkNamed, networks, type Family } from '../networks/networks.ts';

/**
 * Our name of the network that a program means by a name of its own: one of ours, another name or a
 * short name that registries have, a CAIP-2 ID, or an EIP-155 chain ID in any notation. Undefined if
 * no table has it.
 *
 * @param family of the address beside it: names that are everyday words count for it alone
 */
export function networkMeant(name: string, family: Family): string | undefined {
  const text = name.trim().toLowerCase();
  const id = /^(?:eip155:)?(\d{1,15}|0x[\da-f]{1,12})$/.exec(text)?.[1];
  if (id !== undefined) return networkOfChainId(String(Number(id)));
  const known = networkNamed(text) ?? networks.find(({ caip2 }) => caip2?.toLowerCase() === text);
  if (known !== undefined) return known.name;
  const called = networksCalled(joinedName(text));
  const own = called.find((each) => each.family === family);
  return (own ?? called.find(({ weight }) => weight === 'own'))?.network;
}
