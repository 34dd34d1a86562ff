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

/**
 * A map whose longest step is short: a `Map` of 200,000 takes tens of milliseconds whenever it grows,
 * and each of its parts a fraction. Parts that are too small are copied by the garbage collector again
 * and again.
 */
export class PartedMap<Key extends string | number, Value> {
  readonly #parts: readonly Map<Key, Value>[];

  /** @param parts a power of two */
  constructor(parts: number) {
    this.#parts = Array.from({ length: parts }, () => new Map<Key, Value>());
  }

  get size(): number {
    return this.#parts.reduce((sum, { size }) => sum + size, 0);
  }

  get(key: Key): Value | undefined {
    return this.#of(key).get(key);
  }

  has(key: Key): boolean {
    return this.#of(key).has(key);
  }

  set(key: Key, value: Value): void {
    this.#of(key).set(key, value);
  }

  delete(key: Key): void {
    this.#of(key).delete(key);
  }

  /** In no order. */
  *keys(): Generator<Key, undefined> {
    for (const part of this.#parts) yield* part.keys();
  }

  #of(key: Key): Map<Key, Value> {
    const part =
      this.#parts[(typeof key === 'number' ? key : spread(key)) & (this.#parts.length - 1)];
    if (part === undefined) throw new RangeError(`${key}`);
    return part;
  }
}

/** For the rows of a list, of which there are at most 200,000. */
export const listParts = 8;

/** For what a million addresses have in common. */
export const groupParts = 64;

/** Most keys end in digits, which differ. */
const spread = (key: string): number =>
  31 * key.charCodeAt(key.length - 1) + key.charCodeAt(key.length - 2);
