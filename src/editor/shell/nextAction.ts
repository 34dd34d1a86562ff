import { commands, env, Uri } from 'vscode';
import { isLoopback } from '../../api/serviceUrl.ts';
import { commandIds } from '../../manifest.ts';
import type { NextAction } from '../../words/message.ts';
import type { Log } from './log.ts';
import { settings } from './settings.ts';

/** What a button of a notification or a report does. */
export function runNextAction(
  action: NextAction,
  { retry, onAccountOpened }: { readonly retry: () => void; readonly onAccountOpened: () => void },
  log: Log,
): void {
  switch (action) {
    case 'retry':
      retry();
      return;
    case 'openAccount':
      openAccount(onAccountOpened, log);
      return;
    case 'openSettings':
      openSettings(log);
      return;
    case 'signIn':
    case 'useSampleService':
    case 'checkConnection':
    case 'showLog':
    case 'showJobs':
    case 'showUsage':
      commands
        .executeCommand(commandIds[action])
        .then(undefined, (error: unknown) => log.fault(action, error));
  }
}

function openSettings(log: Log): void {
  commands
    .executeCommand('workbench.action.openSettings', 'addressRisk')
    .then(undefined, (error: unknown) => log.fault('settings', error));
}

function openAccount(onOpened: () => void, log: Log): void {
  const url = settings.accountUrl();
  const target = URL.parse(url);
  const isSafe =
    target?.protocol === 'https:' || (target?.protocol === 'http:' && isLoopback(target.hostname));
  if (!isSafe) {
    openSettings(log);
    return;
  }
  onOpened();
  env
    .openExternal(Uri.parse(url, true))
    .then(undefined, (error: unknown) => log.fault('account site', error));
}
