import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file that `main.ts` is in: itself in a checkout, the bundle in a package. */
export function programFile(): string {
  const source = join(import.meta.dirname, 'main.ts');
  return existsSync(source) ? source : import.meta.filename;
}
