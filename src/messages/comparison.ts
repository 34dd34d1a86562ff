import * as l10n from '@vscode/l10n';
import type { ChainReading } from '../evidence/reasons.ts';
import type { Question } from './message.ts';
import { networkWithReason } from './networkReasons.ts';
import { methodName } from './methods.ts';
import { namedAddress } from './text.ts';

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
