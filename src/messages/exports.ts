import * as l10n from '@vscode/l10n';
import { plain } from './text.ts';
import { grouped } from './figures.ts';
import { methodName } from './labels.ts';
import { rowNetwork } from './networks.ts';
import { visible } from './visible.ts';

/**
 * Texts of an exported report. Times are never relative, so that two exports of one state are
 * equal.
 */
export const exportTexts = {
  title: (name: string) => l10n.t('Address risk report: {0}', plain(name)),
  sampleTitle: (title: string) => l10n.t('Sample data: {0}', title),
  name: () => l10n.t('Name'),
  repository: () => l10n.t('Repository'),
  branch: () => l10n.t('Branch'),
  // The report includes uncommitted changes.
  commit: () => l10n.t('Last commit'),
  explorer: () => l10n.t('Explorer'),
  received: () => l10n.t('Received'),
  receivedAt: (time: string) => l10n.t('Received {0}', time),
  evidenceHash: () => l10n.t('SHA-256 of the JSON export'),
  stale: (time: string) => l10n.t('{0} (stale)', time),
  notReadable: (text: string) => l10n.t('not readable: {0}', text),
  otherAddress: (address: string) =>
    l10n.t('The response is for a different address: {0}', address),
  otherNetwork: (network: string) => l10n.t('The response names a different network: {0}', network),
  level: () => l10n.t('Level'),
  onScale: (level: string, min: number, max: number) =>
    l10n.t('{0}, on the scale of {1} to {2}', level, min, max),
  outside: (min: number, max: number) =>
    l10n.t('none: the score is outside the scale of {0} to {1}', min, max),
  noLevel: () => l10n.t('none: no scale is set'),
  reason: () => l10n.t('Reason'),
  job: () => l10n.t('Calculation'),
  notScored: () => l10n.t('No score is stored.'),
  creatorId: () => l10n.t('Creator ID'),
  /** With the exact name of the method. */
  riskScore: (aggregator: string) => l10n.t('Risk score ({0})', aggregator),
  method: () => l10n.t('Method'),
  part: () => l10n.t('Share of total'),
  unexplained: () => l10n.t('not explained by a category'),
  categories: (shown: number, total: number) =>
    shown === total
      ? l10n.t('By category, as reported by the service')
      : l10n.t(
          'By category, as reported by the service ({0} of {1} shown; the JSON and CSV exports have all)',
          shown,
          total,
        ),
  comparison: () => l10n.t('Comparison of the methods'),
  differences: (shown: number, total: number) =>
    shown === total
      ? l10n.t('By category, largest difference first')
      : l10n.t(
          'By category, largest difference first ({0} of {1} shown; the JSON export has all)',
          shown,
          total,
        ),
  history: () => l10n.t('History'),
  storedScores: (shown: number, total: number) =>
    shown === total
      ? l10n.t('Stored scores, newest first')
      : l10n.t(
          'Stored scores, newest first ({0} of {1} shown; the JSON export has all)',
          shown,
          total,
        ),
  rest: () => l10n.t('Values that could not be read as categories'),
  restOf: (shown: number, total: number) =>
    l10n.t(
      'Values that could not be read as categories ({0} of {1} lines shown; the JSON and CSV exports have all)',
      shown,
      total,
    ),
};

/** *Export Report…* */
export const exportPick = {
  title: () => l10n.t('Export Report'),
  formats: () =>
    [
      {
        label: l10n.t('Markdown'),
        description: l10n.t('For a review or an issue'),
        format: 'markdown',
      },
      { label: l10n.t('HTML'), description: l10n.t('One page to print'), format: 'html' },
      {
        label: l10n.t('JSON'),
        description: l10n.t('All values, raw and by category'),
        format: 'json',
      },
      { label: l10n.t('CSV'), description: l10n.t('For a spreadsheet'), format: 'csv' },
    ] as const,
  nothing: () => l10n.t('Sign in to a service, or use the sample service, to export a report.'),
  /** @param name of the file, which the user typed */
  done: (name: string) => l10n.t('Saved {0}.', plain(name)),
  open: () => l10n.t('Open'),
  showInFolder: () => l10n.t('Show in Folder'),
  failed: () => l10n.t('The file could not be written. Choose another folder. See the log.'),
};

/** *Export Workspace Report…* and what it writes. */
export const workspaceReport = {
  command: () => l10n.t('Export Workspace Report'),
  overview: () => l10n.t('Overview'),
  compared: () => l10n.t('New since'),
  addresses: () => l10n.t('Addresses'),
  addressCount: (count: number) =>
    count === 1 ? l10n.t('1 address') : l10n.t('{0} addresses', grouped(String(count))),
  findings: () => l10n.t('Findings'),
  finding: () => l10n.t('Finding'),
  levels: () => l10n.t('Levels'),
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
  /** In the place of a text that may be a key. */
  notShown: () => l10n.t('not shown: may be a key'),
  fromCode: (name: string) => l10n.t('“{0}” (in the code)', visible(name)),
  dated: (digits: string, time: string) => l10n.t('{0} (as of {1})', digits, time),
  stale: (digits: string, time: string) => l10n.t('{0} (stale, as of {1})', digits, time),
  notRead: () => l10n.t('not read'),
  unreadable: () => l10n.t('The score could not be read.'),
  morePlaces: (count: number) =>
    count === 1 ? l10n.t('and 1 more') : l10n.t('and {0} more', count),
  moreUnread: (count: number) =>
    count === 1
      ? l10n.t('1 more item was not read.')
      : l10n.t('{0} more items were not read.', grouped(String(count))),
  networkName: (network: string | null, isAssumed: boolean) =>
    network === null ? l10n.t('unknown') : rowNetwork(network, isAssumed),
  why: {
    checksum: () => l10n.t('Its checksum is wrong.'),
    network: () => l10n.t('Its network is unknown.'),
    /** @param method of the scores that are shown */
    none: (method: string) => l10n.t('No score {0} is stored.', methodName(method)),
    unread: () => l10n.t('Stored scores were not read: no account is in use.'),
  },
  empty: () => l10n.t('There are no addresses to report. Find addresses in the workspace first.'),
  formats() {
    const [markdown, html, , csv] = exportPick.formats();
    return [html, markdown, csv] as const;
  },
};

/** Why an address has no score. */
export type NoScore = keyof typeof workspaceReport.why;
