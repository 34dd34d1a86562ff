import { Disposable, FileType, workspace, type Uri } from 'vscode';
import type { Books } from '../book/books.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { FilePlace } from '../../folder/inventory.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import { runLogged, type Log } from '../shell/shell.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** In milliseconds without an edit: while the user types, no address is complete. */
const pauseMs = 500;

/** Follows files, edits, and what decides networks. A change of one file costs that file. */
export function followChanges(
  found: WorkspaceInventory,
  { books, choices }: { readonly books: Pick<Books, 'bookFor'>; readonly choices: ChainChoices },
  log: Pick<Log, 'fault'>,
): Disposable {
  const run = (work: Promise<void>): void => runLogged(log, 'inventory', work);
  return Disposable.from(
    followFiles(found, run),
    followEdits(found),
    workspace.onDidChangeWorkspaceFolders(() => run(found.searchAll())),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('files.exclude')) run(found.searchAll());
      if (change.affectsConfiguration('addressRisk.defaultChain')) {
        found.scanner.choicesChanged();
        found.follow(found.scanner.notes.undecided());
      }
    }),
    choices.onDidChange(() => run(followBooks(found, books, choices))),
    choices.onDidChoose((address) => {
      found.scanner.choicesChanged();
      found.follow(
        address === undefined ? found.scanner.notes.undecided() : filesWith(found, address),
      );
    }),
  );
}

/** The address book may name other networks for files, and other deny lists for all of them. */
async function followBooks(
  found: WorkspaceInventory,
  books: Pick<Books, 'bookFor'>,
  choices: ChainChoices,
): Promise<void> {
  const isOther = [...found.searchedFor].some(([folder, { denySearch, ownFiles }]) => {
    const files = found.folders.at(folder);
    const now = files && books.bookFor(files.folder.uri)?.loaded;
    if (now === undefined) return false;
    const [own, before] = [now.ownFiles(), ownFiles].map((each) => [...each].join('\n'));
    return own !== before || !now.denySearch.hasSameRows(denySearch);
  });
  if (isOther) await found.searchSoon();
  else found.follow(await runInTurns('inventory', ruledOtherwise(found, choices)));
}

/** Files of which the address book now names other networks. Yields between files. */
function* ruledOtherwise(
  { folders, scanner }: WorkspaceInventory,
  choices: ChainChoices,
): Generator<void, FilePlace[]> {
  const places: FilePlace[] = [];
  for (const [folder, files] of folders.open()) {
    for (const path of scanner.filesOf(folder)) {
      const { bookNetworks } = scanner.notes.of({ folder, path });
      const now = choices.ofFile(files.uriOf(path)).join();
      if (now !== bookNetworks) places.push({ folder, path });
      yield;
    }
  }
  return places;
}

function followFiles(found: WorkspaceInventory, run: (work: Promise<void>) => void): Disposable {
  function changed(uri: Uri): void {
    const place = found.folders.placeOf(uri);
    if (place?.files.decidesWhatIsListed(place.path) === true) run(found.searchSoon());
    else if (place !== undefined) found.follow([place]);
  }

  /** Of a folder that was created or moved there is one event. */
  async function created(uri: Uri): Promise<void> {
    const place = found.folders.placeOf(uri);
    if (place === undefined) return;
    // If it has disappeared again, another event follows.
    const stat = await Promise.resolve(workspace.fs.stat(uri)).catch(() => undefined);
    if (stat?.type !== FileType.Directory) {
      changed(uri);
      return;
    }
    const { folder, files, path } = place;
    const below = await files.listBelow(path);
    found.follow(below.map((each) => ({ folder, path: each })));
  }

  function deleted(uri: Uri): void {
    const place = found.folders.placeOf(uri);
    if (place === undefined) return;
    const { folder, path } = place;
    const below = [...found.scanner.filesOf(folder)].filter((each) => each.startsWith(`${path}/`));
    changed(uri);
    if (below.length > 0) found.follow(below.map((each) => ({ folder, path: each })));
  }

  const watcher = workspace.createFileSystemWatcher('**/*');
  return Disposable.from(
    watcher,
    watcher.onDidChange(changed),
    watcher.onDidCreate((uri) => run(created(uri))),
    watcher.onDidDelete(deleted),
  );
}

/** What the user sees counts; after closing without saving, what is on the disk. */
function followEdits(found: WorkspaceInventory): Disposable {
  const timers = new Map<string, NodeJS.Timeout>();
  function follow(uri: Uri): void {
    const place = found.folders.placeOf(uri);
    if (place === undefined) return;
    const name = uri.toString();
    clearTimeout(timers.get(name));
    const afterPause = (): void => {
      timers.delete(name);
      found.follow([place]);
    };
    timers.set(name, setTimeout(afterPause, pauseMs));
  }
  return Disposable.from(
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) follow(document.uri);
    }),
    workspace.onDidCloseTextDocument(({ uri }) => follow(uri)),
    { dispose: () => timers.forEach((timer) => clearTimeout(timer)) },
  );
}

const filesWith = ({ inventory }: WorkspaceInventory, address: string): FilePlace[] =>
  inventory.placesOfAll(inventory.addresses.idsOf(undefined, address), Infinity);
