import * as l10n from '@vscode/l10n';
import type { ChainReading } from '../evidence/reasons.ts';
import { networkNamed } from '../networks/networks.ts';
import { listed, plain, shortAddress } from './text.ts';

export function networkTitle(chain: string): string {
  return networkNamed(chain)?.title ?? chain;
}

/** The network of a row, whatever surface shows it: a guess reads as one. */
export function rowNetwork(network: string | null, isAssumed = false): string {
  if (network === null) return l10n.t('network unknown');
  const title = networkTitle(network);
  return isAssumed ? l10n.t('{0} (assumed)', title) : title;
}

/** The name of a network that is used; shows a guess as one. */
export const usedNetwork = (chain: string | null, reading: ChainReading | undefined): string =>
  rowNetwork(chain, reading?.reason === 'assumed');

/** The name of a network that is used, and what names it. */
export function networkWithReason(chain: string, reading: ChainReading | undefined): string {
  const name = usedNetwork(chain, reading);
  const hasReason = reading !== undefined && reading.reason !== 'assumed';
  return hasReason ? `${name} · ${chainReasonText(reading)}` : name;
}

/** Offered by a hover if the network is only assumed. */
export const assumedNetwork = {
  fetch: (chain: string) => l10n.t('Fetch on {0}', networkTitle(chain)),
  always: () => l10n.t('Always in This Workspace'),
  /** Another extension can run the command, so the user confirms what hovers may spend. */
  question: (chain: string, patterns: readonly string[], isSample: boolean) => ({
    text: l10n.t('Always use {0} in this workspace?', networkTitle(chain)),
    detail: [
      isSample
        ? l10n.t(
            'Address Risk uses {0} where the code does not name a network. Hovers then fetch summaries as set in “Address Risk › Hover: Summary”. Sample data costs nothing. Run Select Network… to undo this.',
            networkTitle(chain),
          )
        : l10n.t(
            'Address Risk uses {0} where the code does not name a network. Hovers then fetch summaries as set in “Address Risk › Hover: Summary”. Each summary costs 1 API call. Run Select Network… to undo this.',
            networkTitle(chain),
          ),
      ...(patterns.length === 0
        ? []
        : [
            l10n.t(
              'Add to Address Book writes rules for {0}, which also count for your team and in CI.',
              plain(listed(patterns)),
            ),
          ]),
    ].join('\n'),
    yes: l10n.t('Always in This Workspace'),
    inBook: l10n.t('Add to Address Book'),
    other: l10n.t('Choose Another Network…'),
  }),
};

/** The usual form of a network's name. A private key is longer. */
const shortName = /^[A-Za-z\d][\w .:-]{0,31}$/;

/** Why an address is assigned to its network, as shown to the user. */
export function chainReasonText({ chain, reason, evidence, candidates }: ChainReading): string {
  const title = networkTitle(chain ?? '');
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
      return l10n.t('from the {0} link', plain(evidence));
    case 'key':
      return l10n.t('from its key in the code');
    case 'comment':
      return l10n.t('from “{0}” in a comment', plain(evidence));
    case 'name':
      return l10n.t('from “{0}”', plain(evidence));
    case 'section':
      return l10n.t('from the section around it');
    case 'rpcUrl':
      return l10n.t('from a URL next to it');
    case 'chainId':
      return l10n.t('from a chain ID');
    case 'fork':
      return l10n.t('from the fork that this file configures');
    case 'path':
      return l10n.t('from the file path');
    case 'book':
    case 'entry':
      return l10n.t('from the address book');
    case 'known':
      return l10n.t('known on {0}', title);
    case 'neighbors':
      return evidence === ''
        ? l10n.t('beside known addresses of {0}', title)
        : l10n.t('beside known addresses of {0}: {1}', title, plain(evidence));
    case 'elsewhere':
      return l10n.t('{0} in {1}', title, plain(evidence));
    case 'selected':
      return l10n.t('selected by you');
    case 'alwaysAssumed':
      return l10n.t('your choice for this workspace');
    case 'setting':
      return l10n.t('from “Address Risk: Default Chain”');
    case 'assumed':
      return l10n.t('this file doesn’t name a network');
    case 'family':
      return l10n.t('the main network');
    case 'ambiguous':
      return l10n.t(
        'The code names more than one network: {0}. Which one is meant?',
        listed(candidates.map(networkTitle)),
      );
    case 'unknown':
      if (candidates.length > 0)
        return l10n.t('The code doesn’t say whether this is Sui or Aptos.');
      return shortName.test(evidence)
        ? l10n.t('“{0}” isn’t a network Address Risk knows.', evidence)
        : l10n.t('The code names a network that Address Risk does not know.');
  }
}

/** The pick before a paid call on a network that is only assumed. */
export const assumedPick = {
  title: () => l10n.t('Select Network'),
  prompt: (address: string) =>
    l10n.t('The code names no network for {0}. Which one do you mean?', shortAddress(address)),
  assumed: () => l10n.t('assumed'),
  alwaysDetail: (chain: string) =>
    l10n.t('Use {0} wherever the code names no network.', networkTitle(chain)),
  /** The second button of a batch. */
  leaveOut: (count: number) =>
    count === 1
      ? l10n.t('Skip 1 Address with Assumed Network')
      : l10n.t('Skip {0} Addresses with Assumed Network', count),
};

/** The pick that asks for the network of an address. */
export const networkPick = {
  title: () => l10n.t('Select Network'),
  /** @param isBetween whether the code names several networks to pick from */
  prompt: (address: string, isBetween: boolean) =>
    isBetween
      ? l10n.t('The code names more than one network. Which one is {0} on?', shortAddress(address))
      : l10n.t('Which network is {0} on?', shortAddress(address)),
  forAll: () => l10n.t('Which network do addresses without one use?'),
  /** The item that undoes *Always in This Workspace*. */
  stopAssuming: (chain: string) => l10n.t('Stop Using {0} in This Workspace', networkTitle(chain)),
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
