import * as l10n from '@vscode/l10n';
import type { Listing } from '../book/facts.ts';
import { plain } from './text.ts';

/** Of an ignore that the base revision does not have. */
export const ignoreAddedText = (): string =>
  l10n.t('This change hides look-alike warnings only after it reaches the base revision.');

/** Where the change and the base revision differ about an address; null if they do not. */
export function listingText(listing: Listing): string | null {
  switch (listing) {
    case 'added':
      return l10n.t('Added to the address book in this change.');
    case 'removed':
      return l10n.t('This change removes this address from the address book.');
    case 'listed':
    case 'none':
      return null;
  }
}

/** What a change does to the address book, as problems of its file. */
export const bookChanges = {
  listRemoved: (name: string) =>
    l10n.t(
      'This change removes the list “{0}”. The list in the base revision still applies.',
      plain(name),
    ),
  bookRemoved: () =>
    l10n.t(
      'This change removes the address book. The address book in the base revision still applies.',
    ),
  baseRejected: () =>
    l10n.t('The address book of the base revision cannot be used, so none of its entries apply.'),
};
