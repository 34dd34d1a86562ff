import * as vscode from 'vscode';
import { subjectName } from '../../ledger/subjectKey.ts';
import { panelType } from '../../manifest.ts';
import { OpenReport, type PanelPorts } from './openReport.ts';
import type { ChainReading } from '../../addresses/chain/reasons.ts';
import { readArgument } from '../documents/argument.ts';
import type { ReasonedSubject, Subject } from '../documents/subject.ts';

/** Also restores panels: VS Code keeps the subject that a page has stored. */
export interface ReportPanels extends vscode.WebviewPanelSerializer {
  /** Shows the report beside the code; reading what is stored costs nothing. */
  open(subject: Subject, reading?: ChainReading): void;
  dispose(): void;
}

/** All open reports; there is one for each address on a network. */
export function createReportPanels(ports: PanelPorts): ReportPanels {
  const { session, activity } = ports.calls;
  const open = new Map<string, OpenReport>();
  const keyOf = ({ address, chain }: Subject): string => subjectName({ chain, address });
  const watches = [
    activity.onDidProgress((subject) => open.get(keyOf(subject))?.renderProgress()),
    activity.onDidChange((subject) => {
      if (subject !== undefined) open.get(keyOf(subject))?.render();
      else for (const report of open.values()) report.render();
    }),
    session.onDidChange(() => {
      for (const report of open.values()) report.render();
    }),
  ];

  function adopt(panel: vscode.WebviewPanel, shown: ReasonedSubject): void {
    const { subject } = shown;
    const report = new OpenReport(panel, shown, ports);
    open.set(keyOf(subject), report);
    panel.onDidDispose(() => {
      if (open.get(keyOf(subject)) === report) open.delete(keyOf(subject));
    });
  }

  return {
    open(subject, reading) {
      const existing = open.get(keyOf(subject));
      if (existing !== undefined) {
        existing.reveal(reading);
        return;
      }
      // Reports share one column: that of an open report, otherwise beside the code.
      const [other] = open.values();
      const viewColumn = other?.column ?? vscode.ViewColumn.Beside;
      const where = { viewColumn, preserveFocus: true };
      adopt(vscode.window.createWebviewPanel(panelType, '', where), { subject, reading });
    },

    deserializeWebviewPanel(panel, state) {
      const argument = readArgument(state);
      if (argument.kind === 'subject') adopt(panel, argument);
      else panel.dispose();
      return Promise.resolve();
    },

    dispose() {
      for (const watch of watches) watch.dispose();
    },
  };
}
