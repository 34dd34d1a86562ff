import type { ExtensionContext } from 'vscode';
import type { Room } from '../shell/shell.ts';
import { createAddressIndex, type AddressIndex } from './addressIndex.ts';
import {
  createChainChoices,
  type ChainChoices,
  type Searched,
  type FileNetworks,
} from './chainChoice.ts';

/** The addresses of open documents, and the networks that the user selected for addresses. */
export interface Documents {
  readonly index: AddressIndex;
  readonly choices: ChainChoices;
}

/** Reads no document before a surface or a command requests one. */
export function registerDocuments(ports: {
  readonly context: ExtensionContext;
  readonly books: FileNetworks;
  /** What the Addresses view has found; nothing before it is opened. */
  readonly searched: Searched;
}): Documents & Room {
  const choices = createChainChoices(ports.context, ports.books, ports.searched);
  const index = createAddressIndex();
  return {
    choices,
    index,
    dispose() {
      index.dispose();
      choices.dispose();
    },
  };
}
