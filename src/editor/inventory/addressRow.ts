import type { AddressArgument } from '../../manifest.ts';
import type { GroupKind } from '../../report/addresses/groups.ts';
import { ownRow } from '../documents/ownArguments.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** An address of the view, as its commands receive it. */
export interface AddressRow extends AddressArgument {
  readonly kind: 'address';
  readonly id: number;
  /** In which the row is. */
  readonly group: GroupKind;
}

/** Undefined for an address that is gone. */
export function rowOf(
  { inventory, folders }: WorkspaceInventory,
  id: number,
  group: GroupKind,
): AddressRow | undefined {
  const known = inventory.addresses.of(id);
  if (known === undefined) return undefined;
  const { address, network, isAssumed } = known;
  const folder = folders.at(known.folder)?.folder.uri.toString();
  return ownRow<AddressRow>({
    ...{ kind: 'address', id, address, group },
    ...(folder !== undefined && { folder }),
    ...(network === null ? { candidates: [] } : { chain: network }),
    ...(network !== null && isAssumed && { reason: 'assumed', evidence: network }),
  });
}
