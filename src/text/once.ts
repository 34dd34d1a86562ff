/**
 * Caches values by key, reading each on first use.
 * @param most the maximum number of cached keys
 */
export function readOnce<Key, Value>(
  known: Map<Key, Value>,
  key: Key,
  read: () => Value,
  most = Infinity,
): Value {
  let value = known.get(key);
  if (value === undefined && !known.has(key)) {
    value = read();
    if (known.size >= most) known.clear();
    known.set(key, value);
  }
  return value as Value;
}

/** Some hundred kilobytes of each map. */
const maxShared = 2_048;

/**
 * The same for a map that outlives the texts its keys are from. They are copied: a slice keeps all of its
 * text in memory.
 */
export function readShared<Value extends object>(
  known: Map<string, Value>,
  key: string,
  read: (copy: string) => Value,
): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const copy = Buffer.from(key).toString();
  return readOnce(known, copy, () => read(copy), maxShared);
}
