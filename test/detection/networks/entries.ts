/** A key with its value, an element of a list, or an argument of a call, in any language. */
export interface Entry {
  /** The key, the position `[0]` of an element or argument, or the name of a function or variable. */
  readonly key: string;
  readonly parent: Entry | undefined;
  readonly entries: Entry[];
  /** The value as it is written, if it is not a list or an object. */
  value?: string;
}

/** A string of a file: the value of an entry, or its key. */
export interface Place {
  readonly entry: Entry;
  readonly offset: number;
  readonly text: string;
}

export function newEntry(key: string, parent?: Entry): Entry {
  const entry: Entry = { key, parent, entries: [] };
  parent?.entries.push(entry);
  return entry;
}

/** The entry itself, then what holds it, innermost first. */
export function* outward(entry: Entry): Generator<Entry> {
  for (let at: Entry | undefined = entry; at !== undefined; at = at.parent) yield at;
}

/** The first entry at the end of a path of keys. A key may occur more than once. */
export function entryAt(root: Entry, ...keys: readonly string[]): Entry | undefined {
  const [first, ...others] = keys;
  if (first === undefined) return root;
  for (const entry of root.entries) {
    const found = entry.key === first ? entryAt(entry, ...others) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The value of the first entry with one of these keys in the nearest object around an entry. */
export function valueAround(entry: Entry, ...keys: readonly string[]): string | undefined {
  for (const { entries } of outward(entry)) {
    const found = entries.find(({ key, value }) => keys.includes(key) && value !== undefined);
    if (found !== undefined) return found.value;
  }
  return undefined;
}

/** An integer as code writes it, `16666e5`, `4_002` and `1n` among them. */
export function integerIn(text: string | undefined): number | undefined {
  const plain = text?.replaceAll('_', '').replace(/n$/, '');
  const number = plain === undefined || !/^\d/.test(plain) ? NaN : Number(plain);
  return Number.isSafeInteger(number) ? number : undefined;
}
