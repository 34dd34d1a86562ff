import * as l10n from '@vscode/l10n';
import type { ChainReading } from '../addresses/chain/reasons.ts';
import { networkNamed } from '../addresses/networks.ts';
import { shortAddress } from './text.ts';

export function networkTitle(chain: string): string {
  return networkNamed(chain)?.title ?? chain;
}

/** Why an address is assigned to its network, as shown to the user. */
export function chainReasonText({ reason, evidence, candidates }: ChainReading): string {
  switch (reason) {
    case 'address':
      return l10n.t('from the address itself');
    case 'caip10':
    case 'shortName':
    case 'asset':
      return l10n.t('from “{0}” before it', evidence);
    case 'uri':
      return l10n.t('from a “{0}:” URI', evidence);
    case 'explorer':
      return l10n.t('from the explorer {0}', evidence);
    case 'key':
      return l10n.t('from its key');
    case 'comment':
      return l10n.t('from a comment');
    case 'name':
      return l10n.t('from a name next to it');
    case 'section':
      return l10n.t('from the section around it');
    case 'rpcUrl':
      return l10n.t('from a URL next to it');
    case 'chainId':
      return l10n.t('from a chain ID next to it');
    case 'fork':
      return l10n.t('from the network that the file forks');
    case 'path':
      return l10n.t('from the file path');
    case 'selected':
      return l10n.t('as you selected');
    case 'setting':
      return l10n.t('default: nothing nearby names a network');
    case 'family':
      return l10n.t('the main network');
    case 'ambiguous':
      return l10n.t(
        'The code names more than one network: {0}. Which one is meant?',
        candidates.map(networkTitle).join(', '),
      );
    case 'unknown':
      return l10n.t('The code names a network that Address Risk does not know.');
  }
}

/** The pick that asks for the network of an address. */
export const networkPick = {
  title: () => l10n.t('Select Chain'),
  /** @param isBetween the code names several networks, and one of them is picked */
  prompt: (address: string, isBetween: boolean) =>
    isBetween
      ? l10n.t('The code names more than one network. Which one is {0} on?', shortAddress(address))
      : l10n.t('Which network is {0} on?', shortAddress(address)),
  noAddress: () => l10n.t('Place the cursor on an address to select its network.'),
};

/** After a choice that has no effect at this place, because the code names the network. */
export function choiceOverriddenText(reading: ChainReading): string {
  return l10n.t(
    'Saved. Here the code says {0} ({1}); your choice applies where the code names no network.',
    networkTitle(reading.chain ?? ''),
    chainReasonText(reading),
  );
}
