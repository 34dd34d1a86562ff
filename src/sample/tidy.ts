/** 15 significant digits: what a double keeps of a decimal, so no 0.30000000000000004. */
export function tidy(value: number): number {
  return Number(value.toPrecision(15));
}
