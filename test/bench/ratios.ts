/**
 * Prints how a figure compares with its baseline in the same run, which the speed of the machine does
 * not change much. `npm run bench` compares it with the committed one.
 */
export function printRatio(name: string, value: number): void {
  console.log(`${ratioPrefix}${name}: ${value.toFixed(2)}`);
}

/** The prefix of a line with a ratio. */
export const ratioPrefix = 'ratio of ';
