import { homedir } from 'node:os';
import { Uri, workspace, type WorkspaceFolder } from 'vscode';
import { addressesCsv } from '../../inventory/csv.ts';
import { matcherOf } from '../../inventory/filter.ts';
import { addressFilter } from '../../words/inventory.ts';
import { runInTurns } from '../documents/turns.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Shell } from '../shell/shell.ts';
import type { Revisions } from '../git/register.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Asks for a file, and writes the addresses that the view shows. Makes no call. */
export async function exportAddresses(
  { inventory, folders }: WorkspaceInventory,
  { judgments, filter, grouping, isSample }: AddressList,
  { revisions, shell: { log, notifier } }: { readonly revisions: Revisions; readonly shell: Shell },
): Promise<void> {
  if (grouping.groups.length === 0) {
    notifier.refuse(addressFilter.nothing());
    return;
  }
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());
  const file = await dialogs.save({
    title: addressFilter.exportTitle(),
    defaultUri: Uri.joinPath(folder, 'addresses.csv'),
    filters: { CSV: ['csv'] },
  });
  if (file === undefined) return;
  const text = await runInTurns(
    'inventory',
    addressesCsv(inventory, judgments, {
      matches: matcherOf(filter, inventory.addresses, judgments),
      isSample,
      isCompared: (number) => isCompared(revisions, folders.at(number)?.folder),
      folderName: (number) => folders.at(number)?.folder.name ?? '',
    }),
  );
  try {
    await workspace.fs.writeFile(file, new TextEncoder().encode(text));
  } catch (error) {
    log.fault('export', error);
    notifier.refuse(addressFilter.failed());
  }
}

function isCompared(revisions: Revisions, folder: WorkspaceFolder | undefined): boolean {
  const state = folder && revisions.stateOf(folder);
  return state?.kind === 'on' && state.comparison.base !== 'waiting';
}
