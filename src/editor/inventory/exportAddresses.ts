import type { WorkspaceFolder } from 'vscode';
import { addressesCsv } from '../../report/addresses/csv.ts';
import { matcherOf } from '../../report/addresses/filter.ts';
import { addressFilter } from '../../words/inventory.ts';
import { runInTurns } from '../../turns/turns.ts';
import { saveFile } from '../shell/saveFile.ts';
import type { Shell } from '../shell/shell.ts';
import type { Revisions } from '../git/register.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** Asks for a file, and writes the addresses that the view shows. Makes no call. */
export async function exportAddresses(
  { inventory, folders }: WorkspaceInventory,
  { judgments, view, grouping, isSample }: AddressList,
  { revisions, shell }: { readonly revisions: Revisions; readonly shell: Shell },
): Promise<void> {
  if (grouping.groups.length === 0) {
    shell.notifier.refuse(addressFilter.nothing());
    return;
  }
  const rows = addressesCsv(inventory, judgments, {
    matches: matcherOf(
      view.filter,
      inventory.addresses,
      judgments,
      (id) => inventory.codeNames.of(id)?.name,
    ),
    isSample,
    isCompared: (number) => isCompared(revisions, folders.at(number)?.folder),
    folderName: (number) => folders.at(number)?.folder.name ?? '',
  });
  await saveFile(
    {
      title: addressFilter.exportTitle(),
      name: 'addresses.csv',
      contents: () => runInTurns('inventory', rows),
    },
    shell,
  );
}

function isCompared(revisions: Revisions, folder: WorkspaceFolder | undefined): boolean {
  const state = folder && revisions.stateOf(folder);
  return state?.kind === 'on' && state.comparison.base !== 'waiting';
}
