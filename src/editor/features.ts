import type { Disposable, ExtensionContext, WebviewPanelSerializer } from 'vscode';
import { registerBatches } from './batch/batches.ts';
import { registerBooks } from './book/books.ts';
import type { CallsRoom } from './calls/calls.ts';
import { registerCommands } from './commands/commands.ts';
import type { Searched } from './documents/chainChoice.ts';
import { registerDocuments } from './documents/foundAddresses.ts';
import { registerRevisions } from './git/revisions.ts';
import { registerAddresses } from './inventory/addresses.ts';
import { registerReport } from './report/reports.ts';
import { followScaleOfBooks } from './session/scale.ts';
import type { Shell } from './shell/shell.ts';
import { registerSurfaces } from './surfaces/surfaces.ts';
import { createTools, type Tools } from './tools/tools.ts';

/** What the entrances of the editor need of its rooms. */
export interface Rooms {
  readonly tools: Tools;
  /** Restores the reports of an earlier session. */
  readonly panels: WebviewPanelSerializer;
}

/** Builds the rooms that work with addresses, each from those before it. */
export function openRooms(ports: {
  readonly context: ExtensionContext;
  readonly calls: CallsRoom;
  readonly shell: Shell;
}): Rooms {
  const { context, calls, shell } = ports;
  const own = <Room extends Disposable>(room: Room): Room => {
    context.subscriptions.push(room);
    return room;
  };
  const thread = {
    workerFile: context.asAbsolutePath('dist/scan.cjs'),
    onEnd: (error: unknown) => shell.log.fault('inventory', error),
  };
  const revisions = own(registerRevisions(context, thread));
  const books = own(registerBooks(revisions));
  own(followScaleOfBooks(books, calls.session));
  // What they say together is asked for later than they are made.
  const searched: Searched = {
    elsewhere: (...asked) => addresses.searched.elsewhere(...asked),
    networksInUse: (family) => addresses.searched.networksInUse(family),
    unnamedFiles: () => addresses.searched.unnamedFiles(),
  };
  const documents = own(registerDocuments({ context, books, searched }));
  const addresses = own(registerAddresses({ books, calls, documents, revisions, shell, thread }));
  const { newAddresses, onDidSearch, workspace } = addresses;
  calls.nameBy(workspace.nameOf);
  const reports = own(
    registerReport({ context, calls, choices: documents.choices, shell, workspace }),
  );
  own(registerSurfaces({ books, calls, documents, newAddresses, onDidSearch, shell }));
  const batches = own(registerBatches({ calls, shell, nameOf: workspace.nameOf }));
  const rooms = { addresses, batches, books, calls, documents, reports, revisions, shell };
  own(registerCommands(rooms));
  return { tools: createTools({ books, calls, documents, shell }), panels: reports.panels };
}
