import { Disposable, window, workspace, type TextDocument } from 'vscode';
import { panelType, viewId } from '../manifest.ts';
import { isOutsideWorkspace } from './documents/isOutsideWorkspace.ts';
import type { Rooms } from './rooms.ts';
import type { Log } from './shell/log.ts';
import type { Room } from './shell/shell.ts';

export interface Entrances extends Room {
  /** Stands in for the Addresses view; to be disposed of before the view is registered. */
  readonly view: { dispose(): unknown };
}

/**
 * Opens the rooms with the first document, with the Addresses view, or for a report of an earlier
 * session. Commands and tools open them from the entry.
 */
export function registerEntrances(rooms: () => Promise<Rooms>, log: Pick<Log, 'fault'>): Entrances {
  const openFor = (document: TextDocument): void => {
    if (isOutsideWorkspace(document) || isCommitMessage(document)) return;
    watch.dispose();
    rooms().catch((error: unknown) => log.fault('activate', error));
  };
  const watch = workspace.onDidOpenTextDocument(openFor);
  for (const document of workspace.textDocuments) openFor(document);
  const view = window.registerTreeDataProvider<never>(viewId, {
    // The rooms register the view itself, which then requests its rows.
    getChildren: () => rooms().then(() => []),
    getTreeItem: (none) => none,
  });
  const panels = window.registerWebviewPanelSerializer(panelType, {
    async deserializeWebviewPanel(panel, state) {
      await (await rooms()).panels.deserializeWebviewPanel(panel, state);
    },
  });
  const all = Disposable.from(watch, view, panels);
  return { view, dispose: () => void all.dispose() };
}

/** Every window with a repository has its empty input from the start. */
function isCommitMessage({ uri }: TextDocument): boolean {
  return uri.scheme === 'vscode-scm';
}
