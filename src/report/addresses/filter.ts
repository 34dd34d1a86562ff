import type { Family } from '../../networks/networks.ts';
import type { AddressTable } from '../../folder/addressTable.ts';
import type { Judgments } from '../../folder/judgments.ts';
import { addressFilter } from '../../words/inventory.ts';
import { networkTitle } from '../../words/networks.ts';
import { newTexts } from '../../words/newness.ts';

/** What the rows of a view have in common; every part narrows it. */
export interface Filter {
  /** A part of the address or of its name, in any case. */
  readonly text?: string;
  readonly network?: string;
  readonly family?: Family;
  /** The name of a level. */
  readonly level?: string;
  /** Not in the address book. */
  readonly isUnlisted?: true;
  /** New since the revision. */
  readonly isNew?: true;
}

export function isEmptyFilter(filter: Filter): boolean {
  return Object.keys(filter).length === 0;
}

/**
 * @param codeNameOf what the code calls an address
 * @returns whether the address of a number matches
 */
export function matcherOf(
  { text, network, family, level, isUnlisted, isNew }: Filter,
  addresses: AddressTable,
  judgments: Judgments,
  codeNameOf: (id: number) => string | undefined = () => undefined,
): (id: number) => boolean {
  const wanted = text?.toLowerCase();
  return (id) =>
    (isUnlisted === undefined || judgments.isUnlisted(id)) &&
    (isNew === undefined || judgments.isNew(id)) &&
    (family === undefined || addresses.familyOf(id) === family) &&
    (network === undefined || addresses.networkOf(id) === network) &&
    (level === undefined || judgments.scoreOf(id)?.level?.name === level) &&
    (wanted === undefined ||
      addresses.addressOf(id).toLowerCase().includes(wanted) ||
      (judgments.nameOf(id) ?? codeNameOf(id))?.toLowerCase().includes(wanted) === true);
}

/** What a filter lets through, for the title of the view; undefined for an empty one. */
export function filterText({
  text,
  network,
  family,
  level,
  isUnlisted,
  isNew,
}: Filter): string | undefined {
  const parts = [
    ...(text === undefined ? [] : [addressFilter.isText(text)]),
    ...(network === undefined ? [] : [networkTitle(network)]),
    ...(family === undefined ? [] : [family]),
    ...(level === undefined ? [] : [level]),
    ...(isNew === undefined ? [] : [newTexts.group()]),
    ...(isUnlisted === undefined ? [] : [addressFilter.unlisted()]),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
