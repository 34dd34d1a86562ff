import { Disposable, StatusBarAlignment, window } from 'vscode';
import { commandIds } from '../../manifest.ts';
import { Refresh } from '../../scheduler/refresh.ts';
import { statusName, statusText } from '../../messages/status.ts';
import type { Calls } from '../calls/calls.ts';
import { readStatus } from '../calls/status.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { contextKey } from '../shell/shell.ts';
import { runLogged, type Log } from '../shell/log.ts';

/**
 * The item of the status bar. It appears with the first address, request, or change of account, and
 * follows events alone: a quiet window reads nothing.
 */
export function createStatusItem(
  calls: Pick<Calls, 'session' | 'openEngine' | 'activity'>,
  { index }: Pick<Documents, 'index'>,
  log: Pick<Log, 'fault'>,
): Disposable {
  const item = window.createStatusBarItem('addressRisk.status', StatusBarAlignment.Right);
  item.name = statusName();
  item.command = commandIds.showStatus;
  const hasAccount = contextKey('addressRisk.hasAccount');
  let isShown = false;
  const reading = new Refresh(async () => {
    const status = await readStatus(calls);
    hasAccount(status.kind !== 'signedOut');
    const { text, tooltip, label } = statusText(status);
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label, role: 'button' };
    item.show();
  });

  function refresh(): void {
    isShown = true;
    runLogged(log, 'status', reading.run());
  }

  const first = index.onDidRead((document) => {
    if (isShown) {
      first.dispose();
      return;
    }
    index.of(document).then(
      (lines = []) => {
        if (!isShown && lines.some(({ addresses }) => addresses.length > 0)) refresh();
      },
      (error: unknown) => log.fault('status', error),
    );
  });
  let wasFocused = window.state.focused;
  return Disposable.from(
    item,
    first,
    calls.activity.onDidChange(refresh),
    calls.session.onDidChange(refresh),
    // Another window may have spent something, or a new day has started.
    window.onDidChangeWindowState(({ focused }) => {
      // Fires too when the user has not done anything for a while.
      if (isShown && focused && !wasFocused) refresh();
      wasFocused = focused;
    }),
  );
}
