import * as vscode from 'vscode';
import { isByChoice, type ChainReading } from '../../evidence/reasons.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { ReasonedSubject, Subject } from '../documents/subject.ts';
import { createReportActions, type ScaleQuestion } from './actions.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { panelType, type AddressArgument } from '../../manifest.ts';
import { readArgument, argumentOf } from '../documents/argument.ts';
import { paced, createPace } from '../../scheduler/paced.ts';
import type { Goal, HostMessage } from '../../pageViews.ts';
import { isObject, readPageMessage, type Action } from '../../panelProtocol.ts';
import type { ReportModel, PastFacts } from '../../report/model.ts';
import { reportView } from '../../report/view.ts';
import { labels } from '../../messages/labels.ts';
import { currentLanguage } from '../../messages/language.ts';
import { shortAddress } from '../../messages/text.ts';
import type { Calls } from '../calls/calls.ts';
import type { WorkspaceKnowledge, KnownInWorkspace } from '../documents/workspaceKnowledge.ts';
import { type Shell, runLogged } from '../shell/shell.ts';
import { pageHtml } from '../../report/pageHtml.ts';
import type { StoredReport } from '../../paid/reports.ts';
import { readPast, readReport } from './readReport.ts';

/** The reports, as commands see them. */
export type Reports = Pick<
  ReturnType<typeof createReportPanels>,
  'open' | 'active' | 'showDifference'
>;

/** Makes no call. */
export function registerReports(
  { extensionUri, globalState }: vscode.ExtensionContext,
  ports: Pick<ReportPorts, 'calls' | 'choices' | 'shell' | 'workspace'>,
) {
  const declinedKey = 'scaleQuestion.isDeclined';
  const question: ScaleQuestion = {
    mayAsk: () => globalState.get(declinedKey) !== true,
    decline: async () => globalState.update(declinedKey, true),
  };
  const onAction = createReportActions(ports.calls, ports.shell, { ...ports, question });
  return createReportPanels({ ...ports, extensionUri, onAction, question });
}

interface ReportPorts {
  readonly extensionUri: vscode.Uri;
  readonly calls: Calls;
  readonly choices: ChainChoices;
  readonly onAction: (action: Action, shown: ReasonedSubject) => Promise<void>;
  readonly question: ScaleQuestion;
  readonly shell: Shell;
  readonly workspace: WorkspaceKnowledge;
}

const nameOf = ({ address, chain }: Subject): string => subjectName({ chain, address });

/** @param address undefined if another network is assumed for all addresses */
function followChoice(
  open: ReadonlySet<OpenReport>,
  address: string | undefined,
  choices: ChainChoices,
): void {
  for (const report of open) {
    const { subject, reading, isPinned } = report.shown;
    if (reading === undefined) continue;
    // A network chosen for one address overrides the code; one chosen for all addresses doesn't.
    const isMeant = address === undefined ? isByChoice(reading) : address === subject.address;
    const now = readArgument({ address: subject.address }, choices);
    if (!isMeant || now.kind !== 'subject') continue;
    const isMoved = now.subject.chain !== subject.chain;
    const isOpen = [...open].some((other) => nameOf(other.shown.subject) === nameOf(now.subject));
    // The user keeps a pinned report as it is, and one report of a network is enough.
    if (isMoved && (isPinned || isOpen)) continue;
    report.follow(now);
  }
}

