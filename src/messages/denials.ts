import * as l10n from '@vscode/l10n';
import type { Denial } from '../book/facts.ts';
import { networkTitle } from './networks.ts';
import { plain } from './text.ts';

/** A deny-list hit, in a hover and in the report. */
export function denialText({ list, name, network }: Denial): string {
  const [onList, as] = [plain(list), plain(name ?? '')];
  if (network === undefined) {
    return name === undefined
      ? l10n.t('This address is on the deny list “{0}”.', onList)
      : l10n.t('This address is on the deny list “{0}” as “{1}”.', onList, as);
  }
  const where = networkTitle(network);
  return name === undefined
    ? l10n.t('This address is on the deny list “{0}”, listed on {1}.', onList, where)
    : l10n.t('This address is on the deny list “{0}” as “{1}”, listed on {2}.', onList, as, where);
}

/** The list, and what it calls an address, in a row. */
export const denialFacts = ({ list, name }: Denial): string[] =>
  [list, ...(name === undefined ? [] : [name])].map(plain);

/** The same as a problem of the code. @param address shortened */
export function denialProblemText(address: string, { list, name, network }: Denial): string {
  const [onList, as] = [plain(list), plain(name ?? '')];
  if (network === undefined) {
    return name === undefined
      ? l10n.t('{0} is on “{1}”.', address, onList)
      : l10n.t('{0} is on “{1}”: {2}', address, onList, as);
  }
  const where = networkTitle(network);
  return name === undefined
    ? l10n.t('{0} is on “{1}”, listed on {2}.', address, onList, where)
    : l10n.t('{0} is on “{1}”, listed on {2}: {3}', address, onList, where, as);
}

/** A listed text that no address was found in. It may be a key, so it is not repeated. */
export function deniedTextText({ list, name }: Denial): string {
  return name === undefined
    ? l10n.t('This text is on “{0}”.', plain(list))
    : l10n.t('This text is on “{0}”: {1}', plain(list), plain(name));
}

/** Mentions denied texts that are not among a file's problems. */
export function denialsLeftText(count: number): string {
  return count === 1
    ? l10n.t('And 1 more deny-list hit in this file')
    : l10n.t('And {0} more deny-list hits in this file', count);
}
