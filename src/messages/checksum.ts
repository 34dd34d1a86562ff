import * as l10n from '@vscode/l10n';

/** The mark on an EVM address in the editor, and its quick fixes. */
export const checksumTexts = {
  wrong: () =>
    l10n.t('This address fails every checksum rule (EIP-55, EIP-1191, Zilliqa). Check for a typo.'),
  fix: () => l10n.t('Fix checksum casing'),
  /** @param count at least 2 */
  fixAll: (count: number) => l10n.t('Fix checksum casing of all {0} addresses in this file', count),
};
