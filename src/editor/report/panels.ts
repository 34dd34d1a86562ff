import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { SubjectKey } from '../../ledger/store.ts';
import type { StoredReport } from '../../lookups/reports.ts';
import { panelType } from '../../manifest.ts';
import { readPageMessage, type ActionId, type HostMessage } from '../../messages.ts';
import { reportModel } from '../../report/model.ts';
import { reportView } from '../../report/view.ts';
import { labels } from '../../words/labels.ts';
import { shortAddress } from '../../words/text.ts';
import { idle } from '../calls/activity.ts';
import type { CallsRoom } from '../calls/register.ts';
import { isSignedIn } from '../session/session.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import { readArgument, type Subject } from '../documents/subject.ts';

export interface ReportPanels extends vscode.WebviewPanelSerializer {
  /** Shows the report beside the code; reading what is stored costs nothing. */
  open(subject: Subject): void;
  dispose(): void;
}

interface OpenPanel {
  readonly subject: Subject;
  readonly panel: vscode.WebviewPanel;
  /** What was read last, for what changes while nothing is stored. */
  stored: StoredReport | null | undefined;
}

export function createReportPanels(parts: {
  readonly extensionUri: vscode.Uri;
  readonly calls: CallsRoom;
  readonly onAction: (action: ActionId, subject: Subject) => void;
  readonly shell: Shell;
}): ReportPanels {
  const { calls, onAction, shell } = parts;
  const { session, activity, openEngine } = calls;
  const { log } = shell;
  const pageRoot = vscode.Uri.joinPath(parts.extensionUri, 'dist', 'panel');
  const webviewOptions: vscode.WebviewOptions = {
    enableScripts: true,
    localResourceRoots: [pageRoot],
  };
  const open = new Map<string, OpenPanel>();
  const keyOf = ({ address, chain }: Subject): string => `${chain} ${address}`;
  const watches = [
    activity.onDidProgress((subject) => {
      for (const each of open.values()) {
        if (keyOf(subject) === keyOf(each.subject)) render(each, each.stored);
      }
    }),
    activity.onDidChange((subject) => {
      for (const each of open.values()) {
        if (subject === undefined || keyOf(subject) === keyOf(each.subject)) render(each);
      }
    }),
    session.onDidChange(() => {
      for (const each of open.values()) render(each);
    }),
  ];

  function adopt(panel: vscode.WebviewPanel, subject: Subject): void {
    const entry: OpenPanel = { panel, subject, stored: undefined };
    open.set(keyOf(subject), entry);
    panel.title = labels.panelTitle(shortAddress(subject.address));
    panel.webview.options = webviewOptions;
    panel.webview.html = pageHtml(panel.webview, pageRoot);
    panel.webview.onDidReceiveMessage((raw: unknown) => {
      const message = readPageMessage(raw);
      if (message !== undefined) calls.noteUser();
      if (message?.type === 'ready') render(entry);
      else if (message?.type === 'action') onAction(message.action, subject);
    });
    panel.onDidChangeViewState(() => render(entry));
    panel.onDidDispose(() => {
      if (open.get(keyOf(subject)) === entry) open.delete(keyOf(subject));
    });
  }

  /** @param stored the stored state if it is known; otherwise it is read */
  function render(entry: OpenPanel, stored?: StoredReport | null): void {
    if (!entry.panel.visible) return;
    show(entry, stored).catch((error: unknown) => log.fault('report', error));
  }

  async function read(key: SubjectKey | null): Promise<StoredReport | null> {
    return key === null ? null : (await openEngine()).readReport(key);
  }

  async function show(entry: OpenPanel, known?: StoredReport | null): Promise<void> {
    const { panel, subject } = entry;
    const identity = await session.identity();
    const key = isSignedIn(identity) ? { account: identity.key, ...subject } : null;
    const stored = known ?? (await read(key));
    entry.stored = stored;
    const aggregator = settings.aggregator();
    const model = reportModel({
      subject,
      account: identity,
      stored,
      activity: key === null ? idle : activity.of(key, aggregator),
      aggregator,
      sentChain: identity.kind === 'sample' ? subject.chain : settings.serviceChain(subject.chain),
    });
    await panel.webview.postMessage({
      type: 'report',
      report: reportView(model, Date.now()),
      restore: subject,
    } satisfies HostMessage);
  }

  /** Reports share one column: that of an open report, otherwise beside the code. */
  function reportColumn(): vscode.ViewColumn {
    const [other] = open.values();
    return other?.panel.viewColumn ?? vscode.ViewColumn.Beside;
  }

  return {
    open(subject) {
      const existing = open.get(keyOf(subject));
      if (existing !== undefined) {
        existing.panel.reveal(undefined, true);
        render(existing);
        return;
      }
      const panel = vscode.window.createWebviewPanel(
        panelType,
        '',
        { viewColumn: reportColumn(), preserveFocus: true },
        webviewOptions,
      );
      adopt(panel, subject);
    },

    deserializeWebviewPanel(panel, state) {
      const argument = readArgument(state);
      if (argument.kind === 'subject') adopt(panel, argument.subject);
      else panel.dispose();
      return Promise.resolve();
    },

    dispose() {
      for (const watch of watches) watch.dispose();
    },
  };
}

/** Loads only our own script and style, and nothing remote. */
function pageHtml(webview: vscode.Webview, root: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${file('panel.css')}">
    <title>Address Risk</title>
  </head>
  <body>
    <main id="report" aria-busy="true"></main>
    <script nonce="${nonce}" src="${file('panel.js')}"></script>
  </body>
</html>`;
}
