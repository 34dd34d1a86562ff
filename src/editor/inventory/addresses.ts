import {
  commands,
  Disposable,
  window,
  workspace,
  type TreeView,
  EventEmitter,
  FileDecoration,
  ThemeColor,
  Uri,
} from 'vscode';
import { isEmptyFilter } from '../../report/addresses/filter.ts';
import type { ScanThreadOptions } from '../../folder/scanThreads.ts';
import { viewId } from '../../manifest.ts';
import { addressSearch, addressGroups } from '../../messages/inventory.ts';
import { sentences } from '../../messages/text.ts';
import type { Books } from '../book/books.ts';
import type { Calls } from '../calls/calls.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { contextKey, type Shell, runLogged, type Log } from '../shell/shell.ts';
import type { Revisions } from '../git/revisions.ts';
import { AddressList, type ListedInventory } from './addressList.ts';
import { createAddressTree } from './addressTree.ts';
import { exportAddresses, exportWorkspaceReport } from './exportWorkspaceReport.ts';
import { askForFilter, askForGrouping } from './filterPick.ts';
import { followChanges } from './followChanges.ts';
import { comparisonNotes, createNewAddresses } from './newAddresses.ts';
import { rowCandidates } from './addressRows.ts';
import { type SearchState, unreadNotes, WorkspaceInventory } from './workspaceInventory.ts';
import { createWorkspaceKnowledge } from './workspaceKnowledge.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import type { KnownAddress } from '../../book/lookAlikeParts.ts';
import type { Inventory } from '../../folder/inventory.ts';
import type { LookAlikeFeeds } from '../book/lookAlikeFeeds.ts';

interface Ports {
  readonly books: Books;
  readonly calls: Calls;
  readonly documents: Documents;
  readonly revisions: Revisions;
  readonly shell: Shell;
  /** Lists and reads files. */
  readonly thread: ScanThreadOptions;
}

/** The Addresses view, for commands. */
export type Addresses = ReturnType<typeof registerAddresses>;

