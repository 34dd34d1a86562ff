import * as vscode from 'vscode';
import type { ChainReading } from '../../addresses/chain/reasons.ts';
import type { StoredReport } from '../../lookups/reports.ts';
import type { AddressArgument } from '../../manifest.ts';
import { readPageMessage, type Action, type HostMessage } from '../../messages.ts';
import { reportView } from '../../report/view.ts';
import { labels } from '../../words/labels.ts';
import { shortAddress } from '../../words/text.ts';
import type { CallsRoom } from '../calls/register.ts';
import { argumentOf } from '../documents/argument.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import type { Shell } from '../shell/shell.ts';
import { pageHtml } from './pageHtml.ts';
import { createPace } from './pace.ts';
import { readReport } from './readReport.ts';
import type { ScaleQuestion } from './scaleQuestion.ts';

/** What a report needs besides its panel and its subject. */
export interface PanelPorts {
  readonly extensionUri: vscode.Uri;
  readonly calls: CallsRoom;
  readonly onAction: (action: Action, shown: ReasonedSubject) => void;
  readonly question: ScaleQuestion;
  readonly shell: Shell;
}

/** What a panel is opened with, and restored with after a reload. */
export interface Shown extends ReasonedSubject {
  /** The report stays when the next one is opened. */
  readonly isPinned: boolean;
}

/** What VS Code keeps of a report. */
export type KeptReport = AddressArgument & { readonly isPinned: boolean };

/** One report in its panel. */
export class OpenReport {
  readonly #panel: vscode.WebviewPanel;
  #shown: Shown;
  readonly #ports: PanelPorts;
  readonly #mayAct = createPace();
  /** What was read last, for progress: nothing stored changes meanwhile. */
  #stored: StoredReport | null | undefined;

  constructor(panel: vscode.WebviewPanel, shown: Shown, ports: PanelPorts) {
    this.#panel = panel;
    this.#shown = shown;
    this.#ports = ports;
    const pageRoot = vscode.Uri.joinPath(ports.extensionUri, 'dist', 'panel');
    this.#setTitle();
    panel.webview.options = { enableScripts: true, localResourceRoots: [pageRoot] };
    panel.webview.html = htmlOf(panel.webview, pageRoot);
    panel.webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw));
    panel.onDidChangeViewState(() => this.render());
  }

  get column(): vscode.ViewColumn | undefined {
    return this.#panel.viewColumn;
  }

  get isActive(): boolean {
    return this.#panel.active;
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** @param reading what names the network where the report was opened from, if it is known there */
  reveal(reading: ChainReading | undefined): void {
    if (reading !== undefined) this.#shown = { ...this.#shown, reading };
    this.#panel.reveal(undefined, true);
    this.render();
  }

  /** Shows another address in the same panel. */
  showInstead(shown: ReasonedSubject): void {
    this.#shown = { ...shown, isPinned: false };
    this.#stored = undefined;
    this.#setTitle();
    this.reveal(undefined);
  }

  /** Reads what is stored, and shows it. */
  render(): void {
    this.#renderWith(undefined);
  }

  renderProgress(): void {
    this.#renderWith(this.#stored);
  }

  #setTitle(): void {
    this.#panel.title = labels.panelTitle(shortAddress(this.#shown.subject.address));
  }

  #receive(raw: unknown): void {
    const message = readPageMessage(raw);
    if (message === undefined || !this.#mayAct()) return;
    this.#ports.calls.noteUser();
    if (message.type === 'ready') this.render();
    else if (message.type === 'action') this.#act(message.action);
  }

  #act(action: Action): void {
    if (action.id === 'pin') {
      this.#shown = { ...this.#shown, isPinned: !this.#shown.isPinned };
      this.render();
    } else this.#ports.onAction(action, this.#shown);
  }

  #renderWith(stored: StoredReport | null | undefined): void {
    if (!this.#panel.visible) return;
    this.#show(stored).catch((error: unknown) => this.#ports.shell.log.fault('report', error));
  }

  async #show(known: StoredReport | null | undefined): Promise<void> {
    const shown = this.#shown;
    const { calls, question } = this.#ports;
    const { isPinned } = shown;
    const options = { known, isPinned, mayAskForScale: question.mayAsk() };
    const { model, stored } = await readReport(calls, shown, options);
    // Another address may be shown by now.
    if (shown.subject !== this.#shown.subject) return;
    this.#stored = stored;
    const report = reportView({ ...model, isPinned: this.#shown.isPinned }, Date.now());
    const restore: KeptReport = { ...argumentOf(this.#shown), isPinned: this.#shown.isPinned };
    const message: HostMessage = { type: 'report', report, restore };
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
