import type { ResultHead, StoredResult } from '../ledger/store.ts';
import { subjectName } from '../ledger/subjectKey.ts';

/** More than a screen shows; beyond this, the oldest are dropped. */
const mostKept = 1_000;
/** The limit on the bodies of the kept values, in UTF-16 units. */
const mostUnits = 8 * 1024 * 1024;

/** A cache of decoded results, so that each is read from the ledger and parsed once. */
export interface Decoded {
  /** Undefined if the body cannot be read. */
  of<T>(head: ResultHead, decode: (body: string) => T | undefined): Promise<T | undefined>;
}

interface Entry {
  readonly receivedAt: number;
  readonly value: Promise<unknown>;
  units: number;
}

/** @param read reads a result with its body; null if it is gone */
export function createDecoded(read: (head: ResultHead) => Promise<StoredResult | null>): Decoded {
  /** In order of last use. */
  const kept = new Map<string, Entry>();
  let units = 0;

  function forget(name: string): void {
    units -= kept.get(name)?.units ?? 0;
    kept.delete(name);
  }

  function trim(): void {
    for (const name of kept.keys()) {
      if (kept.size <= mostKept && units <= mostUnits) return;
      forget(name);
    }
  }

  async function load(
    name: string,
    head: ResultHead,
    decode: (body: string) => unknown,
  ): Promise<unknown> {
    const stored = await read(head);
    if (stored === null) return undefined;
    const entry = kept.get(name);
    if (entry?.receivedAt === head.receivedAt) {
      entry.units = stored.body.length;
      units += stored.body.length;
      trim();
    }
    return decode(stored.body);
  }

  return {
    async of<T>(head: ResultHead, decode: (body: string) => T | undefined) {
      const { part, receivedAt } = head;
      const name = subjectName(head, part);
      let entry = kept.get(name);
      if (entry?.receivedAt !== receivedAt) {
        forget(name);
        // In a microtask, once the entry exists and can receive its size.
        const value = Promise.resolve().then(() => load(name, head, decode));
        entry = { receivedAt, value, units: 0 };
        // If the ledger was briefly busy, the next call reads again.
        value.catch(() => {
          if (kept.get(name)?.value === value) forget(name);
        });
      } else kept.delete(name);
      kept.set(name, entry);
      trim();
      // One part of one subject is always decoded by the same function.
      return (await entry.value) as T | undefined;
    },
  };
}
