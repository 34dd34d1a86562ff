import * as l10n from '@vscode/l10n';
import type { LedgerNotice } from '../ledger/keeper.ts';
import type { Question } from './message.ts';

export function ledgerNoticeText(notice: LedgerNotice): string {
  if (notice.kind === 'inMemory') {
    return l10n.t(
      'Results cannot be stored on this machine and last only until this window closes. See the log.',
    );
  }
  return notice.reason === 'newer'
    ? l10n.t('The stored results are from a newer version. They were moved to {0}.', notice.file)
    : l10n.t('The stored results could not be read. They were moved to {0}.', notice.file);
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
