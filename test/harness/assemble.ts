/**
 * `npm run assemble`: compiles `src/addresses/runFinder.wat` into the bytes beside it, which are
 * committed: the extension needs no assembler, and a test compares the two.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembled, bytesFile } from '../support/assembled.ts';

const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, 'src/addresses/runFinderBytes.ts'), bytesFile(await assembled()));
