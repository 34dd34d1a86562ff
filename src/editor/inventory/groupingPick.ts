import { groupings, type GroupBy } from '../../report/addresses/groups.ts';
import { addressGrouping } from '../../words/inventory.ts';
import { dialogs } from '../shell/dialogs.ts';

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
