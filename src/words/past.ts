import * as l10n from '@vscode/l10n';

/** Earlier scores of an address, and what was paid for them. */
export const pastTexts = {
  heading: (count: number) =>
    count === 1 ? l10n.t('History: 1 score') : l10n.t('History: {0} scores', count),
  caption: () => l10n.t('Stored scores, newest first'),
  received: () => l10n.t('Received'),
  aggregator: () => l10n.t('Aggregator'),
  score: () => l10n.t('Score'),
  change: () => l10n.t('Change'),
  categories: () => l10n.t('Categories that changed'),
  added: (name: string) => l10n.t('{0} added', name),
  removed: (name: string) => l10n.t('{0} removed', name),
  changed: (name: string) => l10n.t('{0} changed', name),
  more: (count: number) => (count === 1 ? l10n.t('1 more') : l10n.t('{0} more', count)),
  same: () => l10n.t('none'),
  cost: () => l10n.t('Cost'),
  oneCalculation: () => l10n.t('1 calculation'),
  maybeOne: () => l10n.t('may have cost 1 calculation'),
  nothing: () => l10n.t('nothing'),
};
