import { commands, Disposable, env, window, workspace } from 'vscode';
import { isEmptyFilter } from '../../inventory/filter.ts';
import { viewId } from '../../manifest.ts';
import { addressSearch } from '../../words/inventory.ts';
import type { Books } from '../book/register.ts';
import type { Calls } from '../calls/register.ts';
import type { Documents } from '../documents/register.ts';
import type { Room, Shell } from '../shell/shell.ts';
import { AddressList } from './addressList.ts';
import { createAddressTree } from './addressTree.ts';
import { exportAddresses } from './exportAddresses.ts';
import { askForFilter, filterText } from './filterPick.ts';
import { followChanges } from './followChanges.ts';
import { mostFiles } from './folderFiles.ts';
import { largestFile } from './readText.ts';
import { feedLookAlikes } from './lookAlikes.ts';
import { rowCandidates, type RowCandidates } from './rowCandidates.ts';
import type { SearchState } from './search.ts';
import { WorkspaceInventory } from './workspaceInventory.ts';

/** What commands do with the Addresses view. */
export interface Addresses {
  /** Shows the view, and begins to search. */
  show(): Promise<void>;
  filter(): Promise<void>;
  clearFilter(): Promise<void>;
  searchAgain(): Promise<void>;
  stopSearch(): void;
  export(): Promise<void>;
  copy(address: string): Thenable<void>;
  /** The addresses of rows and groups, as a view passes them to a command. */
  candidates(rows: readonly unknown[]): Promise<RowCandidates>;
}

/** The addresses of the workspace. Does nothing before the view is opened. */
export function registerAddresses(ports: {
  readonly books: Books;
  readonly calls: Calls;
  readonly documents: Documents;
  readonly shell: Shell;
}): Addresses & Room {
  const { books, calls, documents, shell } = ports;
  const { log } = shell;
  const { choices } = documents;
  const found = new WorkspaceInventory(choices, log);
  const list = new AddressList(found, { books, calls, log });
  const watches: Disposable[] = [];
  const run = (work: Promise<void>): void => {
    work.catch((error: unknown) => log.fault('addresses', error));
  };

  function begin(): void {
    if (watches.length > 0) return;
    watches.push(
      followChanges(found, choices, log),
      followKnowledge(list, ports),
      found.search.onDidChange(() => list.updateSoon()),
      feedLookAlikes(found, list, books.lookAlikes),
    );
    run(found.searchAll());
  }

  const tree = createAddressTree({ found, list }, begin);
  const view = window.createTreeView(viewId, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const showState = (): void => {
    const { alarming, total } = list.grouping;
    view.description = filterText(list.filter) ?? '';
    view.message = messageOf(found, list);
    view.badge =
      alarming === 0 ? undefined : { value: alarming, tooltip: addressSearch.badge(alarming) };
    const isFiltered = !isEmptyFilter(list.filter);
    setContext('search', found.search.progress.state);
    setContext('isFiltered', isFiltered);
    setContext('hasAddresses', total > 0);
  };
  const subscriptions = [
    view,
    tree,
    found,
    list,
    list.onDidChange(showState),
    found.search.onDidChange(whenStateChanges(found, showState)),
  ];
  return {
    async show() {
      await commands.executeCommand(`${viewId}.focus`);
      begin();
    },
    async filter() {
      const filter = await askForFilter(found, list);
      if (filter !== undefined) await list.setFilter(filter);
    },
    clearFilter: () => list.setFilter({}),
    async searchAgain() {
      begin();
      await found.searchAll();
    },
    stopSearch: () => found.cancel(),
    export: () => exportAddresses(found, list, shell),
    candidates: (rows) => rowCandidates(rows, found, choices),
    copy: (address) => env.clipboard.writeText(address),
    dispose() {
      for (const each of [...watches, ...subscriptions]) each.dispose();
    },
  };
}

function setContext(name: string, value: SearchState | boolean): void {
  commands.executeCommand('setContext', `addressRisk.${name}`, value).then(undefined, () => {
    // Menus then offer a command that does nothing.
  });
}

/** What the books or the stored results say may have changed. */
function followKnowledge(
  list: AddressList,
  {
    books,
    calls,
    shell,
  }: { readonly books: Books; readonly calls: Calls; readonly shell: Pick<Shell, 'log'> },
): Disposable {
  const update = (stale: Parameters<AddressList['update']>[0]): void => {
    list.update(stale).catch((error: unknown) => shell.log.fault('addresses', error));
  };
  for (const { uri } of workspace.workspaceFolders ?? []) books.readNames(uri);
  return Disposable.from(
    books.onDidChange(() => update({ facts: true })),
    calls.activity.onDidChange(() => update({ scores: true })),
    calls.session.onDidChange(() => update({ scores: true })),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('addressRisk')) update({ scores: true });
    }),
  );
}

/** The rows follow at their pace; that the search began or ended is shown at once. */
function whenStateChanges(found: WorkspaceInventory, show: () => void): () => void {
  let shown: SearchState = 'waiting';
  return () => {
    const { state } = found.search.progress;
    if (state === shown) return;
    shown = state;
    show();
  };
}

/** VS Code shows the text of an empty view only where there is no message. */
function messageOf(found: WorkspaceInventory, { grouping }: AddressList): string {
  const { state, read, total, isCut } = found.search.progress;
  const hasRows = grouping.groups.length > 0;
  const large = found.readings.notes.largeCount;
  const lines = [
    ...(state === 'searching'
      ? [total === 0 ? addressSearch.listing() : addressSearch.progress(read, total)]
      : []),
    ...(state === 'canceled' && hasRows ? [addressSearch.canceled(read, total)] : []),
    ...(large > 0 && hasRows ? [addressSearch.large(large, largestFile / 1_048_576)] : []),
    ...(isCut && hasRows ? [addressSearch.cut(mostFiles)] : []),
  ];
  return lines.join(' ');
}
