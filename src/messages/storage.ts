import * as l10n from '@vscode/l10n';
import type { NotStoredReason } from '../ledger/faults.ts';
import type { LedgerNotice } from '../ledger/notices.ts';
import type { Question } from './message.ts';
import { shortAddress } from './text.ts';
import { localTime } from './times.ts';

export function ledgerNoticeText(notice: LedgerNotice): string {
  switch (notice.kind) {
    case 'moved':
      return l10n.t(
        'An unrelated file had the name of the results file. It was moved to {0}. No results were lost.',
        notice.file,
      );
    case 'salvaged':
      return salvagedText(notice.rows.results, notice.file);
    case 'storedAgain':
      return l10n.t('Address Risk can write to its storage again. All results were saved.');
    case 'notStored':
      return notStoredText(notice.reason);
  }
}

function salvagedText(results: number, file: string): string {
  return results === 1
    ? l10n.t(
        'The stored results were damaged. 1 result was saved, and others may be missing. The damaged file is {0}.',
        file,
      )
    : l10n.t(
        'The stored results were damaged. {0} results were saved, and others may be missing. The damaged file is {1}.',
        results,
        file,
      );
}

/** Why a paid call was not sent, and what to do. */
export function notStoredText(reason: NotStoredReason): string {
  switch (reason) {
    case 'full':
      return l10n.t(
        'The disk is full, so a result could not be stored. Nothing was sent or charged. Free disk space, then try again.',
      );
    case 'readOnly':
      return l10n.t(
        'Address Risk cannot write to its storage, so a result could not be stored. Nothing was sent or charged. Check the permissions of the storage folder, then try again.',
      );
    case 'failing':
      return l10n.t(
        'The disk reports errors, so a result could not be stored. Nothing was sent or charged. Check the disk, then try again.',
      );
    case 'busy':
      return l10n.t(
        'Another VS Code window is using the storage. Nothing was sent or charged. Try again.',
      );
    case 'damaged':
      return l10n.t(
        'The stored results are damaged and could not be repaired. Nothing was sent or charged. Free disk space, and check the permissions of the storage folder.',
      );
    case 'newer':
      return l10n.t(
        'The stored results are from a newer version of Address Risk. Nothing was sent or charged. Update Address Risk.',
      );
    case 'foreign':
      return l10n.t(
        'In the storage folder, ledger.sqlite is a database of another program. Nothing was sent or charged. Move it away, then try again.',
      );
    case 'notDurable':
      return l10n.t(
        'The database reports results as stored before they are on disk. Nothing was sent or charged.',
      );
    case 'notAFile':
      return l10n.t(
        'In the storage folder, ledger.sqlite is not a file. Nothing was sent or charged. Remove it, then try again.',
      );
  }
}

/**
 * Before the start of a score that may be among what a damaged file has lost, or that is stored with a
 * time in the future.
 */
export function startAgainQuestion(
  address: string,
  at: number,
  why: 'lost' | 'ahead' = 'lost',
): Question {
  const time = localTime(at);
  return {
    text: l10n.t('Start a calculation for {0}?', shortAddress(address)),
    detail:
      why === 'lost'
        ? l10n.t(
            'The storage was damaged on {0}. A score that you already paid for may be missing. Starting again costs 1 calculation.',
            time,
          )
        : l10n.t(
            'The stored score is dated {0}, because a clock was wrong. It may still be recent. Starting again costs 1 calculation.',
            time,
          ),
    yes: l10n.t('Start New Calculation'),
  };
}

export function clearResultsQuestion(): Question {
  return {
    text: l10n.t('Clear all stored results?'),
    detail: l10n.t(
      'What a service sent was paid for: fetching it again costs API calls and calculations. Sample data costs nothing. Open jobs, jobs with an unknown outcome, and usage counts are kept.',
    ),
    yes: l10n.t('Clear Results'),
  };
}

export function clearedText(count: number): string {
  return count === 1 ? l10n.t('1 result cleared.') : l10n.t('{0} results cleared.', count);
}

export function noReportsText(): string {
  return l10n.t('No stored reports yet. Hover over an address to begin.');
}
