import * as l10n from '@vscode/l10n';
import type { LedgerNotice, NotStoredReason } from '../ledger/notices.ts';
import type { Question } from './message.ts';

export function ledgerNoticeText(notice: LedgerNotice): string {
  switch (notice.kind) {
    case 'moved':
      return l10n.t('The stored results could not be read. They were moved to {0}.', notice.file);
    case 'storedAgain':
      return l10n.t('Address Risk can write its storage again. Everything was saved.');
    case 'notStored':
      return notStoredText(notice.reason);
  }
}

function notStoredText(reason: NotStoredReason): string {
  switch (reason) {
    case 'notWritable':
      return l10n.t(
        'Address Risk cannot write its storage. New results last only until this window closes. Free disk space, or check the permissions of its folder; it tries again every 10 seconds.',
      );
    case 'damaged':
      return l10n.t(
        'The stored results are damaged, and other windows have the file open. Close the other VS Code windows so that it can be replaced.',
      );
    case 'newer':
      return l10n.t(
        'The stored results are from a newer version of Address Risk. Update Address Risk to use them.',
      );
  }
}

/** Before each start while nothing can be stored. */
export function unstoredStartQuestion(): Question {
  return {
    text: l10n.t('Address Risk cannot write its storage. Start this calculation anyway?'),
    detail: l10n.t(
      'Its job ID and its result last only until this window closes, and another window may start the same calculation again. Free disk space first to keep what you pay for.',
    ),
    yes: l10n.t('Start Anyway'),
  };
}

export function clearResultsQuestion(): Question {
  return {
    text: l10n.t('Clear all stored results?'),
    detail: l10n.t(
      'Each was paid for and would have to be paid for again. Open jobs, jobs with an unknown outcome, and usage counts are kept.',
    ),
    yes: l10n.t('Clear'),
  };
}

export function clearedText(count: number): string {
  return count === 1 ? l10n.t('1 result cleared.') : l10n.t('{0} results cleared.', count);
}

export function noReportsText(): string {
  return l10n.t('No stored reports yet. Hover over an address to begin.');
}
