import * as l10n from '@vscode/l10n';
import type { Doubt, LeftOut } from '../book/firstBook.ts';
import { plain } from './text.ts';

/** Why an address is not added to a book with many others. */
export const doubtText = ({ doubt, network }: Pick<LeftOut, 'doubt' | 'network'>): string =>
  doubtTexts[doubt](network ?? '');

const doubtTexts: Readonly<Record<Doubt, (network: string) => string>> = {
  deny: () => l10n.t('on a deny list'),
  'look-alike': () => l10n.t('looks like another address'),
  checksum: () => l10n.t('wrong checksum'),
  'wrong-network': () => l10n.t('token of another network'),
  uncertain: (network) => l10n.t('network not certain: {0}', plain(network)),
  network: () => l10n.t('no single known network named'),
};

/** More would not fit a question. */
const maxNamed = 20;

/** *Add All in File to Address Book…* */
export const addAll = {
  question: (count: number) =>
    count === 1
      ? l10n.t('Add 1 address of this file to the address book?')
      : l10n.t('Add {0} addresses of this file to the address book?', count),
  detail: () => l10n.t('Names come from published lists and from the code. Review the change.'),
  yes: () => l10n.t('Add All'),
  done: (count: number) =>
    count === 1
      ? l10n.t('1 address added to the address book.')
      : l10n.t('{0} addresses added to the address book.', count),
  none: () => l10n.t('No address of this file can be added to the address book.'),
  isBook: () => l10n.t('This file is the address book or one of its deny lists.'),
  /** One line each; empty for none. */
  leftOut(leftOut: readonly LeftOut[]): string[] {
    if (leftOut.length === 0) return [];
    const named = leftOut
      .slice(0, maxNamed)
      .map((each) =>
        l10n.t('{0}, {1} ({2})', plain(each.address), plain(each.place), doubtText(each)),
      );
    const hidden = leftOut.length - named.length;
    return [l10n.t('Left out:'), ...named, ...(hidden === 0 ? [] : [l10n.t('{0} more', hidden)])];
  },
};
