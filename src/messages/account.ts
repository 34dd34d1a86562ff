import * as l10n from '@vscode/l10n';
import type { AccountState } from '../paid/account.ts';
import { serviceUrlProblemText } from './inputs.ts';
import type { Question, Sentence } from './message.ts';

/**
 * Why no account is in use, and what to do about it.
 * @param hasStored whether results of the last account are shown with it
 */
export function signedOutText(account: AccountState, hasStored = false): string {
  switch (account.kind) {
    case 'otherOrigin':
      return l10n.t(
        'The service URL has changed, and your credentials belong to the previous service. Sign in again.',
      );
    case 'badServiceUrl':
      return l10n.t('The service URL cannot be used. {0}', serviceUrlProblemText(account.problem));
    case 'undecided':
      return l10n.t('Choose whether to use {0} or the sample service.', account.origin);
    case 'signedOut':
    case 'sample':
    case 'service':
      return hasStored
        ? l10n.t('Signed out. Sign in to refresh what is stored.')
        : l10n.t('You are not signed in to a service.');
  }
}

/** The boxes of signing in, in their order. */
export const signInBoxes = {
  /** @param step from 1 to 4 */
  title: (step: number) => l10n.t('Sign In ({0}/4)', step),
  serviceUrl: () => l10n.t('URL of the service'),
  tenantId: () => l10n.t('Tenant ID, a UUID that your account shows'),
  /** @param accountUrl where keys are issued; empty if that is not known */
  apiKey: (accountUrl: string, origin: string) =>
    accountUrl === ''
      ? l10n.t(
          'API key, as issued under “API keys” in your account. It is sent to {0} only.',
          origin,
        )
      : l10n.t(
          'API key, as issued under “API keys” at {0}. It is sent to {1} only.',
          accountUrl,
          origin,
        ),
  hover: () => l10n.t('When should hovers fetch summaries?'),
  hoverChoices: () =>
    [
      {
        label: l10n.t('Automatically'),
        detail: l10n.t('Fetch the summary on hover (1 API call per address)'),
        value: 'auto',
      },
      {
        label: l10n.t('Ask first'),
        detail: l10n.t('Show a link to fetch the summary'),
        value: 'ask',
      },
      { label: l10n.t('Never'), detail: l10n.t('Show stored data only'), value: 'off' },
    ] as const,
};

export function signedInText(origin: string): string {
  return l10n.t('Signed in to {0}. No call was made.', origin);
}

export function notKeptSentence(): Sentence {
  return {
    text: l10n.t(
      'The credentials were not kept, so you are not signed in. Start a keyring, then sign in again.',
    ),
    next: 'showLog',
  };
}

export function signOutQuestion(origin: string): Question {
  return {
    text: l10n.t('Sign out of {0}?', origin),
    detail: l10n.t('Your credentials are deleted from this machine. Results and jobs are kept.'),
    yes: l10n.t('Sign Out'),
  };
}

/** Asked when it cannot be read whether sample mode is on: the command does one or the other. */
export const signOutChoice = {
  text: () => l10n.t('Sign out, or leave sample mode?'),
  detail: (origin: string) =>
    l10n.t(
      'Address Risk cannot determine whether sample mode is on. Sign Out deletes your credentials for {0} from this machine. Leave Sample Mode keeps them, and hovers may fetch summaries from {0} again. Results and jobs are kept.',
      origin,
    ),
  signOut: () => l10n.t('Sign Out'),
  leaveSample: () => l10n.t('Leave Sample Mode'),
};

/** Other credentials were stored while the question named the earlier ones. */
export function otherCredentialsSentence(): Sentence {
  return {
    text: l10n.t('Nothing was deleted: the stored credentials have changed.'),
    next: 'retry',
  };
}

export function hasSignedOutText(): string {
  return l10n.t('Signed out. Results and jobs are kept.');
}

/** @param origin the service whose credentials are stored, if there are any */
export function leaveSampleQuestion(origin: string | undefined): Question {
  return {
    text: l10n.t('Leave sample mode?'),
    detail:
      origin === undefined
        ? l10n.t('Sample results are kept.')
        : l10n.t(
            'You will be signed in to {0} again, and hovers may fetch summaries from it. Sample results are kept.',
            origin,
          ),
    yes: l10n.t('Leave Sample Mode'),
  };
}

export function hasLeftSampleText(): string {
  return l10n.t('Left sample mode.');
}

export function usingSampleText(): string {
  return l10n.t('Now using sample data. Hover over an address or score its risk.');
}

/** The account changed after the user had chosen what to do: it was chosen for the other one. */
export function otherAccountSentence(): Sentence {
  return {
    text: l10n.t('No call was made: a different account is in use now.'),
    next: 'retry',
  };
}

/** Asked when it cannot be read which service was in use. */
export const serviceQuestion = {
  text: () => l10n.t('Which service should Address Risk use?'),
  detail: (origin: string) =>
    l10n.t(
      'Address Risk cannot determine whether sample mode was on. Calls to {0} use your license; the sample service runs on this machine. No call is made until you choose.',
      origin,
    ),
  service: (origin: string) => l10n.t('Use {0}', origin),
  sample: () => l10n.t('Use Sample Service'),
};
