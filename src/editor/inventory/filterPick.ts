import { flagNames, flags, type Filter, type Flag } from '../../report/addresses/filter.ts';
import { addressFilter, addressGrouping } from '../../messages/inventory.ts';
import { networkTitle } from '../../messages/networks.ts';
import { dialogs } from '../shell/dialogs.ts';
import { askForText } from '../shell/shell.ts';
import type { AddressList } from './addressList.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import { groupings, type GroupBy } from '../../report/addresses/groups.ts';

/** In UTF-16 units: longer than any address. */
const maxTextLength = 512;

interface Choice {
  readonly label: string;
  readonly description?: string;
  /** The filter after this choice. Undefined if the user dismissed an input box. */
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
  const { text } = filter;
  const without = (name: keyof Filter): Filter =>
    Object.fromEntries(
      Object.entries(filter).filter(([each, value]) => each !== name && value !== undefined),
    );
  const toggle = (flag: Flag): Choice => ({
    label: flags[flag].label(),
    next: () =>
      Promise.resolve({ ...without(flag), ...(filter[flag] !== true && { [flag]: true }) }),
  });
  const { networks, families } = found.inventory.addresses.named();
  function valueChoice<Name extends 'network' | 'family' | 'level'>(
    name: Name,
    values: readonly NonNullable<Filter[Name]>[],
    titleOf: (value: string) => string = String,
  ): Choice {
    const current = filter[name];
    return {
      label: addressFilter[name](),
      ...(current !== undefined && { description: titleOf(current) }),
      async next() {
        const all = { label: addressFilter.all(), value: null };
        const items = values.map((value) => ({ label: titleOf(value), value }));
        const picked = await dialogs.pick([all, ...items], { title: addressFilter.title() });
        if (picked === undefined) return undefined;
        return { ...without(name), ...(picked.value !== null && { [name]: picked.value }) };
      },
    };
  }
  const scores = [...judgments.scores()];
  const levels = [...new Set(scores.flatMap(([, { level }]) => level?.name ?? []))].sort();
  return [
    {
      label: addressFilter.text(),
      description: text ?? addressFilter.textDetail(),
      next: async () => {
        const entered = await askForText({
          title: addressFilter.title(),
          prompt: addressFilter.textPrompt(),
          value: text ?? '',
          check: (value) => (value.length > maxTextLength ? addressFilter.tooLong() : undefined),
        });
        if (entered === undefined) return undefined;
        return { ...without('text'), ...(entered !== '' && { text: entered }) };
      },
    },
    valueChoice('network', networks, networkTitle),
    valueChoice('family', families),
    // Without a scale, there are no levels.
    ...(levels.length === 0 ? [] : [valueChoice('level', levels)]),
    ...flagNames.map(toggle),
  ];
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
