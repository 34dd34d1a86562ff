import type { ResultHead, StoredResult } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';

/** More than a screen shows; beyond this, the oldest are dropped. */
const mostKept = 1_000;
/** The limit on the bodies of the kept values, in UTF-16 units. */
const mostUnits = 8 * 1024 * 1024;

interface Entry {
  readonly receivedAt: number;
  readonly value: Promise<unknown>;
  units: number;
}

/** A cache of decoded results, so that each is read from the ledger and parsed once. */
export class DecodedResults {
  readonly #read: (head: ResultHead) => Promise<StoredResult | null>;
  /** In order of last use. */
  readonly #kept = new Map<string, Entry>();

  /** @param read reads a result with its body; null if it is gone */
  constructor(read: (head: ResultHead) => Promise<StoredResult | null>) {
    this.#read = read;
  }

  /** Undefined if the body cannot be read. */
  async of<T>(head: ResultHead, decode: (body: string) => T | undefined): Promise<T | undefined> {
    const name = subjectName(head, head.part);
    let entry = this.#kept.get(name);
    if (entry?.receivedAt !== head.receivedAt) entry = this.#entryOf(name, head, decode);
    this.#kept.delete(name);
    this.#kept.set(name, entry);
    this.#trim();
    // One part of one subject is always decoded by the same function.
    return (await entry.value) as T | undefined;
  }

  #entryOf(name: string, head: ResultHead, decode: (body: string) => unknown): Entry {
    // In a microtask, once the entry exists and can receive its size.
    const value = Promise.resolve().then(async () => {
      const stored = await this.#read(head);
      if (stored === null) return undefined;
      entry.units = stored.body.length;
      this.#trim();
      return decode(stored.body);
    });
    const entry: Entry = { receivedAt: head.receivedAt, value, units: 0 };
    // If the ledger was briefly busy, the next call reads again.
    value.catch(() => {
      if (this.#kept.get(name) === entry) this.#kept.delete(name);
    });
    return entry;
  }

  #trim(): void {
    let units = 0;
    for (const entry of this.#kept.values()) units += entry.units;
    for (const [name, entry] of this.#kept) {
      if (this.#kept.size <= mostKept && units <= mostUnits) return;
      units -= entry.units;
      this.#kept.delete(name);
    }
  }
}
