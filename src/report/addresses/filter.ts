import type { Family } from '../../networks/networks.ts';
import type { AddressTable } from '../../folder/addressTable.ts';
import type { Judgments } from '../../folder/judgments.ts';
import { addressFilter, addressGroups } from '../../messages/inventory.ts';
import { networkTitle } from '../../messages/networks.ts';
import { newTexts } from '../../messages/newness.ts';

interface Rows {
  readonly addresses: AddressTable;
  readonly judgments: Judgments;
}

/** Properties that a row can have, in the order in which they are offered. */
export const flags = {
  isDenied: { label: addressGroups.denied, has: ({ judgments }, id) => judgments.isDenied(id) },
  isLookAlike: {
    label: addressGroups.lookAlike,
    has: ({ judgments }, id) => judgments.looksLike(id) !== undefined,
  },
  /** Since the revision. */
  isNew: { label: newTexts.group, has: ({ judgments }, id) => judgments.isNew(id) },
  /** Not in the address book. */
  isUnlisted: {
    label: addressGroups.unlisted,
    has: ({ judgments }, id) => judgments.isUnlisted(id),
  },
  isAssumed: { label: addressFilter.assumed, has: ({ addresses }, id) => addresses.isAssumed(id) },
} as const satisfies Record<
  string,
  { readonly label: () => string; readonly has: (rows: Rows, id: number) => boolean }
>;

export type Flag = keyof typeof flags;

export const flagNames = Object.keys(flags) as readonly Flag[];

/** A filter for rows; every condition narrows it. */
export interface Filter extends Readonly<Partial<Record<Flag, true>>> {
  /** A part of the address or of its name, in any case. */
  readonly text?: string;
  readonly network?: string;
  readonly family?: Family;
  /** The name of a level. */
  readonly level?: string;
}

export function isEmptyFilter(filter: Filter): boolean {
  return Object.keys(filter).length === 0;
}

/**
 * @param codeNamesOf what the code calls an address
 * @returns whether the address of a number matches
 */
export function matcherOf(
  { text, network, family, level, ...rest }: Filter,
  addresses: AddressTable,
  judgments: Judgments,
  codeNamesOf: (id: number) => readonly { readonly name: string }[] = () => [],
): (id: number) => boolean {
  const wanted = text?.toLowerCase();
  const textsOf = (id: number): (string | undefined)[] => [
    ...[addresses.addressOf(id), judgments.nameOf(id)],
    ...codeNamesOf(id).map(({ name }) => name),
  ];
  const wantedFlags = flagNames.filter((flag) => rest[flag] === true);
  return (id) =>
    wantedFlags.every((flag) => flags[flag].has({ addresses, judgments }, id)) &&
    (family === undefined || addresses.familyOf(id) === family) &&
    (network === undefined || addresses.networkOf(id) === network) &&
    (level === undefined || judgments.scoreOf(id)?.level?.name === level) &&
    (wanted === undefined ||
      textsOf(id).some((each) => each?.toLowerCase().includes(wanted) === true));
}

/** A filter's description for the title of the view; undefined for an empty one. */
export function filterText({ text, network, family, level, ...rest }: Filter): string | undefined {
  const parts = [
    ...(text === undefined ? [] : [addressFilter.isText(text)]),
    ...(network === undefined ? [] : [networkTitle(network)]),
    ...(family === undefined ? [] : [family]),
    ...(level === undefined ? [] : [level]),
    ...flagNames.filter((flag) => rest[flag] === true).map((flag) => flags[flag].label()),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
