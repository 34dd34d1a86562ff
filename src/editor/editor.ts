import { Disposable, window, workspace, type ExtensionContext, type TextDocument } from 'vscode';
import { registerCalls, type CallsRoom } from './calls/calls.ts';
import type { Features } from './features.ts';
import { registerSession } from './session/account.ts';
import { registerShell, type Room } from './shell/shell.ts';
import { panelType, viewId } from '../manifest.ts';
import { isOutsideWorkspace } from './documents/isOutsideWorkspace.ts';
import { runLogged, type Log } from './shell/log.ts';

/** The editor, as the entry sees it. */
export interface OpenEditor extends Pick<CallsRoom, 'close'> {
  /** The rooms that work with addresses; opened by the first call. */
  readonly rooms: () => Promise<Features>;
}

/**
 * Builds what every window needs: who is signed in, and whether open jobs wait. Nothing here reads a
 * secret or the network, and nothing here knows what an address is: a window without documents
 * loads none of that.
 * @param onFeatures called before the features open
 */
export function openEditor(context: ExtensionContext, onFeatures: () => void): OpenEditor {
  const own = <Room extends { dispose(): unknown }>(room: Room): Room => {
    context.subscriptions.push(room);
    return room;
  };
  const shell = own(registerShell());
  const session = own(registerSession(context, shell));
  const calls = own(registerCalls(context, session, shell));
  let opening: Promise<Features> | undefined;

  async function load(): Promise<Features> {
    const { openFeatures } = await import('./features.ts');
    // VS Code 1.103 forgets a view some turns after this, and would forget one registered meanwhile.
    await entrances.view.dispose();
    // In the same turn as the features: at no time is there no handler.
    onFeatures();
    return openFeatures(context, calls, shell);
  }
  const rooms = (): Promise<Features> => (opening ??= load());
  const entrances = registerEntrances(rooms, shell.log);
  own(entrances);
  return { close: () => calls.close(), rooms };
}

interface Entrances extends Room {
  /** Stands in for the Addresses view; to be disposed of before the view is registered. */
  readonly view: { dispose(): unknown };
}

/**
 * Opens the rooms with the first document, with the Addresses view, or for a report of an earlier
 * session. Commands and tools open them from the entry.
 */
function registerEntrances(rooms: () => Promise<Features>, log: Pick<Log, 'fault'>): Entrances {
  const openFor = (document: TextDocument): void => {
    if (isOutsideWorkspace(document) || isCommitMessage(document)) return;
    watch.dispose();
    runLogged(log, 'activate', rooms());
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
