import type { ResultHead, StoredResult } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';

/** More than a screen shows; beyond this, the oldest are dropped. */
const maxKept = 1_000;
/** The limit on the bodies of the kept values, in UTF-16 units. */
const maxUnits = 8 * 1024 * 1024;

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
  #units = 0;

  /** @param read reads a result with its body; null if it is gone */
  constructor(read: (head: ResultHead) => Promise<StoredResult | null>) {
    this.#read = read;
  }

  /** Undefined if the body cannot be read. */
  async of<T>(head: ResultHead, decode: (body: string) => T | undefined): Promise<T | undefined> {
    const name = subjectName(head, head.part);
    const kept = this.#kept.get(name);
    const isCurrent = kept?.receivedAt === head.receivedAt;
    const entry = isCurrent ? kept : this.#entryOf(name, head, decode);
    this.#forget(name);
    this.#kept.set(name, entry);
    this.#units += entry.units;
    this.#trim();
    // One part of one subject is always decoded by the same function.
    return (await entry.value) as T | undefined;
  }

  #entryOf(name: string, head: ResultHead, decode: (body: string) => unknown): Entry {
    const load = async (): Promise<unknown> => {
      const stored = await this.#read(head);
      if (stored === null) return undefined;
      if (this.#kept.get(name) === entry) {
        entry.units = stored.body.length;
        this.#units += entry.units;
        this.#trim();
      }
      return decode(stored.body);
    };
    const entry: Entry = { receivedAt: head.receivedAt, value: load(), units: 0 };
    // If the ledger was briefly busy, the next call reads again.
    entry.value.catch(() => {
      if (this.#kept.get(name) === entry) this.#forget(name);
    });
    return entry;
  }

  #forget(name: string): void {
    this.#units -= this.#kept.get(name)?.units ?? 0;
    this.#kept.delete(name);
  }

  #trim(): void {
    for (const name of this.#kept.keys()) {
      if (this.#kept.size <= maxKept && this.#units <= maxUnits) return;
      this.#forget(name);
    }
  }
}
