import type { HostMessage, ReportView } from '../../pageViews.ts';
import * as vscode from 'vscode';
import type { ChainReading } from '../../evidence/reasons.ts';
import type { AddressArgument } from '../../manifest.ts';
import { readPageMessage, type Action } from '../../panelProtocol.ts';
import type { ReportModel, PastFacts } from '../../report/model.ts';
import { reportView } from '../../report/view.ts';
import { labels } from '../../messages/labels.ts';
import { currentLanguage } from '../../messages/language.ts';
import { shortAddress } from '../../messages/text.ts';
import type { CallsRoom, Calls } from '../calls/calls.ts';
import { argumentOf } from '../documents/argument.ts';
import type { ReasonedSubject } from '../documents/subject.ts';
import type { WorkspaceKnowledge, KnownInWorkspace } from '../documents/workspaceKnowledge.ts';
import type { Shell } from '../shell/shell.ts';
import { pageHtml } from '../../report/pageHtml.ts';
import { createPace } from '../../scheduler/messagePace.ts';
import type { StoredReport } from '../../paid/reports.ts';
import { readPast, readReport } from './readReport.ts';
import { runLogged } from '../shell/log.ts';

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
type KeptReport = AddressArgument & { readonly isPinned: boolean };

/** One report in its panel. */
export class OpenReport {
  readonly panel: vscode.WebviewPanel;
  #shown: Shown;
  readonly #ports: PanelPorts;
  readonly #mayAct = createPace();
  #contents: ReportContents;
  /** The newest reading of the workspace; one that began before it may end later. */
  #reading: Promise<KnownInWorkspace> | undefined;
  /** What the workspace says of the address, as it was read last. */
  #known: KnownInWorkspace | undefined;
  #model: ReportModel | undefined;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, shown: Shown, ports: PanelPorts) {
    this.panel = panel;
    this.#shown = shown;
    this.#ports = ports;
    this.#contents = new ReportContents(ports.calls, ports.question);
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

  /** Shows the address on the network that the user has chosen since. */
  follow({ subject, reading }: ReasonedSubject): void {
    if (subject.chain !== this.#shown.subject.chain) {
      const { calls, question } = this.#ports;
      this.#contents = new ReportContents(calls, question);
      [this.#model, this.#known] = [undefined, undefined];
    }
    this.#shown = { ...this.#shown, subject, reading };
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
    if (!this.panel.visible) return;
    const reading = this.#ports.workspace.of(this.#shown);
    this.#reading = reading;
    const known = await reading;
    if (reading !== this.#reading) return;
    this.#known = known;
    if (this.#model !== undefined) await this.#show(this.#shown, this.#model);
  }

  #receive(raw: unknown): void {
    const message = readPageMessage(raw);
    if (message === undefined || !this.#mayAct()) return;
    this.#ports.calls.noteUser();
    if (message.type === 'ready') this.render();
    // Once a minute while the page is in sight: its times age together.
    if (message.type === 'heartbeat') this.renderProgress();
    if (message.type !== 'action') return;
    if (message.action.id === 'pin') {
      this.#shown = { ...this.#shown, isPinned: !this.#shown.isPinned };
      this.render();
    } else if (message.action.id === 'openPlace') {
      // Any other place than one that is listed does nothing.
      const place = this.#known?.places[message.action.place ?? -1];
      if (place !== undefined) this.#orLog(() => openPlace(place, this.panel));
    } else void this.#ports.onAction(message.action, this.#shown);
  }

  #orLog(render: (shown: Shown) => Promise<unknown>): void {
    if (this.#isClosed || !this.panel.visible) return;
    runLogged(this.#ports.shell.log, 'report', render(this.#shown));
  }

  /** False if the report was closed, or if another address is shown by now. */
  async #show(shown: Shown, model: ReportModel): Promise<boolean> {
    if (this.#isClosed || shown !== this.#shown) return false;
    this.#model = model;
    const report = reportView(model, Date.now(), this.#known?.facts);
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

/** What a panel is opened with, and restored with after a reload. */
export interface Shown extends ReasonedSubject {
  /** The report stays when the next one is opened. */
  readonly isPinned: boolean;
}

/** What one report is made of, and what was read of it last. */
class ReportContents {
  readonly #calls: Calls;
  readonly #question: ScaleQuestion;
  /** For progress: nothing stored changes meanwhile. */
  #stored: StoredReport | null | undefined;
  #past: PastFacts | null = null;
  #pastVersion: string | undefined;

  constructor(calls: Calls, question: ScaleQuestion) {
    this.#calls = calls;
    this.#question = question;
  }

  /** The report with the progress of now, and with what was stored when it was last read. */
  async progress(shown: Shown): Promise<ReportModel> {
    return this.#read(shown, this.#stored);
  }

  /**
   * The report as it is stored now, and once more with what was stored before, which may take longer
   * to read.
   */
  async *now(shown: Shown): AsyncGenerator<ReportModel, void> {
    yield await this.#read(shown, undefined);
    const version = versionOf(this.#stored);
    if (version === this.#pastVersion) return;
    this.#past = await readPast(this.#calls, shown);
    this.#pastVersion = version;
    yield await this.#read(shown, this.#stored);
  }

  async #read(shown: Shown, known: StoredReport | null | undefined): Promise<ReportModel> {
    const { model, stored } = await readReport(this.#calls, shown, {
      known,
      past: this.#past,
      isPinned: shown.isPinned,
      mayAskForScale: this.#question.mayAsk(),
    });
    this.#stored = stored;
    return model;
  }
}

/** Equal as long as no score was received and no calculation started: then the past is the same. */
function versionOf(stored: StoredReport | null | undefined): string {
  const { scores, jobs } = stored ?? {};
  return JSON.stringify([
    ...Object.values(scores ?? {}).map((known) => known?.receivedAt),
    ...Object.values(jobs ?? {}).map((job) => job && [job.id, job.state]),
  ]);
}

/** Opens a file at an address, in a column beside the report, so that the report stays in sight. */
async function openPlace(
  { uri, range }: vscode.Location,
  panel: vscode.WebviewPanel,
): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, {
    selection: range,
    viewColumn: columnBeside(panel),
  });
}

function columnBeside({ viewColumn }: vscode.WebviewPanel): vscode.ViewColumn {
  const others = vscode.window.visibleTextEditors.flatMap((editor) => editor.viewColumn ?? []);
  const used = others.find((column) => column !== viewColumn);
  return (
    used ??
    (viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One)
  );
}

/** Whether the report may ask what scale the scores have. Once declined, it never asks again. */
export type ScaleQuestion = ReturnType<typeof createScaleQuestion>;

const declinedKey = 'scaleQuestion.isDeclined';

export function createScaleQuestion(memento: vscode.Memento) {
  return {
    mayAsk: (): boolean => memento.get(declinedKey) !== true,
    decline: async (): Promise<void> => memento.update(declinedKey, true),
  };
}
