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

  function offer(show: Thenable<string | undefined>, actions: Map<string, () => void>): void {
    show.then(
      (label) => {
        if (label !== undefined) actions.get(label)?.();
      },
      (error: unknown) => log.fault('notification', error),
    );
  }

  function run(action: NextAction, retry: () => void = nothing): void {
    runNextAction(action, { retry, onAccountOpened: () => accountOpened.fire() }, log);
  }

  const notifier = {
    /** @param retry what *Retry* does, for a sentence whose next action it is */
    warn({ text, next }: Sentence, retry?: () => void): void {
      // Without a way to retry, the sentence stands alone.
      if (next === 'retry' && retry === undefined) {
        offer(dialogs.warn(text), new Map());
        return;
      }
      const label = actionLabel(next);
      offer(dialogs.warn(text, label), new Map([[label, () => run(next, retry)]]));
    },
    /** @param next what its button does; without one it has none */
    inform(text: string, next?: NextAction): void {
      const labels = next === undefined ? [] : [actionLabel(next)];
      offer(
        dialogs.inform(text, ...labels),
        new Map(labels.map((label) => [label, () => next && run(next)])),
      );
    },
    /** Rejects an input, with the reason. */
    refuse(text: string): void {
      offer(dialogs.refuse(text), new Map());
    },
    /** A fault of our own code or of the disk: everything sent is stored. */
    failed(): void {
      notifier.warn(faultSentence());
    },
    signedOut(account: AccountState): void {
      const [signIn, sample] = [actionLabel('signIn'), actionLabel('useSampleService')];
      offer(
        dialogs.inform(signedOutText(account), signIn, sample),
        new Map([
          [signIn, () => run('signIn')],
          [sample, () => run('useSampleService')],
        ]),
      );
    },
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

const nothing = (): void => undefined;

/** What a button of a notification or a report does. */
function runNextAction(
  action: NextAction,
  { retry, onAccountOpened }: { readonly retry: () => void; readonly onAccountOpened: () => void },
  log: Log,
): void {
  switch (action) {
    case 'retry':
      retry();
      return;
    case 'openAccount':
      openAccountPage(onAccountOpened, log);
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

function openSettings(log: Log): void {
  runLogged(
    log,
    'settings',
    commands.executeCommand('workbench.action.openSettings', 'addressRisk'),
  );
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
