/**
 * Turns a function that reads many things at once into one that reads one: reads requested
 * before the next microtask become one message to the engine.
 */
export function batchReads<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let keys: Key[] = [];
  let reading: Promise<readonly Value[]> | undefined;
  return async (key) => {
    const index = keys.push(key) - 1;
    reading ??= Promise.resolve().then(() => {
      const requested = keys;
      keys = [];
      reading = undefined;
      return readAll(requested);
    });
    const values = await reading;
    const value = values[index];
    if (value === undefined) throw new RangeError('A value is missing.');
    return value;
  };
}
