/**
 * `npm run assemble`: compiles the modules of `src/addresses` into the bytes beside them, which are
 * committed: the extension needs no assembler, and tests compare the two.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembled, bytesFile, modules } from '../support/assembled.ts';

const folder = join(import.meta.dirname, '../../src/addresses');
for (const name of modules) {
  writeFileSync(join(folder, `${name}Bytes.ts`), bytesFile(name, await assembled(name)));
}
