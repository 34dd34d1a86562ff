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

const partCount = 8;

/**
 * A map whose longest step is short: a `Map` of 200,000 takes tens of milliseconds whenever it grows,
 * and each of these parts a fraction. More parts would be small enough for the garbage collector to
 * copy them again and again.
 */
export class PartedMap<Key extends string | number, Value> {
  readonly #parts = Array.from({ length: partCount }, () => new Map<Key, Value>());

  /** In the order in which they came. */
  readonly #keys: Key[] = [];

  get size(): number {
    return this.#keys.length;
  }

  get(key: Key): Value | undefined {
    return this.#of(key).get(key);
  }

  has(key: Key): boolean {
    return this.#of(key).has(key);
  }

  set(key: Key, value: Value): void {
    const part = this.#of(key);
    if (!part.has(key)) this.#keys.push(key);
    part.set(key, value);
  }

  keys(): MapIterator<Key> {
    return this.#keys.values();
  }

  #of(key: Key): Map<Key, Value> {
    const at = (typeof key === 'number' ? key : spread(key)) & (partCount - 1);
    return this.#parts[at] ?? new Map<Key, Value>();
  }
}

function spread(key: string): number {
  let sum = 0;
  for (let at = 0; at < key.length; at++) sum = Math.imul(sum, 31) + key.charCodeAt(at);
  return sum ^ (sum >>> 16);
}
