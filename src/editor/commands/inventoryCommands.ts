import { readArgument } from '../documents/argument.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { findAddressAtCaret } from '../documents/subject.ts';
import type { Addresses } from '../inventory/register.ts';
import type { Notifier } from '../shell/notifier.ts';
import type { Handlers } from './handlers.ts';

type Names =
  | 'findAddresses'
  | 'showOccurrences'
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
    copyAddress: (argument) => withAddress(argument, (address) => addresses.copy(address)),
    showOccurrences: (argument) =>
      withAddress(argument, (address) => addresses.showOccurrences(address)),
  };

  async function withAddress(
    argument: unknown,
    run: (address: string) => PromiseLike<void>,
  ): Promise<void> {
    const given = readArgument(argument);
    // The argument of the editor's menu is a file.
    const found = given.kind === 'none' ? findAddressAtCaret(choices) : undefined;
    if (given.kind === 'subject') await run(given.subject.address);
    else if (given.kind === 'open') await run(given.open.address);
    else if (given.kind === 'refused') notifier.refuse(given.text);
    else if (found !== undefined && found.problem === undefined) await run(found.canonical);
  }
}
