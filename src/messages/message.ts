import * as l10n from '@vscode/l10n';

/** The next actions that a message can offer. */
export const nextActions = [
  'signIn',
  'useSampleService',
  'retry',
  'checkConnection',
  'showLog',
  'showUsage',
  'showJobs',
  'openAccount',
  'openSettings',
] as const;

export type NextAction = (typeof nextActions)[number];

/** A message for the user, with the one thing to do about it. */
export interface Sentence {
  readonly text: string;
  /** Never suggest a call that may be metered. */
  readonly next: Exclude<NextAction, 'checkConnection'>;
}

/** A modal question with one button; dismissing it means no. */
export interface Question {
  readonly text: string;
  readonly detail: string;
  readonly yes: string;
}

/** The button of an action. */
export const actionLabel = (action: NextAction): string => actionLabels[action]();

const actionLabels: Readonly<Record<NextAction, () => string>> = {
  signIn: () => l10n.t('Sign In…'),
  useSampleService: () => l10n.t('Try Without an Account'),
  retry: () => l10n.t('Retry'),
  showLog: () => l10n.t('Show Log'),
  checkConnection: () => l10n.t('Check Connection'),
  showUsage: () => l10n.t('Show Usage'),
  showJobs: () => l10n.t('Show Risk Jobs'),
  openAccount: () => l10n.t('Open Account Page'),
  openSettings: () => l10n.t('Open Settings'),
};

/** A fault of our own code or of the disk. */
export function faultSentence(): Sentence {
  return { text: l10n.t('Something went wrong. See the log.'), next: 'showLog' };
}
