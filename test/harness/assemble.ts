/**
 * `npm run assemble`: compiles `src/addresses/runFinder.wat` into the bytes beside it, which are
 * committed: the extension needs no assembler, and a test compares the two.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembled, bytesFile } from '../support/assembled.ts';

const file = join(import.meta.dirname, '../../src/addresses/runFinderBytes.ts');
writeFileSync(file, bytesFile(await assembled()));
