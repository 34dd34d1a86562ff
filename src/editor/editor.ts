import { Disposable, window, workspace, type ExtensionContext, type TextDocument } from 'vscode';
import { registerCalls, type CallsRoom } from './calls/calls.ts';
import type { Features } from './features.ts';
import { registerSession } from './session/account.ts';
import { registerShell, runLogged, type Log } from './shell/shell.ts';
import { panelType, viewId } from '../manifest.ts';
import { isOutsideWorkspace } from './documents/isOutsideWorkspace.ts';

/** The editor, as the entry sees it. */
export interface OpenEditor extends Pick<CallsRoom, 'close'> {
  /** The address features, opened on first use. */
  readonly features: () => Promise<Features>;
}

/**
 * Builds the parts that every window needs: the signed-in account, and whether jobs are open. Reads
 * no secrets and no network, and loads no address code, so a window without documents stays light.
 * @param onFeatures called before the features open
 */
export function openEditor(context: ExtensionContext, onFeatures: () => void): OpenEditor {
  const own = <Feature extends { dispose(): unknown }>(feature: Feature): Feature => {
    context.subscriptions.push(feature);
    return feature;
  };
  const shell = own(registerShell());
  const session = own(registerSession(context, shell));
  const calls = own(registerCalls(context, session, shell));
  let opening: Promise<Features> | undefined;

  async function load(): Promise<Features> {
    const { openFeatures } = await import('./features.ts');
    // VS Code 1.103 forgets a view some turns after this, and would forget one registered meanwhile.
    await lazyActivation.view.dispose();
    // In the same turn as the features: at no time is there no handler.
    onFeatures();
    return openFeatures(context, calls, shell);
  }
  const features = (): Promise<Features> => (opening ??= load());
  const lazyActivation = own(registerLazyActivation(features, shell.log));
  return { close: () => calls.close(), features };
}

/**
 * Opens the features with the first document, with the Addresses view, or for a report of an earlier
 * session. Commands and tools open them from the entry.
 */
function registerLazyActivation(features: () => Promise<Features>, log: Pick<Log, 'fault'>) {
  const openFor = (document: TextDocument): void => {
    // Every window with a repository has its empty input for a commit message from the start.
    if (isOutsideWorkspace(document) || document.uri.scheme === 'vscode-scm') return;
    watch.dispose();
    runLogged(log, 'activate', features());
  };
  const watch = workspace.onDidOpenTextDocument(openFor);
  for (const document of workspace.textDocuments) openFor(document);
  const view = window.registerTreeDataProvider<never>(viewId, {
    // The features register the view itself, which then requests its rows.
    getChildren: () => features().then(() => []),
    getTreeItem: (none) => none,
  });
  const panels = window.registerWebviewPanelSerializer(panelType, {
    async deserializeWebviewPanel(panel, state) {
      await (await features()).panels.deserializeWebviewPanel(panel, state);
    },
  });
  const all = Disposable.from(watch, view, panels);
  return {
    /** A placeholder for the Addresses view; dispose it before registering the real view. */
    view,
    dispose: (): void => void all.dispose(),
  };
}
