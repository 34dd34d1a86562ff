import type { ExtensionContext, WebviewPanelSerializer } from 'vscode';
import type { ChainReading } from '../../evidence/reasons.ts';
import type { CallsRoom } from '../calls/register.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { ReasonedSubject, Subject } from '../documents/subject.ts';
import type { WorkspaceKnowledge } from '../documents/workspaceKnowledge.ts';
import type { Room, Shell } from '../shell/shell.ts';
import { createReportActions } from './actions.ts';
import { createReportPanels } from './panels.ts';
import { createScaleQuestion } from './scaleQuestion.ts';

/** The reports, as commands see them. */
export interface Reports {
  /** Shows the report beside the code; reading what is stored costs nothing. */
  open(subject: Subject, reading?: ChainReading): void;
  /** The address of the report that the user works in, if any. */
  active(): ReasonedSubject | undefined;
}

export interface ReportRoom extends Reports, Room {
  /** Restores the reports of an earlier session as VS Code shows their panels. */
  readonly panels: WebviewPanelSerializer;
}

/** Makes no call. */
export function registerReport(ports: {
  readonly context: ExtensionContext;
  readonly calls: CallsRoom;
  readonly choices: ChainChoices;
  readonly shell: Shell;
  readonly workspace: WorkspaceKnowledge;
}): ReportRoom {
  const { context, calls, choices, shell, workspace } = ports;
  const { extensionUri } = context;
  const question = createScaleQuestion(context.globalState);
  const onAction = createReportActions(calls, shell, { question, choices, workspace });
  const panels = createReportPanels({ extensionUri, calls, onAction, question, shell, workspace });
  return {
    open: (subject, reading) => panels.open(subject, reading),
    active: () => panels.active(),
    panels,
    dispose: () => panels.dispose(),
  };
}
