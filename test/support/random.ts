/** A stream of choices that is the same in every run (mulberry32). */
export interface Choices {
  /** From 0 up to `count`, which is not included. */
  readonly below: (count: number) => number;
  readonly of: <T>(values: readonly T[]) => T;
}

export function choicesFrom(seed: number): Choices {
  let state = seed;
  const below = (count: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count);
  };
  return { below, of: (values) => values[below(values.length)]! };
}
