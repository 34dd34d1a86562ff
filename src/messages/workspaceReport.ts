import * as l10n from '@vscode/l10n';
import { grouped } from './figures.ts';
import { addressRows } from './inventory.ts';
import { networkTitle } from './networks.ts';
import { scoreTexts } from './score.ts';
import { visible } from './visible.ts';

/** *Export Workspace Report…* and what it writes. */
export const workspaceReport = {
  command: () => l10n.t('Export Workspace Report'),
  overview: () => l10n.t('Overview'),
  made: () => l10n.t('Created at'),
  compared: () => l10n.t('New since'),
  addresses: () => l10n.t('Addresses'),
  addressCount: (count: number) =>
    count === 1 ? l10n.t('1 address') : l10n.t('{0} addresses', grouped(String(count))),
  findings: () => l10n.t('Findings'),
  finding: () => l10n.t('Finding'),
  levels: () => l10n.t('Levels'),
  ownLevels: () => scoreTexts.ownLevels(),
  status: () => l10n.t('Status'),
  /** Of an address that breaks a rule of `check`. */
  rules: {
    deny: () => l10n.t('On a deny list'),
    'look-alike': () => l10n.t('Look-alike'),
    checksum: () => l10n.t('Wrong checksum'),
    'wrong-network': () => l10n.t('Token of another network'),
    unlisted: () => l10n.t('Not in the address book'),
    new: () => l10n.t('New'),
  },
  scored: () => l10n.t('Scored, without a level'),
  notScored: () => l10n.t('Not scored'),
  name: () => l10n.t('Name'),
  address: () => l10n.t('Address'),
  network: () => l10n.t('Network'),
  score: () => l10n.t('Score'),
  places: () => l10n.t('Occurrences'),
  /** In the place of a text that may be a key. */
  notShown: () => l10n.t('not shown: may be a key'),
  fromCode: (name: string) => l10n.t('“{0}” (in the code)', visible(name)),
  stale: (digits: string, time: string) => l10n.t('{0} (stale, as of {1})', digits, time),
  noDigits: () => l10n.t('not given'),
  otherAddress: () => l10n.t('The response is for a different address.'),
  otherNetwork: () => l10n.t('The response is for a different network.'),
  morePlaces: (count: number) =>
    count === 1 ? l10n.t('and 1 more') : l10n.t('and {0} more', count),
  moreUnread: (count: number) =>
    count === 1
      ? l10n.t('1 more item was not read.')
      : l10n.t('{0} more items were not read.', grouped(String(count))),
  networkName: (network: string | null, isAssumed: boolean) => {
    if (network === null) return l10n.t('unknown');
    return isAssumed ? addressRows.assumed(network) : networkTitle(network);
  },
  why: {
    checksum: () => l10n.t('Its checksum is wrong.'),
    network: () => l10n.t('Its network is unknown.'),
    none: () => l10n.t('No score is stored.'),
    unread: () => l10n.t('Stored scores were not read.'),
  },
  empty: () => l10n.t('There are no addresses to report. Find addresses in the workspace first.'),
  formats: () =>
    [
      { label: l10n.t('HTML'), description: l10n.t('One page to print'), format: 'html' },
      {
        label: l10n.t('Markdown'),
        description: l10n.t('For a review or an issue'),
        format: 'markdown',
      },
      { label: l10n.t('CSV'), description: l10n.t('For a spreadsheet'), format: 'csv' },
    ] as const,
};

/** Why an address has no score. */
export type NoScore = keyof typeof workspaceReport.why;
