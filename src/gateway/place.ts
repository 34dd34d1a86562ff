import { readAddress } from '../scan/parse.ts';
import { networkNamed } from '../networks/networks.ts';
import { chainIdShape } from '../api/parameters.ts';
import { isKeyShaped } from '../scan/keyMaterial.ts';

/** The address and the network of a request. */
export interface Place {
  /** As the service calls the network. */
  readonly chain: string;
  /** The account in canonical spelling: results are shared by it. */
  readonly account: string;
  /** The address as the member has spelled it. */
  readonly spelling: string;
}

/**
 * Undefined if the service cannot mean any account by it. A network that is not in our table may be one
 * that only the service knows: then an EVM address is read as one, and others are taken as they are.
 */
export function readPlace(chain: string, spelling: string): Place | undefined {
  if (!chainIdShape.test(chain) || isKeyShaped(chain)) return undefined;
  const reading = readAddress(spelling, chain);
  const family = networkNamed(chain)?.family ?? 'evm';
  if (!reading.ok || reading.address.family !== family) return undefined;
  return { chain, account: reading.address.canonical, spelling };
}
