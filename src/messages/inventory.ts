import * as l10n from '@vscode/l10n';
import { grouped } from './figures.ts';
import { networkTitle } from './networks.ts';
import { plain } from './text.ts';

/** Names of the groups of the Addresses view. */
export const addressGroups = {
  denied: () => l10n.t('On a Deny List'),
  unlisted: () => l10n.t('Not in Address Book'),
  scored: () => l10n.t('Scored'),
  notScored: () => l10n.t('Not Scored'),
  listedTexts: () => l10n.t('Texts on a Deny List'),
  listedTextsDetail: () =>
    l10n.t('These texts are not addresses. They are hidden because they may be keys.'),
  hidden: () => l10n.t('May Be Keys'),
  hiddenDetail: () =>
    l10n.t('These addresses are hidden because they may be keys. They are never looked up.'),
  checksum: () => l10n.t('Wrong Checksum'),
  checksumDetail: () => l10n.t('A character of these addresses may be wrong. Check for a typo.'),
  lookAlike: () => l10n.t('Look-Alikes'),
  /** @param other null for a crowd */
  looksLike: (other: string | null) =>
    other === null ? l10n.t('Looks like others') : l10n.t('Looks like {0}', plain(other)),
  unlistedDetail: () => l10n.t('Not in the address book on this network'),
  accessible: (title: string, count: number) =>
    count === 1 ? l10n.t('{0}: 1 address', title) : l10n.t('{0}: {1} addresses', title, count),
};

/** *Group Addresses by…*. */
export const addressGrouping = {
  title: () => l10n.t('Group Addresses'),
  prompt: () => l10n.t('Group by…'),
  status: () => l10n.t('Status'),
  network: () => l10n.t('Network'),
  file: () => l10n.t('File'),
  level: () => l10n.t('Level'),
};

/** Rows of the Addresses view. */
export const addressRows = {
  times: (count: number) => l10n.t('{0}×', grouped(String(count))),
  occurrences: (count: number) =>
    count === 1 ? l10n.t('1 occurrence') : l10n.t('{0} occurrences', count),
  unlisted: () => l10n.t('not in the address book'),
  moreAddresses: (count: number) =>
    count === 1
      ? l10n.t('1 more address. Filter the view to see it.')
      : l10n.t('{0} more addresses. Filter the view to see them.', count),
  moreTexts: (count: number) =>
    count === 1 ? l10n.t('1 more text') : l10n.t('{0} more texts', count),
  moreOccurrences: (count: number) =>
    count === 1 ? l10n.t('1 more occurrence') : l10n.t('{0} more occurrences', count),
  place: (path: string, line: number) => l10n.t('{0}:{1}', plain(path), line),
};

/** The row that asks for the network of all addresses without one. */
export const unnamedRow = {
  title: (count: number) =>
    count === 1
      ? l10n.t('1 address names no network')
      : l10n.t('{0} addresses name no network', grouped(String(count))),
  action: (network: string) => l10n.t('Use {0} or choose…', networkTitle(network)),
  detail: (network: string) =>
    l10n.t('Shown on {0} until you choose, which is an assumption.', networkTitle(network)),
};

/** Above the rows of the Addresses view. */
export const addressSearch = {
  listing: () => l10n.t('Looking for files…'),
  progress: (read: number, total: number) =>
    total === 1
      ? l10n.t('Searching: {0} of 1 file', read)
      : l10n.t('Searching: {0} of {1} files', read, total),
  canceled: (read: number, total: number) =>
    l10n.t('Stopped after {0} of {1} files. Refresh Addresses searches all of them.', read, total),
  large: (count: number, mebibytes: number) =>
    count === 1
      ? l10n.t('1 file larger than {0} MiB was not read.', mebibytes)
      : l10n.t('{0} files larger than {1} MiB were not read.', count, mebibytes),
  uncounted: (count: number) =>
    count === 1
      ? l10n.t('1 “.gitignore” file has too many patterns and is not used.')
      : l10n.t('{0} “.gitignore” files have too many patterns and are not used.', count),
  unlisted: (count: number) =>
    count === 1
      ? l10n.t('The files of 1 folder could not be listed.')
      : l10n.t('The files of {0} folders could not be listed.', count),
  failed: (count: number) =>
    count === 1
      ? l10n.t('1 file was not read, because the search failed on it.')
      : l10n.t('{0} files were not read, because the search failed on them.', count),
  /** Of files that differ from the revision that the folder is compared with. */
  unreadChange: (
    reason: 'tooLarge' | 'other' | 'failed',
    count: number,
    mebibytes: number,
  ): string => {
    switch (reason) {
      case 'tooLarge':
        return count === 1
          ? l10n.t('1 changed file was not read: it is larger than {0} MiB.', mebibytes)
          : l10n.t(
              '{0} changed files were not read: they are larger than {1} MiB.',
              count,
              mebibytes,
            );
      case 'other':
        return count === 1
          ? l10n.t('1 changed file was not read: it is not there, or not a regular file.')
          : l10n.t(
              '{0} changed files were not read: they are not there, or not regular files.',
              count,
            );
      case 'failed':
        return count === 1
          ? l10n.t('1 changed file was not read: the search failed on it.')
          : l10n.t('{0} changed files were not read: the search failed on them.', count);
    }
  },
  cut: (most: number) => l10n.t('Only the first {0} files of a folder are searched.', most),
  badge: (count: number) =>
    count === 1
      ? l10n.t(
          '1 address or text is new, is on a deny list, looks like another, has a wrong checksum, or has a level of High or above',
        )
      : l10n.t(
          '{0} addresses or texts are new, are on a deny list, look like another, have a wrong checksum, or have a level of High or above',
          count,
        ),
};

/** *Filter Addresses…* and *Export Addresses as CSV…*. */
export const addressFilter = {
  title: () => l10n.t('Filter Addresses'),
  prompt: () => l10n.t('Filter by…'),
  text: () => l10n.t('Text…'),
  textDetail: () => l10n.t('A part of the address or of its name'),
  textPrompt: () => l10n.t('A part of the address or of its name. Empty shows all.'),
  tooLong: () => l10n.t('This is too long.'),
  network: () => l10n.t('Network…'),
  family: () => l10n.t('Address Type…'),
  level: () => l10n.t('Level…'),
  assumed: () => l10n.t('Network Assumed'),
  all: () => l10n.t('All'),
  active: (text: string) => l10n.t('Filter: {0}', text),
  isText: (text: string) => l10n.t('“{0}”', plain(text)),
  exportTitle: () => l10n.t('Export Addresses as CSV'),
  nothing: () => l10n.t('There are no addresses to export.'),
};
