import * as l10n from '@vscode/l10n';

/** Headings, links, and buttons that more than one surface shows. */
export const labels = {
  summary: () => l10n.t('Summary'),
  riskScore: (aggregator: string) => l10n.t('Risk score · {0}', aggregator),
  risk: () => l10n.t('Risk'),
  sampleData: () => l10n.t('Sample data'),
  fetchSummary: () => l10n.t('Fetch Summary'),
  refresh: () => l10n.t('Refresh'),
  scoreRisk: () => l10n.t('Score Risk'),
  scoreWith: (aggregator: string) => l10n.t('Score with {0}', aggregator),
  scoreAgain: () => l10n.t('Score Again'),
  startNew: () => l10n.t('Start New Calculation'),
  resume: () => l10n.t('Resume'),
  cancel: () => l10n.t('Cancel'),
  copyAddress: () => l10n.t('Copy Address'),
  selectChain: () => l10n.t('Select Chain…'),
  openReport: () => l10n.t('Open Report'),
  copyMarkdown: () => l10n.t('Copy as Markdown'),
  exportReport: () => l10n.t('Export Report…'),
  openRaw: () => l10n.t('Open Raw Values'),
  openExplorer: () => l10n.t('Open in Explorer'),
  compareAggregators: () => l10n.t('Compare Aggregators…'),
  pin: () => l10n.t('Pin Report'),
  unpin: () => l10n.t('Unpin Report'),
  panelTitle: (address: string) => l10n.t('Address Risk: {0}', address),
};
