import * as vscode from 'vscode';
import type { ChainReading } from '../../addresses/chain/reasons.ts';
import type { StoredReport } from '../../lookups/reports.ts';
import { readPageMessage, type ActionId, type HostMessage } from '../../messages.ts';
import { reportModel } from '../../report/model.ts';
import { reportView } from '../../report/view.ts';
import { labels } from '../../words/labels.ts';
import { shortAddress } from '../../words/text.ts';
import { idle } from '../calls/activity.ts';
import type { CallsRoom } from '../calls/register.ts';
import { isSignedIn } from '../session/identity.ts';
import { settings } from '../shell/settings.ts';
import type { Shell } from '../shell/shell.ts';
import { pageHtml } from './pageHtml.ts';
import { argumentOf } from '../documents/argument.ts';
import type { ReasonedSubject } from '../documents/subject.ts';

/** What a report needs besides its panel and its subject. */
export interface PanelPorts {
  readonly extensionUri: vscode.Uri;
  readonly calls: CallsRoom;
  readonly onAction: (action: ActionId, shown: ReasonedSubject) => void;
  readonly shell: Shell;
}

/** One report in its panel. */
export class OpenReport {
  readonly #panel: vscode.WebviewPanel;
  #shown: ReasonedSubject;
  readonly #ports: PanelPorts;
  /** What was read last, for progress: nothing stored changes meanwhile. */
  #stored: StoredReport | null | undefined;

  constructor(panel: vscode.WebviewPanel, shown: ReasonedSubject, ports: PanelPorts) {
    this.#panel = panel;
    this.#shown = shown;
    this.#ports = ports;
    const pageRoot = vscode.Uri.joinPath(ports.extensionUri, 'dist', 'panel');
    panel.title = labels.panelTitle(shortAddress(shown.subject.address));
    panel.webview.options = { enableScripts: true, localResourceRoots: [pageRoot] };
    panel.webview.html = htmlOf(panel.webview, pageRoot);
    panel.webview.onDidReceiveMessage((raw: unknown) => {
      const message = readPageMessage(raw);
      if (message !== undefined) ports.calls.noteUser();
      if (message?.type === 'ready') this.render();
      else if (message?.type === 'action') ports.onAction(message.action, this.#shown);
    });
    panel.onDidChangeViewState(() => this.render());
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  /** @param reading what names the network where the report was opened from, if it is known there */
  reveal(reading: ChainReading | undefined): void {
    if (reading !== undefined) this.#shown = { ...this.#shown, reading };
    this.#panel.reveal(undefined, true);
    this.render();
  }

  /** Reads what is stored, and shows it. */
  render(): void {
    this.#renderWith(undefined);
  }

  renderProgress(): void {
    this.#renderWith(this.#stored);
  }

  #renderWith(stored: StoredReport | null | undefined): void {
    if (!this.#panel.visible) return;
    this.#show(stored).catch((error: unknown) => this.#ports.shell.log.fault('report', error));
  }

  async #show(known: StoredReport | null | undefined): Promise<void> {
    const { session, openEngine, activity } = this.#ports.calls;
    const { subject, reading } = this.#shown;
    const identity = await session.identity();
    const key = isSignedIn(identity) ? { account: identity.key, ...subject } : null;
    const stored = known ?? (key === null ? null : await (await openEngine()).readReport(key));
    this.#stored = stored;
    const aggregator = settings.aggregator();
    const model = reportModel({
      subject,
      reading,
      account: identity,
      stored,
      aggregator,
      activity: key === null ? idle : activity.of(key, aggregator),
      sentChain: identity.kind === 'sample' ? subject.chain : settings.serviceChain(subject.chain),
    });
    const report = reportView(model, Date.now());
    const message: HostMessage = { type: 'report', report, restore: argumentOf(this.#shown) };
    await this.#panel.webview.postMessage(message);
  }
}

function htmlOf(webview: vscode.Webview, root: vscode.Uri): string {
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  return pageHtml({
    language: vscode.env.language,
    source: webview.cspSource,
    style: file('panel.css'),
    script: file('panel.js'),
  });
}
