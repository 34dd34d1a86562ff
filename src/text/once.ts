/**
 * What is known of a key, read on the first call for it.
 * @param most how many are known at a time, for a map that outlives a text
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
