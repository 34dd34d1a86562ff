import { flagNames, flags, type Filter, type Flag } from '../../report/addresses/filter.ts';
import { addressFilter, addressGrouping } from '../../words/inventory.ts';
import { networkTitle } from '../../words/networks.ts';
import { dialogs } from '../shell/dialogs.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import { groupings, type GroupBy } from '../../report/addresses/groups.ts';

/** In UTF-16 units: longer than any address. */
const maxTextLength = 512;

interface Choice {
  readonly label: string;
  readonly description?: string;
  /** What the filter is with it. Undefined if the user left a box. */
  readonly next: () => Promise<Filter | undefined>;
}

/** Asks for one part of the filter. @returns undefined if the user left */
export async function askForFilter(
  found: WorkspaceInventory,
  list: AddressList,
): Promise<Filter | undefined> {
  const picked = await dialogs.pick(choicesFor(found, list), {
    title: addressFilter.title(),
    placeHolder: addressFilter.prompt(),
  });
  return picked?.next();
}

function choicesFor(found: WorkspaceInventory, { view, judgments }: AddressList): Choice[] {
  const { filter } = view;
  const { text, network, family, level } = filter;
  const without = (name: keyof Filter): Filter =>
    Object.fromEntries(
      Object.entries(filter).filter(([each, value]) => each !== name && value !== undefined),
    );
  const toggle = (flag: Flag): Choice => ({
    label: flags[flag].label(),
    next: () =>
      Promise.resolve({ ...without(flag), ...(filter[flag] !== true && { [flag]: true }) }),
  });
  const { addresses } = found.inventory;
  const valuesOf = (read: (id: number) => string | null | undefined): string[] => {
    const values = new Set<string>();
    for (const id of addresses.ids()) {
      const value = read(id);
      if (value !== null && value !== undefined) values.add(value);
    }
    return [...values].sort();
  };
  const levels = valuesOf((id) => judgments.scoreOf(id)?.level?.name);
  return [
    {
      label: addressFilter.text(),
      description: text ?? addressFilter.textDetail(),
      next: async () => {
        const entered = (await askForText(text ?? ''))?.trim();
        if (entered === undefined) return undefined;
        return { ...without('text'), ...(entered !== '' && { text: entered }) };
      },
    },
    {
      label: addressFilter.network(),
      ...(network !== undefined && { description: networkTitle(network) }),
      next: () =>
        askForValue(
          valuesOf((id) => addresses.networkOf(id)),
          networkTitle,
          (value) => ({
            ...without('network'),
            ...(value !== null && { network: value }),
          }),
        ),
    },
    {
      label: addressFilter.family(),
      ...(family !== undefined && { description: family }),
      next: () =>
        askForValue(
          valuesOf((id) => addresses.familyOf(id)),
          String,
          (value) => {
            const chosen = [...addresses.ids()].find((id) => addresses.familyOf(id) === value);
            const named = chosen === undefined ? undefined : addresses.familyOf(chosen);
            return { ...without('family'), ...(named !== undefined && { family: named }) };
          },
        ),
    },
    // Without a scale there are none.
    ...(levels.length === 0
      ? []
      : [
          {
            label: addressFilter.level(),
            ...(level !== undefined && { description: level }),
            next: () =>
              askForValue(levels, String, (value) => ({
                ...without('level'),
                ...(value !== null && { level: value }),
              })),
          },
        ]),
    ...flagNames.map(toggle),
  ];
}

function askForText(value: string): Thenable<string | undefined> {
  return dialogs.input({
    title: addressFilter.title(),
    prompt: addressFilter.textPrompt(),
    value,
    check: (entered) => (entered.length > maxTextLength ? addressFilter.tooLong() : undefined),
  });
}

/** @param filterFor of null for all values */
async function askForValue(
  values: readonly string[],
  titleOf: (value: string) => string,
  filterFor: (value: string | null) => Filter,
): Promise<Filter | undefined> {
  const all = { label: addressFilter.all(), value: null };
  const items = values.map((value) => ({ label: titleOf(value), value }));
  const picked = await dialogs.pick([all, ...items], { title: addressFilter.title() });
  return picked && filterFor(picked.value);
}

/** Asks what the rows of a group have in common. @returns undefined if the user left */
export async function askForGrouping(current: GroupBy): Promise<GroupBy | undefined> {
  const items = groupings.map((by) => ({
    label: `${by === current ? '$(check)' : '$(blank)'} ${addressGrouping[by]()}`,
    by,
  }));
  const picked = await dialogs.pick(items, {
    title: addressGrouping.title(),
    placeHolder: addressGrouping.prompt(),
  });
  return picked?.by;
}
