import { commands, type QuickPickItem } from 'vscode';
import { commandIds, type CommandName } from '../../manifest.ts';
import { actionLabel } from '../../messages/message.ts';
import { detailsOf, statusMenu, type Status } from '../../messages/status.ts';
import type { Calls } from '../calls/calls.ts';
import { readStatus } from '../calls/status.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { Notifier } from '../shell/notifier.ts';

interface MenuItem extends QuickPickItem {
  readonly run: CommandName | 'openAccount';
}

/** Offers what fits the state: the menu of the status bar. */
export async function showStatus(calls: Calls, notifier: Pick<Notifier, 'run'>): Promise<void> {
  const status = await readStatus(calls);
  const isSample = status.kind === 'signedIn' && status.isSample;
  const picked = await dialogs.pick(itemsOf(status), {
    title: statusMenu.title(isSample),
    placeHolder: detailsOf(status)[0] ?? '',
  });
  if (picked === undefined) return;
  if (picked.run === 'openAccount') notifier.run('openAccount');
  else await commands.executeCommand(commandIds[picked.run]);
}

function itemsOf(status: Status): MenuItem[] {
  const signIn: MenuItem = { label: actionLabel('signIn'), run: 'signIn' };
  const showLog: MenuItem = { label: actionLabel('showLog'), run: 'showLog' };
  if (status.kind === 'signedOut') {
    const sample = { label: actionLabel('useSampleService'), run: 'useSampleService' } as const;
    return [signIn, sample, showLog];
  }
  const { isSample, stops } = status;
  const isRejected = stops.some((stop) => stop.status !== 402);
  const isUsedUp = !isSample && stops.some((stop) => stop.status === 402);
  return [
    ...(isUsedUp
      ? [{ label: actionLabel('openAccount'), run: 'openAccount' } satisfies MenuItem]
      : []),
    ...(isRejected || isSample ? [signIn] : []),
    { label: actionLabel('showUsage'), run: 'showUsage' },
    { label: actionLabel('showJobs'), run: 'showJobs' },
    { label: statusMenu.checkConnection(), run: 'checkConnection' },
    { label: isSample ? statusMenu.leaveSample() : statusMenu.signOut(), run: 'signOut' },
    showLog,
  ];
}
