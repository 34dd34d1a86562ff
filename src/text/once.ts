/** What is known of a key, read on the first call for it. */
export function readOnce<Key, Value>(known: Map<Key, Value>, key: Key, read: () => Value): Value {
  let value = known.get(key);
  if (value === undefined && !known.has(key)) {
    value = read();
    known.set(key, value);
  }
  return value as Value;
}
