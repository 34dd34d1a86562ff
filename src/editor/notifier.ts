import { commands, env, l10n, Uri } from 'vscode';
import type { Failure } from '../api/failure.ts';
import { isLoopback } from '../api/serviceUrl.ts';
import type { AccountRef } from '../engine/engine.ts';
import { commandIds } from '../manifest.ts';
import type { Log } from './log.ts';
import { dialogs } from './dialogs.ts';
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
  /** Rejects an input, with the reason. */
  refuse(text: string): void;
  /** A fault of our own code or of the disk: everything sent is stored. */
  failed(): void;
  signedOut(identity: Identity): void;
  /** Reports rejected credentials once; true if the failure is of that kind. */
  credentialRefused(account: AccountRef, failure: Failure): boolean;
  run(action: NextAction, retry: () => void): void;
}

/**
 * @param onAccountOpened the user opened the account page: clear the stops, calls may be made
 *   again
 */
export function createNotifier(log: Log, onAccountOpened: () => void): Notifier {
  /** Credentials already reported: twenty hovers show one notification. */
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
      case 'showUsage':
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
      offer(dialogs.warn(text, label), new Map([[label, () => run(next, retry)]]));
    },
    inform(text) {
      offer(dialogs.inform(text), new Map());
    },
    refuse(text) {
      offer(dialogs.refuse(text), new Map());
    },
    failed() {
      notifier.warn(
        { text: l10n.t('Something went wrong. See the log.'), next: 'showLog' },
        () => undefined,
      );
    },
    signedOut(identity) {
      const [signIn, sample] = [actionLabel('signIn'), actionLabel('useSampleService')];
      offer(
        dialogs.inform(signedOutText(identity), signIn, sample),
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
        'The service URL has changed, and your credentials belong to the previous service. Sign in again.',
      );
    case 'badServiceUrl':
      return l10n.t('The service URL cannot be used. {0}', serviceUrlProblemText(identity.problem));
    case 'undecided':
      return l10n.t('Choose whether to use {0} or the sample service.', identity.origin);
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
    case 'showUsage':
      return l10n.t('Show Usage');
    case 'openAccount':
      return l10n.t('Open Account Page');
    case 'openSettings':
      return l10n.t('Open Settings');
  }
}
