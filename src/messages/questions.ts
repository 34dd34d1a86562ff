import * as l10n from '@vscode/l10n';
import type { PaidKind } from '../ledger/store.ts';
import type { Question } from './message.ts';
import { networkTitle, networkWithReason } from './networks.ts';
import { shortAddress, namedAddress } from './text.ts';
import type { ChainReading } from '../evidence/reasons.ts';
import { methodName } from './labels.ts';

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

/** Names the calculations that are missing, and what they cost. */
export function comparisonQuestion(
  {
    subject: { address, chain },
    reading,
    name,
  }: {
    readonly subject: { readonly address: string; readonly chain: string };
    readonly reading: ChainReading | undefined;
    readonly name: string | undefined;
  },
  missing: readonly string[],
  isSample: boolean,
): Question {
  const network = networkWithReason(chain, reading);
  const text = l10n.t('Compare the methods for {0}?', namedAddress(address, name).join(' · '));
  const [first = '', second] = missing.map(methodName);
  return second === undefined
    ? {
        text,
        detail: isSample
          ? l10n.t(
              'This starts 1 calculation: {0}. Sample data costs nothing. Network: {1}.',
              first,
              network,
            )
          : l10n.t(
              'This starts 1 calculation: {0}. It counts against your license. Network: {1}.',
              first,
              network,
            ),
        yes: l10n.t('Start 1 Calculation'),
      }
    : {
        text,
        detail: isSample
          ? l10n.t(
              'This starts 2 calculations: {0} and {1}. Sample data costs nothing. Network: {2}.',
              first,
              second,
              network,
            )
          : l10n.t(
              'This starts 2 calculations: {0} and {1}. Each counts against your license. Network: {2}.',
              first,
              second,
              network,
            ),
        yes: l10n.t('Start 2 Calculations'),
      };
}

/** Both aggregators have a stored score or a job. */
export function nothingToCompareText(): string {
  return l10n.t('Both methods have a score or a risk job. No calculation is needed.');
}
