import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../options/options.ts';

export const program = 'address-risk';

/** The file that a process and its threads start with: `main.ts` in a checkout, the program in a package. */
export function programFile(): string {
  const source = join(import.meta.dirname, 'main.ts');
  return existsSync(source) ? source : join(import.meta.dirname, `${program}.cjs`);
}

/** Beside the bundle, and above this file in a checkout. */
const places = ['package.json', '../../package.json'];

export function version(): string {
  for (const place of places) {
    try {
      const text = readFileSync(join(import.meta.dirname, place), 'utf8');
      return (JSON.parse(text) as { readonly version: string }).version;
    } catch {
      continue;
    }
  }
  return 'unknown';
}

/**
 * Polyfills for the oldest Node version that `scan` and `check` support (20.19). Only in this
 * process, where all code is ours.
 */
export function completeOlderNode(): void {
  define(Map, 'groupBy', <Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key) => {
    const groups = new Map<Key, Item[]>();
    for (const item of items) {
      const key = keyOf(item);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
    return groups;
  });
  define(URL, 'parse', (text: string) => (URL.canParse(text) ? new URL(text) : null));
  define(Promise, 'withResolvers', () => {
    const ways: Record<string, unknown> = {};
    const promise = new Promise((resolve, reject) => Object.assign(ways, { resolve, reject }));
    return { ...ways, promise };
  });
}

function define(owner: object, name: string, value: unknown): void {
  if (Object.hasOwn(owner, name)) return;
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

/** The first Node whose `node:sqlite` needs no flag. */
const least = [22, 13] as const;

/** @throws UsageError on a Node that cannot open a ledger */
export function requireLedger(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = least;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new UsageError(
    `This needs Node ${least.join('.')} or newer: it uses the ledger. scan, and check without --scores, run on this one (${process.versions.node}).`,
  );
}
