import * as l10n from '@vscode/l10n';
import { plain } from './text.ts';

/** What an exported report says. It has no relative times: two exports of one state are equal. */
export const exportTexts = {
  title: (name: string) => l10n.t('Address risk report: {0}', plain(name)),
  sampleTitle: (title: string) => l10n.t('Sample data: {0}', title),
  name: () => l10n.t('Name'),
  address: () => l10n.t('Address'),
  repository: () => l10n.t('Repository'),
  branch: () => l10n.t('Branch'),
  commit: () => l10n.t('Commit'),
  network: () => l10n.t('Network'),
  service: () => l10n.t('Service'),
  explorer: () => l10n.t('Explorer'),
  received: () => l10n.t('Received'),
  receivedAt: (time: string) => l10n.t('Received {0}', time),
  evidenceHash: () => l10n.t('SHA-256 of the JSON export'),
  stale: (time: string) => l10n.t('{0} (stale)', time),
  notReadable: (text: string) => l10n.t('not readable: {0}', text),
  score: () => l10n.t('Score'),
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
  updated: () => l10n.t('Updated at'),
  creatorName: () => l10n.t('Created by'),
  creatorId: () => l10n.t('Creator ID'),
  recordId: () => l10n.t('Record ID'),
  hash: () => l10n.t('Hash'),
  graphFile: () => l10n.t('Graph snapshot'),
  /** With the exact name of the method. */
  riskScore: (aggregator: string) => l10n.t('Risk score ({0})', aggregator),
  method: () => l10n.t('Method'),
  value: () => l10n.t('Value'),
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
