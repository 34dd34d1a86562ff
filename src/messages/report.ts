import * as l10n from '@vscode/l10n';
import { grouped } from './figures.ts';
import { sentences } from './text.ts';
import { ago, utc } from './times.ts';

/** Texts around a report's sections, and about the age of its data. */
export const reportTexts = {
  sampleBanner: () => l10n.t('Sample data: computed on this machine from a made-up ledger.'),
  footer: () =>
    l10n.t(
      'A score reflects what the service knew when it was calculated. It does not prove wrongdoing. A low score, or none, does not show that an address is safe.',
    ),
  fetching: () => l10n.t('Contacting the service…'),
  notFetched: () => l10n.t('Not fetched yet.'),
  notFetchedAt: () => l10n.t('Not fetched yet. Cost: 1 API call.'),
  asOf: (receivedAt: number, now: number) =>
    l10n.t('As of {0}, {1}', utc(receivedAt), ago(receivedAt, now)),
  staleAsOf: (receivedAt: number, now: number) =>
    l10n.t('Stale: as of {0}, {1}', utc(receivedAt), ago(receivedAt, now)),
  /** A sentence, followed by the time of the data that is still shown next to it. */
  withTime: (text: string, receivedAt: number) =>
    sentences([text, l10n.t('Showing data as of {0}.', utc(receivedAt))]),
  contract: () => l10n.t('Contract'),
  contractNote: () =>
    l10n.t('Reported by the service. Since EIP-7702, a personal account can have code, too.'),
  elapsed: () => l10n.t('Elapsed'),
  nextCheck: () => l10n.t('Next check in'),
  nextSteps: () => l10n.t('Next steps'),
  otherMethod: () => l10n.t('Other method'),
  notScored: () => l10n.t('Not scored'),
  overTime: () => l10n.t('Over time'),
  noEarlier: () => l10n.t('There is no earlier score by this method to compare with.'),
  /** @param changes empty if no category changed */
  sinceLast: (difference: string, time: string, changes = '') =>
    changes === ''
      ? l10n.t('{0} since {1}', difference, time)
      : l10n.t('{0} since {1} ({2})', difference, time, changes),
  timeline: (count: number) => l10n.t('{0} stored scores over time', count),
  difference: () => l10n.t('Difference'),
  differenceOf: (figure: string) => l10n.t('Difference: {0}', figure),
  differences: (shown: number, total: number) =>
    shown === total
      ? l10n.t('Difference by category')
      : l10n.t('Difference by category ({0} largest of {1})', shown, total),
  score: () => l10n.t('Score'),
  evidenceOf: (method: string) => l10n.t('Evidence ({0})', method),
  /** The page puts a number in, and in the other one a name. */
  showMore: () => l10n.t('Show More ({0})'),
  showInside: () => l10n.t('Details: {0}'),
};

/** The service's own record, and where the report got it. */
export const recordTexts = {
  id: () => l10n.t('Record ID'),
  hash: () => l10n.t('Hash'),
  address: () => l10n.t('Address'),
  graphFile: () => l10n.t('Graph snapshot'),
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
  heading: () => l10n.t('Occurrences'),
  none: {
    searchedFiles: () => l10n.t('None found on this network in the files searched.'),
    openFiles: () => l10n.t('None found on this network in open files.'),
  },
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
  moreToReplace: (left: number) =>
    l10n.t(
      'Not all occurrences were taken into the change: {0} are left. Replace again for more.',
      grouped(String(left)),
    ),
  nothingToReplace: () => l10n.t('There is nothing to replace. The address may have changed.'),
};
