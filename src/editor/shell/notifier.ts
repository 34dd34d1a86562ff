import { EventEmitter, commands, env, Uri } from 'vscode';
import type { Failure } from '../../api/failure.ts';
import type { AccountRef } from '../../engine/engine.ts';
import type { AccountState } from '../../paid/account.ts';
import { signedOutText } from '../../messages/account.ts';
import {
  actionLabel,
  faultSentence,
  type NextAction,
  type Sentence,
} from '../../messages/message.ts';
import { runLogged, type Log } from './log.ts';
import { dialogs } from './dialogs.ts';
import { isLoopback } from '../../api/serviceUrl.ts';
import { commandIds } from '../../manifest.ts';
import { settings } from './settings.ts';
import { failureSentence } from '../../messages/outcomes.ts';

/** Notifications: a sentence, and the one thing to do about it. */
export type Notifier = ReturnType<typeof createNotifier>;

/** @param log receives what goes wrong with a notification itself */
export function createNotifier(log: Log) {
  const accountOpened = new EventEmitter<void>();
  /** Credentials already reported: twenty hovers show one notification. */
  const reported = new Set<string>();

  /** Shows a sentence with buttons. @param retry what *Retry* does */
  function offer(
    show: typeof dialogs.warn,
    text: string,
    actions: readonly NextAction[] = [],
    retry?: () => void,
  ): void {
    const labels = actions.map(actionLabel);
    show(text, ...labels).then(
      (label) => {
        const action = actions[labels.indexOf(label ?? '')];
        if (action !== undefined) run(action, retry);
      },
      (error: unknown) => log.fault('notification', error),
    );
  }

  /** What a button of a notification or a report does. */
  function run(action: NextAction, retry?: () => void): void {
    switch (action) {
      case 'retry':
        retry?.();
        return;
      case 'openAccount':
        openAccountPage(() => accountOpened.fire(), log);
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
        runLogged(log, action, commands.executeCommand(commandIds[action]));
    }
  }

  const notifier = {
    /** @param retry what *Retry* does, for a sentence whose next action it is */
    warn({ text, next }: Sentence, retry?: () => void): void {
      // Without a way to retry, the sentence stands alone.
      const isAlone = next === 'retry' && retry === undefined;
      offer(dialogs.warn, text, isAlone ? [] : [next], retry);
    },
    /** @param next what its button does; without one it has none */
    inform: (text: string, next?: NextAction): void =>
      offer(dialogs.inform, text, next === undefined ? [] : [next]),
    /** Rejects an input, with the reason. */
    refuse: (text: string): void => offer(dialogs.refuse, text),
    /** A fault of our own code or of the disk: everything sent is stored. */
    failed: (): void => notifier.warn(faultSentence()),
    signedOut: (account: AccountState): void =>
      offer(dialogs.inform, signedOutText(account), ['signIn', 'useSampleService']),
    /** Reports rejected credentials once; true if the failure is of that kind. */
    credentialRefused(account: AccountRef, failure: Failure): boolean {
      if (!['keyInvalid', 'keyRevoked', 'licenseNotFound'].includes(failure.kind)) return false;
      if (!reported.has(account.credential)) {
        reported.add(account.credential);
        notifier.warn(failureSentence(failure));
      }
      return true;
    },
    run,
    /** The user opened the account page: calls may be made again after a 402. */
    onDidOpenAccount: accountOpened.event,
    dispose: (): void => accountOpened.dispose(),
  };
  return notifier;
}

function openSettings(log: Log): void {
  const shown = commands.executeCommand('workbench.action.openSettings', 'addressRisk');
  runLogged(log, 'settings', shown);
}

function openAccountPage(onOpened: () => void, log: Log): void {
  const url = settings.accountUrl();
  const target = URL.parse(url);
  const isSafe =
    target?.protocol === 'https:' || (target?.protocol === 'http:' && isLoopback(target.hostname));
  if (!isSafe) {
    openSettings(log);
    return;
  }
  onOpened();
  runLogged(log, 'account site', env.openExternal(Uri.parse(url, true)));
}
