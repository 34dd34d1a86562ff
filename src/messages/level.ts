import { visible } from './visible.ts';

/** One shape for each grade, as the report draws them. */
const shapes = ['●', '◆', '▲', '■'] as const;

/** The level of a score in hover and CodeLens: `▲ High`. Its name is the user's own. */
export function levelText({
  name,
  grade,
}: {
  readonly name: string;
  readonly grade: 0 | 1 | 2 | 3;
}): string {
  return `${shapes[grade]} ${visible(name)}`;
}
