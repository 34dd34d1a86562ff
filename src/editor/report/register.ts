import { window, type ExtensionContext } from 'vscode';
import type { ChainReading } from '../../addresses/chain/reasons.ts';
import { panelType } from '../../manifest.ts';
import type { CallsRoom } from '../calls/register.ts';
import type { Subject } from '../documents/subject.ts';
import type { Room, Shell } from '../shell/shell.ts';
import { createReportActions } from './actions.ts';
import { createReportPanels } from './panels.ts';

/** The reports, as commands see them. */
export interface Reports {
  /** Shows the report beside the code; reading what is stored costs nothing. */
  open(subject: Subject, reading?: ChainReading): void;
}

/** Restores the reports of an earlier session as VS Code shows their panels. Makes no call. */
export function registerReport(ports: {
  readonly context: ExtensionContext;
  readonly calls: CallsRoom;
  readonly shell: Shell;
}): Reports & Room {
  const { context, calls, shell } = ports;
  const { extensionUri } = context;
  const onAction = createReportActions(calls, shell);
  const panels = createReportPanels({ extensionUri, calls, onAction, shell });
  const serializer = window.registerWebviewPanelSerializer(panelType, panels);
  return {
    open: (subject, reading) => panels.open(subject, reading),
    dispose() {
      serializer.dispose();
      panels.dispose();
    },
  };
}