/** All open reports: pinned ones, and one that shows the next address. */
export function createReportPanels(ports: ReportPorts) {
  const { session, activity } = ports.calls;
  const open = new Set<OpenReport>();
  const find = (subject: Subject): OpenReport | undefined =>
    [...open].find(({ shown }) => nameOf(shown.subject) === nameOf(subject));
  const renderAll = (): void => {
    for (const report of open) report.render();
  };
  const soon = paced(
    async () => {
      await Promise.all([...open].map((report) => report.renderWorkspace()));
    },
    (error) => ports.shell.log.fault('report', error),
  );
  const watches = [
    soon,
    ports.workspace.onDidChange(() => {
      if ([...open].some(({ panel }) => panel.visible)) soon.run();
    }),
    activity.onDidProgress((subject) => find(subject)?.renderProgress()),
    activity.onDidChange((subject) => {
      if (subject !== undefined) find(subject)?.render();
      else renderAll();
    }),
    session.onDidChange(renderAll),
    ports.choices.onDidChoose((address) => followChoice(open, address, ports.choices)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('addressRisk')) renderAll();
    }),
  ];

  function adopt(panel: vscode.WebviewPanel, shown: Shown): void {
    const report = new OpenReport(panel, shown, ports);
    open.add(report);
    panel.onDidDispose(() => open.delete(report));
  }

  return {
    /** Shows the report beside the code; reading what is stored costs nothing. */
    open(subject: Subject, reading?: ChainReading): void {
      const existing = find(subject);
      if (existing !== undefined) {
        existing.reveal(reading);
        return;
      }
      const reports = [...open];
      const replaced = reports.find(({ shown }) => !shown.isPinned);
      // Reports share one column: that of an open report, else the one beside the code.
      const { viewColumn = vscode.ViewColumn.Beside } = (replaced ?? reports[0])?.panel ?? {};
      const where = { viewColumn, preserveFocus: true };
      const panel = vscode.window.createWebviewPanel(panelType, '', where);
      adopt(panel, { subject, reading, isPinned: false });
      // Not the same panel with another address: after a reload, VS Code could restore the old one.
      replaced?.panel.dispose();
    },

    /** Shows in the report of an address, if it is still open, how the methods differ. */
    showDifference(subject: Subject): void {
      find(subject)?.goTo('difference');
    },

    /** The address of the report that the user works in, if any. */
    active: (): ReasonedSubject | undefined => [...open].find(({ panel }) => panel.active)?.shown,

    /** Restores a report of an earlier session: VS Code keeps the subject that a page has stored. */
    deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
      const { shown } = isObject(state) ? state : {};
      const argument = readArgument(shown);
      const isPinned = isObject(shown) && shown['isPinned'] === true;
      if (argument.kind === 'subject') adopt(panel, { ...argument, isPinned });
      else panel.dispose();
      return Promise.resolve();
    },

    dispose(): void {
      for (const watch of watches) watch.dispose();
    },
  };
}

/** Report state kept by VS Code. */
type KeptReport = AddressArgument & { readonly isPinned: boolean };

/** The content of a panel, also for restoring it after a reload. */
interface Shown extends ReasonedSubject {
  /** The report stays when the next one is opened. */
  readonly isPinned: boolean;
}

/** One report in its panel. */
class OpenReport {
  readonly panel: vscode.WebviewPanel;
  #shown: Shown;
  readonly #ports: ReportPorts;
  readonly #mayAct = createPace();
  /** The last stored report, reused for progress updates, which don't change stored data. */
  #stored: StoredReport | null | undefined;
  /** Earlier results, which may take longer to read. */
  #past: PastFacts | null = null;
  #pastVersion: string | undefined;
  /** The latest reading of the workspace; an earlier one may finish after it. */
  #reading: Promise<KnownInWorkspace> | undefined;
  /** The last facts from the workspace. */
  #known: KnownInWorkspace | undefined;
  #model: ReportModel | undefined;
  /** Where the page is to go, once it is there to go. */
  #goal: Goal | undefined;
  #isReady = false;
  #isClosed = false;

