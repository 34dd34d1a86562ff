import * as l10n from '@vscode/l10n';

export function ofAnotherAddressText(): string {
  return l10n.t('for a different address');
}

/** What the report says about a score. */
export const scoreTexts = {
  notYet: () => l10n.t('Not scored yet. A calculation counts against your license.'),
  tooBig: (most: number) =>
    l10n.t('The response has more than {0} values and cannot be shown. It is stored.', most),
  noScore: () => l10n.t('The service returned no score.'),
  notANumber: (text: string) => l10n.t('The score is not a number: {0}', text),
  sampleScale: () => l10n.t('on the sample scale of 0 to 100'),
  noScale: () => l10n.t('as reported by the service; no scale is set'),
  warning: () => l10n.t('Warning'),
  otherAddress: () => l10n.t('The response is for a different address.'),
  otherNetwork: () => l10n.t('The response names a different network.'),
  calculated: () => l10n.t('Calculated'),
  details: (shown: number, total: number) =>
    shown === total
      ? l10n.t('Details by category, as reported by the service')
      : l10n.t('Details by category, as reported by the service ({0} of {1} shown)', shown, total),
  category: () => l10n.t('Category'),
  detail: () => l10n.t('Detail'),
};
