/** A power of two. */
const parts = 64;

/** A map in parts: one of a million entries is rebuilt at once when it grows, for a tenth of a second. */
export class PartedMap<Value> {
  readonly #parts = Array.from({ length: parts }, () => new Map<string, Value>());

  /** The part of a key. Keys end in digits, which differ. */
  of(key: string): Map<string, Value> {
    const last = key.length - 1;
    const digits = 31 * key.charCodeAt(last) + key.charCodeAt(last - 1);
    const part = this.#parts[digits & (parts - 1)];
    if (part === undefined) throw new RangeError(key);
    return part;
  }
}
