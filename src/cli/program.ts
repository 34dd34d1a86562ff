import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
