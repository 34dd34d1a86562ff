import { readArgument } from '../documents/argument.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { findAddressAtCaret } from '../documents/subject.ts';
import type { Addresses } from '../inventory/register.ts';
import type { Notifier } from '../shell/notifier.ts';
import type { Handlers } from './handlers.ts';

type Names =
  | 'findAddresses'
  | 'filterAddresses'
  | 'clearAddressFilter'
  | 'groupAddresses'
  | 'refreshAddresses'
  | 'stopSearch'
  | 'exportAddresses'
  | 'exportWorkspaceReport'
  | 'copyAddress';

/** The commands of the Addresses view. */
export function inventoryCommands(
  addresses: Addresses,
  choices: ChainChoices,
  notifier: Notifier,
): Pick<Handlers, Names> {
  return {
    findAddresses: () => addresses.show(),
    filterAddresses: () => addresses.filter(),
    clearAddressFilter: () => addresses.clearFilter(),
    groupAddresses: () => addresses.group(),
    refreshAddresses: () => addresses.searchAgain(),
    stopSearch() {
      addresses.stopSearch();
      return Promise.resolve();
    },
    exportAddresses: () => addresses.export(),
    exportWorkspaceReport: () => addresses.exportReport(),
    async copyAddress(argument) {
      const given = readArgument(argument);
      if (given.kind === 'subject') await addresses.copy(given.subject.address);
      else if (given.kind === 'open') await addresses.copy(given.open.address);
      else if (given.kind === 'refused') notifier.refuse(given.text);
      else await copyAtCaret(addresses, choices);
    },
  };
}

/** For the menu of the editor, whose argument is a file. */
async function copyAtCaret(addresses: Addresses, choices: ChainChoices): Promise<void> {
  const found = findAddressAtCaret(choices);
  if (found !== undefined && found.problem === undefined) await addresses.copy(found.canonical);
}
