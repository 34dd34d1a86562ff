import type { Disposable, ExtensionContext, WebviewPanelSerializer } from 'vscode';
import { registerBatches } from './batch/batches.ts';
import { Books } from './book/books.ts';
import type { CallsRoom } from './calls/calls.ts';
import { registerCommands } from './commands/commands.ts';
import { createChainChoices, type Searched } from './documents/chainChoice.ts';
import { createAddressIndex } from './documents/addressIndex.ts';
import { registerRevisions } from './git/revisions.ts';
import { registerAddresses, type Addresses } from './inventory/addresses.ts';
import { registerReports } from './report/reports.ts';
import { followScaleOfBooks } from './session/session.ts';
import type { Shell } from './shell/shell.ts';
import { registerSurfaces } from './surfaces/surfaces.ts';
import { createTools, type Tools } from './tools/tools.ts';

/** Interface of the features for lazy activation. */
export interface Features {
  readonly tools: Tools;
  /** Restores the reports of an earlier session. */
  readonly panels: WebviewPanelSerializer;
}

/** Builds the features that work with addresses, each from those before it. */
export function openFeatures(context: ExtensionContext, calls: CallsRoom, shell: Shell): Features {
  const own = <Feature extends Disposable>(feature: Feature): Feature => {
    context.subscriptions.push(feature);
    return feature;
  };
  const thread = {
    workerFile: context.asAbsolutePath('dist/scan.cjs'),
    onEnd: (error: unknown) => shell.log.fault('inventory', error),
  };
  const revisions = own(
    registerRevisions(context, { thread, isOwnFile: (file) => books.isOwnFile(file) }),
  );
  const books: Books = own(new Books(revisions));
  own(followScaleOfBooks(books, calls.session));
  // Called later, once all of these exist.
  const searched: Searched = {
    elsewhere: (...asked) => addresses.searched.elsewhere(...asked),
    networksInUse: (family) => addresses.searched.networksInUse(family),
    unnamedFiles: () => addresses.searched.unnamedFiles(),
  };
  const choices = own(createChainChoices(context, books, searched));
  const documents = { choices, index: own(createAddressIndex()) };
  const base = { books, calls, documents, revisions, shell };
  const addresses: Addresses = own(registerAddresses({ ...base, thread }));
  const { newAddresses, workspace } = addresses;
  calls.nameBy(workspace.nameOf);
  const reports = own(registerReports(context, { calls, choices, shell, workspace }));
  const batches = own(registerBatches(calls, shell, workspace.nameOf));
  const services = { ...base, addresses, batches, newAddresses, reports, workspace };
  own(registerSurfaces(services));
  own(registerCommands(services));
  return { tools: createTools(services), panels: reports };
}
