import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file that a process and its threads start with: `main.ts` in a checkout, the program in a package. */
export function programFile(): string {
  const source = join(import.meta.dirname, 'main.ts');
  return existsSync(source) ? source : join(import.meta.dirname, 'address-risk.cjs');
}
