import * as l10n from '@vscode/l10n';
import { ago, utc } from './times.ts';

/** What the report says around its sections, and about the age of what it shows. */
export const reportTexts = {
  sampleBanner: () => l10n.t('Sample data: computed on this machine from a made-up ledger.'),
  footer: () =>
    l10n.t(
      'A score reflects what the service knew when it was calculated. It does not prove wrongdoing, and an address without a score is not necessarily safe.',
    ),
  fetching: () => l10n.t('Contacting the service…'),
  notFetched: () => l10n.t('Not fetched yet.'),
  asOf: (receivedAt: number, now: number) =>
    l10n.t('As of {0}, {1}', utc(receivedAt), ago(receivedAt, now)),
  staleAsOf: (receivedAt: number, now: number) =>
    l10n.t('Stale: as of {0}, {1}', utc(receivedAt), ago(receivedAt, now)),
  /** A sentence, followed by the time of the data that is still shown next to it. */
  withTime: (text: string, receivedAt: number) =>
    `${text} ${l10n.t('Showing data as of {0}.', utc(receivedAt))}`,
  contract: () => l10n.t('Contract'),
  contractNote: () =>
    l10n.t('As reported by the service. Since EIP-7702, a person’s account can have code.'),
  contractUnknown: () => l10n.t('unknown'),
  contractNotFetched: () => l10n.t('The summary says it, and has not been fetched.'),
  contractNotEvm: () => l10n.t('The service has summaries for EVM networks only.'),
  elapsed: () => l10n.t('Elapsed'),
  nextCheck: () => l10n.t('Next check in'),
  comparison: () => l10n.t('Both aggregators'),
  difference: () => l10n.t('Difference'),
  differences: (shown: number, total: number) =>
    shown === total
      ? l10n.t('Difference by category')
      : l10n.t('Difference by category, the greatest {0} of {1}', shown, total),
  score: () => l10n.t('Score'),
  recordOf: (aggregator: string) => l10n.t('Record of {0}', aggregator),
  showMore: () => l10n.t('Show More'),
  showInside: () => l10n.t('Details'),
};

/** What the service says about its own record, and where the report got it. */
export const recordTexts = {
  id: () => l10n.t('Record ID'),
  hash: () => l10n.t('Hash'),
  graphFile: () => l10n.t('Graph file'),
  createdAt: () => l10n.t('Created at'),
  createdBy: () => l10n.t('Created by'),
  updatedAt: () => l10n.t('Updated at'),
  receivedAt: () => l10n.t('Received at'),
  service: () => l10n.t('Service'),
  sampleService: () => l10n.t('Sample service on this machine'),
  noEvidence: () => l10n.t('not recorded'),
};

/** Where an address occurs. */
export const occurrenceTexts = {
  workspace: (count: number) =>
    count === 1
      ? l10n.t('1 occurrence in the workspace')
      : l10n.t('{0} occurrences in the workspace', count),
  searchedFiles: (count: number) =>
    count === 1
      ? l10n.t('1 occurrence in the files searched')
      : l10n.t('{0} occurrences in the files searched', count),
  openFiles: (count: number) =>
    count === 1
      ? l10n.t('1 occurrence in open files')
      : l10n.t('{0} occurrences in open files', count),
  more: (count: number) =>
    count === 1
      ? l10n.t('Show 1 More in the Addresses View')
      : l10n.t('Show {0} More in the Addresses View', count),
  find: () => l10n.t('Find Addresses in Workspace'),
};
