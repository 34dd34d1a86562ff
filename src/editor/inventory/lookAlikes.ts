import type { Disposable } from 'vscode';
import type { KnownAddress } from '../../book/lookAlikeParts.ts';
import type { LookAlikeFeeds } from '../book/lookAlikeFeeds.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Feeds the addresses of the workspace to the search for look-alikes, once all were found. */
export function feedLookAlikes(
  found: WorkspaceInventory,
  list: AddressList,
  lookAlikes: LookAlikeFeeds,
): Disposable {
  const { addresses } = found.inventory;
  let fed = -1;
  return list.onDidChange(() => {
    // Of an unchanged set there is nothing new to know; look-alikes themselves change no row.
    if (found.search.isRunning || fed === addresses.version) return;
    fed = addresses.version;
    lookAlikes.feed('inventory', () => knownIn(found));
  });
}

function* knownIn({ inventory }: WorkspaceInventory): Generator<KnownAddress, void> {
  const { addresses } = inventory;
  for (const id of addresses.ids()) {
    const family = addresses.familyOf(id);
    if (family !== undefined) yield { address: addresses.addressOf(id), family };
  }
}
