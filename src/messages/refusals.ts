import * as l10n from '@vscode/l10n';
import type { FailureKind } from '../api/failure.ts';
import type { PaidKind } from '../ledger/store.ts';
import type { SpendingRefusal } from '../paid/spending.ts';
import type { SummaryRefusal } from '../paid/summaries.ts';
import { callSentence, failureSentence } from './failures.ts';
import type { Question, Sentence } from './message.ts';
import { networkTitle } from './networks.ts';
import { notStoredText } from './storage.ts';
import { shortAddress } from './text.ts';
import { localTime } from './times.ts';

/** Why a call was not made. */
export function refusalSentence(refusal: SummaryRefusal | SpendingRefusal): Sentence {
  switch (refusal.kind) {
    case 'notEvm':
      return {
        text: l10n.t(
          'Summaries are available for EVM networks only. You can still score the risk.',
        ),
        next: 'retry',
      };
    case 'budget':
      return {
        text: l10n.t(
          'Today’s limit of {0} automatic summaries is reached. Use Look Up Address to fetch this one anyway.',
          refusal.limit,
        ),
        next: 'retry',
      };
    case 'declined':
      return { text: declinedText(refusal.calls, localTime(refusal.until)), next: 'showUsage' };
    case 'allowance':
      return {
        text: l10n.t(
          'Paid calls from commands reached the hourly limit. Run Look Up Address to allow more.',
        ),
        next: 'showUsage',
      };
    case 'unreliable':
      return {
        text: l10n.t(
          'Automatic summaries stopped: three calls in a row had no usable response and may have been charged. Use Look Up Address to try again.',
        ),
        next: 'retry',
      };
    case 'mayBeKey':
      return {
        text: l10n.t('Nothing was sent: 64 hex digits can also be a private key.'),
        next: 'retry',
      };
    case 'notStored':
      return { text: notStoredText(refusal.reason), next: 'retry' };
    case 'mayBeLost':
      return {
        text: l10n.t(
          'Stored results were damaged, so a result that you paid for may be missing. Nothing is fetched automatically for now. Use Look Up Address to fetch this summary.',
        ),
        next: 'retry',
      };
    case 'stopped':
      return failureSentence({ kind: kindOfStop(refusal.stop), status: refusal.stop.status });
    case 'coolingDown':
      return callSentence(refusal.last);
  }
}

function declinedText(calls: PaidKind, until: string): string {
  return calls === 'start'
    ? l10n.t(
        'You declined more calculations from commands. They are on hold until {0}; the buttons in the report still work.',
        until,
      )
    : l10n.t(
        'You declined more summaries from commands. They are on hold until {0}; the buttons in the report still work.',
        until,
      );
}

function kindOfStop(stop: { readonly scope: string; readonly status: number }): FailureKind {
  if (stop.status === 404) return 'licenseNotFound';
  if (stop.scope === 'summary') return 'callsUsedUp';
  if (stop.scope === 'risk') return 'quotaUsedUp';
  return stop.status === 403 ? 'keyRevoked' : 'keyInvalid';
}

/**
 * Whether commands may make as many paid calls again as they made within the hour.
 * @param most how many calls that is
 */
export function allowanceQuestion(kind: PaidKind, most: number): Question {
  const yes = l10n.t('Continue');
  return kind === 'start'
    ? {
        text: l10n.t('{0} calculations were started within an hour. Start more?', most),
        detail: l10n.t(
          'Each one counts against your calculation quota. If you did not start them, another extension did; choose Cancel.',
        ),
        yes,
      }
    : {
        text: l10n.t('{0} summaries were fetched within an hour. Fetch more?', most),
        detail: l10n.t(
          'Each one uses an API call of your license. If you did not fetch them, another extension did; choose Cancel.',
        ),
        yes,
      };
}

/** Before the first paid call of a command that someone else may have run. */
export function foreignQuestion(
  name: 'lookUpAddress' | 'scoreRisk',
  { address, chain }: { readonly address: string; readonly chain: string },
): Question {
  const [short, network] = [shortAddress(address), networkTitle(chain)];
  return name === 'scoreRisk'
    ? {
        text: l10n.t('Score the risk of {0} on {1}?', short, network),
        detail: l10n.t(
          'A task, a key binding, or another extension may have run this command. It costs 1 calculation, and 1 API call if hovers fetch summaries.',
        ),
        yes: l10n.t('Start 1 Calculation'),
      }
    : {
        text: l10n.t('Fetch the summary of {0} on {1}?', short, network),
        detail: l10n.t(
          'A task, a key binding, or another extension may have run this command. It costs 1 API call.',
        ),
        yes: l10n.t('Fetch 1 Summary'),
      };
}

/** Why a hover fetched nothing in a workspace that is not trusted. */
export function restrictedModeText(): string {
  return l10n.t('Restricted Mode: nothing is fetched automatically. Use Look Up Address.');
}
