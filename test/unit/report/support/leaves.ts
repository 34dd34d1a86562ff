import type { ExactJson } from '../../../../src/api/exactJson.ts';
import {
  isFilled,
  membersOf,
  type Breakdown,
  type Category,
} from '../../../../src/report/breakdown.ts';

type Key = string | number;

/** Every leaf of a JSON value: its path and its exact text. */
export function leavesOf(json: ExactJson, path: readonly Key[] = []): string[] {
  if (!isFilled(json)) return [JSON.stringify([path, textOf(json)])];
  return membersOf(json).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

/** The leaves of a breakdown, by their paths. */
export function leavesOfBreakdown({ path, categories, groups, rest }: Breakdown): string[] {
  return [
    ...categories.flatMap((category) => leavesOfCategory(category, [...path, category.key])),
    ...groups.flatMap(leavesOfBreakdown),
    ...rest.flatMap(({ key, value }) => leavesOf(value, key === null ? path : [...path, key])),
  ];
}

function leavesOfCategory(
  { name, nameField, value, columns, inside }: Category,
  path: readonly Key[],
): string[] {
  const field = value?.field === 'number' ? [] : [value?.field ?? ''];
  return [
    ...(nameField === null ? [] : leavesOf(name, [...path, nameField])),
    ...(value === null ? [] : leavesOf(new String(value.digits), [...path, ...field])),
    ...columns.flatMap((column) => leavesOf(column.value, [...path, column.name])),
    ...(inside === null ? [] : leavesOfBreakdown(inside)),
  ];
}

/** A number differs from a string of its digits. */
function textOf(json: ExactJson): string {
  return json instanceof String ? `number ${json.toString()}` : JSON.stringify(json);
}