/** The addresses of the workspace. Does nothing before the view is opened. */
export function registerAddresses(ports: Ports) {
  const { books, calls, documents, revisions, shell, thread } = ports;
  const { log } = shell;
  const { choices } = documents;
  const found = new WorkspaceInventory({ books, choices, log, thread });
  const list = new AddressList(found, { books, calls, log, revisions });
  const watches: Disposable[] = [];

  function begin(): void {
    if (watches.length > 0) return;
    watches.push(
      followChanges(found, { books, choices }, log),
      followKnowledge(list, books, calls, log),
      found.search.onDidChange(() => list.updateSoon()),
      revisions.onDidChange(() => list.updateSoon()),
      feedLookAlikes(found, list, books.lookAlikes),
    );
    runLogged(log, 'addresses', found.searchAll());
  }

  let isShown = false;
  const beginShown = (): void => {
    isShown = true;
    begin();
  };
  const workspaceKnowledge = createWorkspaceKnowledge({ books, documents, found, list, revisions });
  const newAddresses = createNewAddresses({ found, list, revisions, begin });
  const listed = { found, list, books, revisions };
  const reported = { ...listed, newAddresses, calls, shell };
  const tree = createAddressTree(listed, beginShown);
  const view = window.createTreeView(viewId, {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const showState = (): void => showIn(view, listed, isShown);
  const subscriptions = [
    view,
    tree,
    newAddresses,
    workspaceKnowledge,
    found,
    list,
    list.onDidChange(showState),
    createFileMarks(found, list, log),
    found.search.onDidChange(whenStateChanges(found, showState)),
  ];
  async function show(): Promise<void> {
    await commands.executeCommand(`${viewId}.focus`);
    beginShown();
  }
  return {
    /** Shows the view, and begins to search. */
    show,
    ...viewChoices(found, list, show),
    async searchAgain(): Promise<void> {
      begin();
      await found.searchAll();
    },
    stopSearch: (): void => found.cancel(),
    export: () => exportAddresses(reported),
    exportReport: () => exportWorkspaceReport(reported),
    /** The addresses of rows and groups, as a view passes them to a command. */
    candidates: (rows: readonly unknown[]) => rowCandidates(rows, found, choices),
    newAddresses,
    searched: found,
    workspace: workspaceKnowledge,
    /** Fires when a search has ended, after which `searched` has other answers. */
    onDidSearch: found.search.onDidEnd,
    dispose(): void {
      for (const each of [...watches, ...subscriptions]) each.dispose();
    },
  };
}

/** The user's view options. */
function viewChoices(found: WorkspaceInventory, list: AddressList, show: () => Promise<void>) {
  return {
    /** Shows the rows of one address, with its places. */
    async showOccurrences(address: string): Promise<void> {
      await show();
      await list.setView({ filter: { text: address } });
    },
    async filter(): Promise<void> {
      const filter = await askForFilter(found, list);
      if (filter !== undefined) await list.setView({ filter });
    },
    clearFilter: () => list.setView({ filter: {} }),
    async group(): Promise<void> {
      const by = await askForGrouping(list.view.by);
      if (by !== undefined) await list.setView({ by });
    },
  };
}

const keys = {
  search: contextKey('addressRisk.search'),
  isFiltered: contextKey('addressRisk.isFiltered'),
  hasAddresses: contextKey('addressRisk.hasAddresses'),
  hasNew: contextKey('addressRisk.hasNew'),
};

/** @param isShown whether the user has seen the view; before that, it has no badge */
function showIn(view: TreeView<unknown>, shown: ListedInventory, isShown: boolean): void {
  const { found, list } = shown;
  const { alarming, total } = list.grouping;
  const texts = Object.values(list.texts);
  const value = texts.reduce((sum, each) => sum + each.alarming, alarming);
  view.message = messageOf(shown);
  const isMarked = isShown && value > 0;
  view.badge = isMarked ? { value, tooltip: addressSearch.badge(value) } : undefined;
  const [wrong] = found.parts.checksum.judgments.newOnes();
  void keys.search(found.search.progress.state);
  void keys.isFiltered(!isEmptyFilter(list.view.filter));
  // Rows follow found addresses with a delay, so don't claim yet that there are none.
  const isAnyFound = found.inventory.addresses.ids().next().done !== true;
  void keys.hasAddresses(isAnyFound || total > 0 || list.hasTexts);
  void keys.hasNew(list.newOnes.size > 0 || wrong !== undefined);
}

/** Reacts to changes in the books or stored results. */
function followKnowledge(list: AddressList, books: Books, calls: Calls, log: Log): Disposable {
  const update = (stale: Parameters<AddressList['update']>[0]): void =>
    runLogged(log, 'addresses', list.update(stale));
  for (const { uri } of workspace.workspaceFolders ?? []) books.readNames(uri);
  return Disposable.from(
    books.onDidChange(() => update({ facts: true })),
    books.lookAlikes.onDidChange(() => update({ facts: true })),
    calls.activity.onDidChangeScores(() => update({ scores: true })),
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

/** VS Code shows the empty view's text only without a message. */
function messageOf({ found, list: { grouping }, revisions }: ListedInventory): string {
  const { state, read, total } = found.search.progress;
  const hasRows = grouping.groups.length > 0;
  const lines = [
    ...(state === 'searching'
      ? [total === 0 ? addressSearch.listing() : addressSearch.progress(read, total)]
      : []),
    ...(state === 'canceled' && hasRows ? [addressSearch.canceled(read, total)] : []),
    ...unreadNotes(found),
    ...(state === 'complete' && hasRows ? comparisonNotes(revisions) : []),
  ];
  return sentences(lines);
}

/** Feeds the addresses of the workspace to the search for look-alikes, once all were found. */
function feedLookAlikes(
  found: WorkspaceInventory,
  list: AddressList,
  lookAlikes: LookAlikeFeeds,
): Disposable {
  const inventories = [found.inventory, found.parts.checksum.inventory];
  let fed = '';
  return list.onDidChange(() => {
    // An unchanged set brings nothing new; look-alikes themselves don't change rows.
    const version = inventories.map(({ addresses }) => addresses.version).join(' ');
    if (found.search.isRunning || fed === version) return;
    fed = version;
    lookAlikes.feed('inventory', () => knownIn(inventories));
  });
}

function* knownIn(inventories: readonly Inventory[]): Generator<KnownAddress, void> {
  for (const { addresses } of inventories) {
    for (const id of addresses.ids()) {
      const family = addresses.familyOf(id);
      if (family !== undefined) yield { address: addresses.addressOf(id), family };
    }
  }
}

/** Of each kind: the Explorer shows no more files at once. */
const maxMarked = 1_000;

type Kind = 'denied' | 'lookAlike';

const colors: Readonly<Record<Kind, string>> = {
  denied: 'list.errorForeground',
  lookAlike: 'list.warningForeground',
};

/** Marks files of the Explorer that have an address on a deny list, or a look-alike. */
export function createFileMarks(
  found: WorkspaceInventory,
  list: AddressList,
  log: Pick<Log, 'fault'>,
): Disposable {
  const changed = new EventEmitter<Uri[]>();
  let marks: ReadonlyMap<string, Kind> = new Map();
  const marking = new Refresh(async () => {
    const before = marks;
    marks = await runInTurns('inventory', marksOf(found, list));
    const names = new Set([...before.keys(), ...marks.keys()]);
    const others = [...names].filter((name) => before.get(name) !== marks.get(name));
    if (others.length > 0) changed.fire(others.map((name) => Uri.parse(name)));
  });
  return Disposable.from(
    changed,
    list.onDidChange(() => runLogged(log, 'addresses', marking.run())),
    window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration(uri) {
        const kind = marks.get(uri.toString());
        if (kind === undefined) return undefined;
        const color = new ThemeColor(colors[kind]);
        const mark = new FileDecoration('!', addressGroups[kind](), color);
        mark.propagate = true;
        return mark;
      },
    }),
  );
}

/** Yields between files. */
function* marksOf(
  { inventory, folders }: WorkspaceInventory,
  { judgments }: AddressList,
): Generator<void, Map<string, Kind>> {
  const marks = new Map<string, Kind>();
  const left: Record<Kind, number> = { denied: maxMarked, lookAlike: maxMarked };
  for (const { folder, path, ids } of inventory.addressesByFile()) {
    let kind: Kind | undefined;
    for (const id of ids) {
      if (judgments.isDenied(id)) kind = 'denied';
      else if (judgments.looksLike(id) !== undefined) kind ??= 'lookAlike';
    }
    const uri = kind && folders.at(folder)?.uriOf(path);
    if (kind !== undefined && uri !== undefined && left[kind]-- > 0) {
      marks.set(uri.toString(), kind);
    }
    yield;
  }
  return marks;
}
