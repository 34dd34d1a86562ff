import * as l10n from '@vscode/l10n';
import type { Question } from './message.ts';

/** The addresses of a file with summaries, before any call. */
export interface BatchCounts {
  readonly found: number;
  readonly stored: number;
  /** How many the question allows to fetch; at least 1. */
  readonly fetching: number;
}

export function batchQuestion({ found, stored, fetching }: BatchCounts): Question {
  return {
    text:
      fetching === 1
        ? l10n.t('Fetch the summary of 1 address?')
        : l10n.t('Fetch the summaries of {0} addresses?', fetching),
    detail: l10n.t(
      'Addresses found: {0}. Already stored: {1}. Calls needed: {2}. This fetches at most {3} of them.',
      found,
      stored,
      found - stored,
      fetching,
    ),
    yes: l10n.t('Fetch {0}', fetching),
  };
}

/** Why nothing is fetched: there is no such address, or all summaries are stored. */
export function nothingToFetchText(found: number): string {
  switch (found) {
    case 0:
      return l10n.t('This file has no addresses on EVM networks. Only those have summaries.');
    case 1:
      return l10n.t('1 summary already stored. No call is needed.');
    default:
      return l10n.t('{0} summaries already stored. No call is needed.', found);
  }
}

export const batchTexts = {
  noFile: () => l10n.t('Open a file to look up its addresses.'),
  progressTitle: () => l10n.t('Summaries'),
  progress: (stored: number, all: number) => l10n.t('{0} of {1}', stored, all),
  stopped: () => l10n.t('Stopped.'),
  otherAccount: () => l10n.t('Stopped: a different account is in use now.'),
  done: (stored: number, all: number) => l10n.t('Summaries stored: {0} of {1}.', stored, all),
};