  constructor(panel: vscode.WebviewPanel, shown: Shown, ports: ReportPorts) {
    this.panel = panel;
    this.#shown = shown;
    this.#ports = ports;
    loadPage(panel, shown, ports.extensionUri);
    panel.webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw));
    panel.onDidChangeViewState(() => {
      // VS Code drops the page of a hidden panel.
      if (!panel.visible) this.#isReady = false;
      this.render();
    });
    panel.onDidDispose(() => (this.#isClosed = true));
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** @param reading what names the network where the report was opened from, if it is known there */
  reveal(reading: ChainReading | undefined): void {
    if (reading !== undefined) this.#shown = { ...this.#shown, reading };
    this.panel.reveal(undefined, true);
    this.goTo('top');
  }

  goTo(goal: Goal): void {
    this.#goal = goal;
    this.render();
  }

  /** Shows the address on the network that the user has chosen since. */
  follow({ subject, reading }: ReasonedSubject): void {
    if (subject.chain !== this.#shown.subject.chain) {
      [this.#model, this.#known, this.#stored] = [undefined, undefined, undefined];
      [this.#past, this.#pastVersion] = [null, undefined];
    }
    this.#shown = { ...this.#shown, subject, reading };
    this.render();
  }

  /** Reads stored data and workspace facts, and shows each as it arrives. */
  render(): void {
    this.#orLog(() => this.renderWorkspace());
    this.#orLog(async (shown) => {
      if (!(await this.#read(shown, undefined))) return;
      const version = versionOf(this.#stored);
      if (version === this.#pastVersion) return;
      const past = await readPast(this.#ports.calls, shown);
      if (shown !== this.#shown) return;
      [this.#past, this.#pastVersion] = [past, version];
      await this.#read(shown, this.#stored);
    });
  }

  renderProgress(): void {
    this.#orLog((shown) => this.#read(shown, this.#stored));
  }

  /** Updates the workspace facts of the report. Does nothing while hidden. */
  async renderWorkspace(): Promise<void> {
    if (!this.panel.visible) return;
    const reading = this.#ports.workspace.of(this.#shown);
    this.#reading = reading;
    const known = await reading;
    if (reading !== this.#reading) return;
    this.#known = known;
    if (known.reading !== undefined && this.#shown.reading === undefined) {
      this.#shown = { ...this.#shown, reading: known.reading };
      this.render();
      return;
    }
    if (this.#model !== undefined) await this.#show(this.#shown, this.#model);
  }

  #receive(raw: unknown): void {
    const message = readPageMessage(raw);
    if (message === undefined || !this.#mayAct()) return;
    this.#ports.calls.noteUser();
    if (message.type === 'ready') {
      this.#isReady = true;
      this.render();
    }
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

  /** @param known what was read before, if nothing stored has changed since then */
  async #read(shown: Shown, known: StoredReport | null | undefined): Promise<boolean> {
    const { calls, question } = this.#ports;
    const { isPinned } = shown;
    const options = { known, past: this.#past, isPinned, mayAskForScale: question.mayAsk() };
    const { model, stored } = await readReport(calls, shown, options);
    if (shown !== this.#shown) return false;
    this.#stored = stored;
    return this.#show(shown, model);
  }

  /** False if the report was closed, or if another address is shown by now. */
  async #show(shown: Shown, model: ReportModel): Promise<boolean> {
    if (this.#isClosed || shown !== this.#shown) return false;
    this.#model = model;
    const report = reportView(model, Date.now(), this.#known?.facts);
    const restore: KeptReport = { ...argumentOf(shown), isPinned: shown.isPinned };
    const isThere = this.#goal !== 'difference' || (report.other?.table ?? null) !== null;
    const goTo = this.#isReady && isThere ? this.#goal : undefined;
    if (goTo !== undefined) this.#goal = undefined;
    const message: HostMessage = { type: 'report', report, restore, goTo };
    await this.panel.webview.postMessage(message);
    return shown === this.#shown;
  }
}

function loadPage(panel: vscode.WebviewPanel, shown: Shown, extensionUri: vscode.Uri): void {
  const { webview } = panel;
  // The one folder that the page may load from.
  const root = vscode.Uri.joinPath(extensionUri, 'dist', 'panel');
  const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, 'media', name);
  // The one that VS Code draws for any page is hard to see in a light theme of high contrast.
  panel.iconPath = { light: icon('view.svg'), dark: icon('view-dark.svg') };
  panel.title = labels.panelTitle(shortAddress(shown.subject.address));
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
  const { One, Beside } = vscode.ViewColumn;
  const others = vscode.window.visibleTextEditors.flatMap((editor) => editor.viewColumn ?? []);
  const used = others.find((column) => column !== panel.viewColumn);
  const viewColumn = used ?? (panel.viewColumn === One ? Beside : One);
  await vscode.commands.executeCommand('vscode.open', uri, { selection: range, viewColumn });
}
