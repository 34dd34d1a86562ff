import type { HostMessage, ReportView } from '../../pageViews.ts';
import * as vscode from 'vscode';
import type { ChainReading } from '../../evidence/reasons.ts';
import type { AddressArgument } from '../../manifest.ts';
import { readPageMessage, type Action } from '../../messages.ts';
import type { ReportModel } from '../../report/model.ts';
import { reportView } from '../../report/view.ts';
import { labels } from '../../words/labels.ts';
import { currentLanguage } from '../../words/language.ts';
import { shortAddress } from '../../words/text.ts';
import type { CallsRoom } from '../calls/register.ts';
import { argumentOf } from '../documents/argument.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import type { Shell } from '../shell/shell.ts';
import { ReportContents, type Shown } from './contents.ts';
import { pageHtml } from '../../report/pageHtml.ts';
import { createPace } from '../../turns/messagePace.ts';
import { ReportWorkspace } from './reportWorkspace.ts';
import type { ScaleQuestion } from './scaleQuestion.ts';

/** What a report needs besides its panel and its subject. */
export interface PanelPorts {
  readonly extensionUri: vscode.Uri;
  readonly calls: CallsRoom;
  readonly onAction: (action: Action, shown: ReasonedSubject) => Promise<void>;
  readonly question: ScaleQuestion;
  readonly shell: Shell;
  readonly workspace: WorkspaceKnowledge;
}

/** What VS Code keeps of a report. */
export type KeptReport = AddressArgument & { readonly isPinned: boolean };

/** One report in its panel. */
export class OpenReport {
  readonly panel: vscode.WebviewPanel;
  #shown: Shown;
  readonly #ports: PanelPorts;
  readonly #mayAct = createPace();
  readonly #contents: ReportContents;
  readonly #workspace: ReportWorkspace;
  #model: ReportModel | undefined;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, shown: Shown, ports: PanelPorts) {
    this.panel = panel;
    this.#shown = shown;
    this.#ports = ports;
    this.#contents = new ReportContents(ports.calls, ports.question);
    this.#workspace = new ReportWorkspace(ports.workspace);
    loadPage(panel, shown, ports.extensionUri);
    panel.webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw));
    panel.onDidChangeViewState(() => this.render());
    panel.onDidDispose(() => (this.#isClosed = true));
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** @param reading what names the network where the report was opened from, if it is known there */
  reveal(reading: ChainReading | undefined): void {
    if (reading !== undefined) this.#shown = { ...this.#shown, reading };
    this.panel.reveal(undefined, true);
    this.render();
  }

  /** Reads what is stored and what the workspace says, and shows each as it arrives. */
  render(): void {
    this.#orLog(() => this.renderWorkspace());
    this.#orLog(async (shown) => {
      for await (const model of this.#contents.now(shown))
        if (!(await this.#show(shown, model))) return;
    });
  }

  renderProgress(): void {
    this.#orLog(async (shown) => this.#show(shown, await this.#contents.progress(shown)));
  }

  /** The same report with what the workspace says now. Does nothing while it is hidden. */
  async renderWorkspace(): Promise<void> {
    const isNewest = this.panel.visible && (await this.#workspace.read(this.#shown));
    if (isNewest && this.#model !== undefined) await this.#show(this.#shown, this.#model);
  }

  #receive(raw: unknown): void {
    const message = readPageMessage(raw);
    if (message === undefined || !this.#mayAct()) return;
    this.#ports.calls.noteUser();
    if (message.type === 'ready') this.render();
    if (message.type !== 'action') return;
    if (message.action.id === 'pin') {
      this.#shown = { ...this.#shown, isPinned: !this.#shown.isPinned };
      this.render();
    } else if (message.action.id === 'openPlace') {
      this.#orLog(() => this.#workspace.open(message.action.place, this.panel));
    } else void this.#ports.onAction(message.action, this.#shown);
  }

  #orLog(render: (shown: Shown) => Promise<unknown>): void {
    if (this.#isClosed || !this.panel.visible) return;
    render(this.#shown).catch((error: unknown) => this.#ports.shell.log.fault('report', error));
  }

  /** False if the report was closed, or if another address is shown by now. */
  async #show(shown: Shown, model: ReportModel): Promise<boolean> {
    if (this.#isClosed || shown !== this.#shown) return false;
    this.#model = model;
    const report = reportView(model, Date.now(), this.#workspace.facts);
    await this.panel.webview.postMessage(messageOf(shown, report));
    return shown === this.#shown;
  }
}

function messageOf(shown: Shown, report: ReportView): HostMessage {
  const restore: KeptReport = { ...argumentOf(shown), isPinned: shown.isPinned };
  return { type: 'report', report, restore };
}

const titleOf = ({ subject }: ReasonedSubject): string =>
  labels.panelTitle(shortAddress(subject.address));

function loadPage(panel: vscode.WebviewPanel, shown: Shown, extensionUri: vscode.Uri): void {
  const { webview } = panel;
  // The one folder that the page may load from.
  const root = vscode.Uri.joinPath(extensionUri, 'dist', 'panel');
  panel.title = titleOf(shown);
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(root, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  webview.html = pageHtml({
    language: currentLanguage(),
    source: webview.cspSource,
    style: file('panel.css'),
    script: file('panel.js'),
  });
}
