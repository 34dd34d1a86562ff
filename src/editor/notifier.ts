import { commands, env, l10n, Uri, window } from 'vscode';
import type { Failure } from '../api/failure.ts';
import { isLoopback } from '../api/serviceUrl.ts';
import type { Account } from '../lookups/account.ts';
import { commandIds } from '../manifest.ts';
import type { Log } from './log.ts';
import {
  failureSentence,
  serviceUrlProblemText,
  type NextAction,
  type Sentence,
} from './sentences.ts';
import type { Identity } from './session.ts';
import { settings } from './settings.ts';

/** Notifications: a sentence, and the one thing to do about it. */
export interface Notifier {
  warn(sentence: Sentence, retry: () => void): void;
  inform(text: string): void;
  /** Something that was entered cannot be used as it is. */
  refuse(text: string): void;
  /** A fault of our own, or of the disk: nothing was sent that is not stored. */
  failed(): void;
  signedOut(identity: Identity): void;
  /** Tells once of credentials that a service refuses; true where the failure is of that kind. */
  credentialRefused(account: Account, failure: Failure): boolean;
  run(action: NextAction, retry: () => void): void;
}

/** @param onAccountOpened a person went to see the licence: what was stopped may be asked again */
export function createNotifier(log: Log, onAccountOpened: () => void): Notifier {
  /** Credentials that a person has been told about: twenty hovers make one notification. */
  const told = new Set<string>();

  function offer(show: Thenable<string | undefined>, actions: Map<string, () => void>): void {
    show.then(
      (label) => {
        if (label !== undefined) actions.get(label)?.();
      },
      (error: unknown) => log.fault('notification', error),
    );
  }

  function run(action: NextAction, retry: () => void): void {
    switch (action) {
      case 'retry':
        retry();
        return;
      case 'openAccount':
        openAccount();
        return;
      case 'openSettings':
        commands
          .executeCommand('workbench.action.openSettings', 'addressRisk')
          .then(undefined, (error: unknown) => log.fault('settings', error));
        return;
      case 'signIn':
      case 'useSampleService':
      case 'showLog':
        commands
          .executeCommand(commandIds[action])
          .then(undefined, (error: unknown) => log.fault(action, error));
    }
  }

  function openAccount(): void {
    const url = settings.accountUrl();
    const target = URL.parse(url);
    const isSafe =
      target?.protocol === 'https:' ||
      (target?.protocol === 'http:' && isLoopback(target.hostname));
    if (!isSafe) {
      run('openSettings', () => undefined);
      return;
    }
    onAccountOpened();
    env
      .openExternal(Uri.parse(url, true))
      .then(undefined, (error: unknown) => log.fault('account site', error));
  }

  const notifier: Notifier = {
    warn({ text, next }, retry) {
      const label = actionLabel(next);
      offer(window.showWarningMessage(text, label), new Map([[label, () => run(next, retry)]]));
    },
    inform(text) {
      offer(window.showInformationMessage(text), new Map());
    },
    refuse(text) {
      offer(window.showErrorMessage(text), new Map());
    },
    failed() {
      notifier.warn(
        { text: l10n.t('That did not work. See the log for what went wrong.'), next: 'showLog' },
        () => undefined,
      );
    },
    signedOut(identity) {
      const [signIn, sample] = [actionLabel('signIn'), actionLabel('useSampleService')];
      offer(
        window.showInformationMessage(signedOutText(identity), signIn, sample),
        new Map([
          [signIn, () => run('signIn', () => undefined)],
          [sample, () => run('useSampleService', () => undefined)],
        ]),
      );
    },
    credentialRefused(account, failure) {
      if (!['keyInvalid', 'keyRevoked', 'licenceNotFound'].includes(failure.kind)) return false;
      if (!told.has(account.credential)) {
        told.add(account.credential);
        notifier.warn(failureSentence(failure), () => undefined);
      }
      return true;
    },
    run,
  };
  return notifier;
}

export function signedOutText(identity: Identity): string {
  switch (identity.kind) {
    case 'otherOrigin':
      return l10n.t(
        'The service URL has changed. Credentials stay with the service they were given for: sign in again.',
      );
    case 'badServiceUrl':
      return l10n.t('The service URL cannot be used. {0}', serviceUrlProblemText(identity.problem));
    case 'signedOut':
    case 'sample':
    case 'service':
      return l10n.t('You are not signed in to a service.');
  }
}

export function actionLabel(action: NextAction): string {
  switch (action) {
    case 'signIn':
      return l10n.t('Sign In…');
    case 'useSampleService':
      return l10n.t('Try Without an Account');
    case 'retry':
      return l10n.t('Retry');
    case 'showLog':
      return l10n.t('Show Log');
    case 'openAccount':
      return l10n.t('Open Account Site');
    case 'openSettings':
      return l10n.t('Open Settings');
  }
}
