import type { Disposable } from 'vscode';
import type { KnownAddress } from '../../book/lookAlikeParts.ts';
import type { Inventory } from '../../folder/inventory.ts';
import type { LookAlikeFeeds } from '../book/lookAlikeFeeds.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Feeds the addresses of the workspace to the search for look-alikes, once all were found. */
export function feedLookAlikes(
  found: WorkspaceInventory,
  list: AddressList,
  lookAlikes: LookAlikeFeeds,
): Disposable {
  const inventories = [found.inventory, found.withheld.checksum];
  let fed = '';
  return list.onDidChange(() => {
    // Of an unchanged set there is nothing new to know; look-alikes themselves change no row.
    const version = inventories.map(({ addresses }) => addresses.version).join(' ');
    if (found.search.isRunning || fed === version) return;
    fed = version;
    lookAlikes.feed('inventory', () => knownIn(inventories));
  });
}

function* knownIn(inventories: readonly Inventory[]): Generator<KnownAddress, void> {
  for (const { addresses } of inventories) {
    for (const id of addresses.ids()) {
      const family = addresses.familyOf(id);
      if (family !== undefined) yield { address: addresses.addressOf(id), family };
    }
  }
}
