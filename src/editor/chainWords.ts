import { l10n } from 'vscode';
import type { ChainReading } from '../addresses/chain/reasons.ts';
import { networkTitle } from './words.ts';

/** Why an address is taken to be on its network, for a person. */
export function chainReasonText({ reason, evidence, candidates }: ChainReading): string {
  switch (reason) {
    case 'address':
      return l10n.t('its spelling tells');
    case 'caip10':
    case 'shortName':
    case 'asset':
      return l10n.t('“{0}” before it', evidence);
    case 'uri':
      return l10n.t('a “{0}:” URI', evidence);
    case 'explorer':
      return l10n.t('the explorer {0}', evidence);
    case 'key':
      return l10n.t('by its key');
    case 'comment':
      return l10n.t('by a comment');
    case 'name':
      return l10n.t('by a name beside it');
    case 'section':
      return l10n.t('by the section around it');
    case 'rpcUrl':
      return l10n.t('by a URL beside it');
    case 'chainId':
      return l10n.t('by a chain id beside it');
    case 'path':
      return l10n.t('by the path of the file');
    case 'selected':
      return l10n.t('as you selected');
    case 'setting':
      return l10n.t('by default: nothing near tells');
    case 'family':
      return l10n.t('the main network');
    case 'ambiguous':
      return l10n.t(
        'The code names more than one network: {0}. Which is meant?',
        candidates.map(networkTitle).join(', '),
      );
    case 'unknown':
      return l10n.t('The code names a network that Address Risk does not know.');
  }
}
