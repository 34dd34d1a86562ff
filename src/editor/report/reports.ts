import * as vscode from 'vscode';
import { isByChoice, type ChainReading } from '../../evidence/reasons.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { ReasonedSubject, Subject } from '../documents/subject.ts';
import { createReportActions } from './actions.ts';
import { createScaleQuestion, OpenReport, type Shown, type PanelPorts } from './openReport.ts';
import { subjectName } from '../../ledger/subjectKey.ts';
import { panelType } from '../../manifest.ts';
import { readArgument } from '../documents/argument.ts';
import { paced } from '../../scheduler/paced.ts';

/** The reports, as commands see them. */
export type Reports = Pick<ReturnType<typeof createReportPanels>, 'open' | 'active'>;

/** Makes no call. */
export function registerReports(
  { extensionUri, globalState }: vscode.ExtensionContext,
  ports: Pick<PanelPorts, 'calls' | 'shell' | 'workspace'> & { readonly choices: ChainChoices },
) {
  const { calls, shell } = ports;
  const question = createScaleQuestion(globalState);
  const onAction = createReportActions(calls, shell, { ...ports, question });
  return createReportPanels({ ...ports, extensionUri, onAction, question });
}

interface ReportPorts extends PanelPorts {
  readonly choices: ChainChoices;
}

const nameOf = ({ address, chain }: Subject): string => subjectName({ chain, address });

/** The address of a report on the network that a choice gives it; undefined if it is not about it. */
function afterChoice(
  { subject, reading }: Shown,
  address: string | undefined,
  choices: ChainChoices,
): ReasonedSubject | undefined {
  if (reading === undefined) return undefined;
  // A network for one address overrides what the code names; one for all of them does not.
  const isMeant = address === undefined ? isByChoice(reading) : address === subject.address;
  const now = readArgument({ address: subject.address }, choices);
  return isMeant && now.kind === 'subject' ? now : undefined;
}

/** @param address undefined if another network is assumed for all addresses */
function followChoice(
  open: ReadonlySet<OpenReport>,
  address: string | undefined,
  choices: ChainChoices,
): void {
  for (const report of open) {
    const { subject, isPinned } = report.shown;
    const now = afterChoice(report.shown, address, choices);
    if (now === undefined) continue;
    const isMoved = now.subject.chain !== subject.chain;
    const isOpen = [...open].some((other) => nameOf(other.shown.subject) === nameOf(now.subject));
    // The user keeps a pinned report as it is, and one report of a network is enough.
    if (isMoved && (isPinned || isOpen)) continue;
    report.follow(now);
  }
}

/** All open reports: those that are pinned, and one in which the next address is shown. */
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
      // Reports share one column: that of an open report, otherwise beside the code.
      const { viewColumn = vscode.ViewColumn.Beside } = (replaced ?? reports[0])?.panel ?? {};
      const where = { viewColumn, preserveFocus: true };
      const panel = vscode.window.createWebviewPanel(panelType, '', where);
      adopt(panel, { subject, reading, isPinned: false });
      // Not the same panel with another address: after a reload, VS Code could restore the old one.
      replaced?.panel.dispose();
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
