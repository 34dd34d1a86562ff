import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
