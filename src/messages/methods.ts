import * as l10n from '@vscode/l10n';
import type { Aggregator } from '../api/parameters.ts';

/** The screen's words for an aggregator; exports and tooltips keep its exact name. */
export function methodName(aggregator: string): string {
  switch (aggregator) {
    case 'money':
      return l10n.t('by funds');
    case 'money_rank_weight':
      return l10n.t('by funds and rank');
    default:
      return aggregator;
  }
}

/** What a method counts, in a sentence, as the service's documentation has it. */
export function methodExplanation(aggregator: Aggregator): string {
  return aggregator === 'money'
    ? l10n.t('Weights sources by the amount of funds.')
    : l10n.t(
        'Weights sources by the amount of funds, and by the rank of the counterparty in the transaction graph.',
      );
}
