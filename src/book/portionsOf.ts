/** The values in portions of a size; the last one has what is left. */
export function* portionsOf<T>(values: Iterable<T>, size: number): Generator<T[], void> {
  let portion: T[] = [];
  for (const value of values) {
    portion.push(value);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
