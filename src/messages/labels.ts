import * as l10n from '@vscode/l10n';
import type { Aggregator } from '../api/parameters.ts';

/** Headings, links, and buttons that more than one surface shows. */
export const labels = {
  summary: () => l10n.t('Summary'),
  riskScore: (aggregator: string) => l10n.t('Risk score ({0})', methodName(aggregator)),
  risk: () => l10n.t('Risk'),
  sampleData: () => l10n.t('Sample data'),
  fetchSummary: () => l10n.t('Fetch Summary'),
  refresh: () => l10n.t('Refresh'),
  score: () => l10n.t('Score'),
  notScored: () => l10n.t('Not scored yet'),
  scoreRisk: () => l10n.t('Score Risk'),
  scoreAgain: () => l10n.t('Score Again'),
  startNew: () => l10n.t('Start New Calculation'),
  resume: () => l10n.t('Resume'),
  stopWaiting: () => l10n.t('Stop Waiting'),
  copy: () => l10n.t('Copy'),
  copyAddress: () => l10n.t('Copy Address'),
  selectChain: () => l10n.t('Select Network…'),
  change: () => l10n.t('Change…'),
  setScale: () => l10n.t('Set Scale…'),
  facts: () => l10n.t('Facts'),
  openReport: () => l10n.t('Open Report'),
  compareWith: (name: string) => l10n.t('Compare with {0}', name),
  replace: () => l10n.t('Replace…'),
  showOccurrences: () => l10n.t('Show Occurrences'),
  copyMarkdown: () => l10n.t('Copy as Markdown'),
  exportReport: () => l10n.t('Export…'),
  openRaw: () => l10n.t('Open Raw Values'),
  openExplorer: () => l10n.t('Open in Block Explorer'),
  pin: () => l10n.t('Pin Report'),
  unpin: () => l10n.t('Unpin Report'),
  panelTitle: (address: string) => l10n.t('Address Risk: {0}', address),
};

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

/** Explains what a method counts, according to the service's documentation. */
export function methodExplanation(aggregator: Aggregator): string {
  return aggregator === 'money'
    ? l10n.t('Weights sources by the amount of funds.')
    : l10n.t(
        'Weights sources by the amount of funds, and by the rank of the counterparty in the transaction graph.',
      );
}
