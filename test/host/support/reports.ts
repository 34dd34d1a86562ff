import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createActivity } from '../../../src/editor/calls/activity.ts';
import type { CallsRoom } from '../../../src/editor/calls/calls.ts';
import { createAddressIndex } from '../../../src/editor/documents/addressIndex.ts';
import type { WorkspaceKnowledge } from '../../../src/editor/documents/workspaceKnowledge.ts';
import { createWorkspaceKnowledge } from '../../../src/editor/inventory/workspaceKnowledge.ts';
import { createReportPanels } from '../../../src/editor/report/reports.ts';
import type { Shell } from '../../../src/editor/shell/shell.ts';
import type { Action } from '../../../src/panelProtocol.ts';
import type { HostMessage, ReportView, WorkspaceView } from '../../../src/pageViews.ts';
import { eventually } from '../../harness/waiting.ts';
import { openView } from './addressesView.ts';
import { root } from './repository.ts';

/** The panel of a report, and what its page would see and send. */
function createPage() {
  const received = new vscode.EventEmitter<unknown>();
  const viewState = new vscode.EventEmitter<void>();
  const disposed = new vscode.EventEmitter<void>();
  const reports: ReportView[] = [];
  const goals: (HostMessage['goTo'] & string)[] = [];
  const panel = {
    ...{ title: '', visible: true, active: false, viewColumn: vscode.ViewColumn.Two },
    reveal: () => undefined,
    webview: {
      ...{ html: '', options: {}, cspSource: 'self' },
      asWebviewUri: (uri: vscode.Uri) => uri,
      onDidReceiveMessage: received.event,
      postMessage({ report, goTo }: HostMessage) {
        if (goTo !== undefined) goals.push(goTo);
        return Promise.resolve(reports.push(report) > 0);
      },
    },
    onDidChangeViewState: viewState.event,
    onDidDispose: disposed.event,
  };
  const shown = (): WorkspaceView | null => reports.at(-1)?.workspace ?? null;
  return {
    panel: panel as unknown as vscode.WebviewPanel,
    ...{ reports, goals },
    begin: () => received.fire({ type: 'ready' }),
    /** Once a minute while the page is in sight. */
    beat: () => received.fire({ type: 'heartbeat' }),
    act: (action: Action) => received.fire({ type: 'action', action }),
    setVisible(isVisible: boolean) {
      panel.visible = isVisible;
      viewState.fire();
    },
    /** Names what was shown instead, if it never comes. */
    async until(isRight: (view: WorkspaceView | null) => boolean): Promise<WorkspaceView | null> {
      const what = 'the report';
      await eventually(what, () => Promise.resolve(isRight(shown())), 12_000).catch(
        (error: unknown) => {
          throw new Error(JSON.stringify(shown()), { cause: error });
        },
      );
      return shown();
    },
  };
}

/** Reports over the real workspace of this window, without an account. */
export function openReports() {
  const view = openView();
  const { books, choices, found, list, revisions } = view;
  const index = createAddressIndex();
  const knowledge = createWorkspaceKnowledge({
    ...{ books, documents: { index, choices }, found, list, revisions },
  });
  const asked: string[] = [];
  const workspace: WorkspaceKnowledge = {
    ...knowledge,
    of(shown) {
      asked.push(shown.subject.address);
      return knowledge.of(shown);
    },
  };
  const calls = {
    session: {
      identity: () => Promise.resolve({ kind: 'signedOut' }),
      onDidChange: () => new vscode.Disposable(() => undefined),
    },
    activity: createActivity(),
    openEngine: () => assert.fail('nothing is read without an account'),
    noteUser: () => undefined,
  } as unknown as CallsRoom;
  const faults: unknown[] = [];
  const reports = createReportPanels({
    ...{ calls, choices, workspace, extensionUri: root() },
    onAction: () => assert.fail('the panel opens places itself'),
    question: { mayAsk: () => false, decline: () => Promise.resolve() },
    shell: {
      log: { fault: (_: string, error: unknown) => faults.push(error) },
    } as unknown as Shell,
  });
  return {
    ...{ asked, choices, found },
    openAgain: (address: string) => reports.open({ address, chain: 'ethereum' }),
    showDifference: (address: string) => reports.showDifference({ address, chain: 'ethereum' }),
    search: () => view.search(),
    replace: (address: string) =>
      knowledge.replace({ subject: { address, chain: 'ethereum' }, reading: undefined }),
    /** @param more of the report, as VS Code keeps it */
    async open(address: string, more: object = {}) {
      const page = createPage();
      const shown = { address, chain: 'ethereum', ...more };
      await reports.deserializeWebviewPanel(page.panel, { shown });
      page.begin();
      return page;
    },
    dispose() {
      for (const each of [reports, knowledge, index, view]) each.dispose();
      assert.deepEqual(faults, []);
    },
  };
}
