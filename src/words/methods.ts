import * as l10n from '@vscode/l10n';

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
