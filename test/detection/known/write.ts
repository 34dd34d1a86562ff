/**
 * `npm run known`: writes `src/known/known.bin` and the tables of `docs/known.md` from the packages
 * that `test/detection/package.json` fixes. `-- --check` fails if the file is another.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { decoded } from '../../../src/known/table.ts';
import { installCorpora } from '../install.ts';
import { pageFile, pageOf } from './page.ts';
import { tableFile, tableOf } from './table.ts';

installCorpora();
const isCheck = process.argv.includes('--check');
const old = isCheck ? readFileSync(tableFile) : undefined;
const date = old === undefined ? new Date().toISOString().slice(0, 10) : decoded(old).date;
const { bytes, accounts } = tableOf(date);
if (old === undefined) {
  writeFileSync(tableFile, bytes);
  writeFileSync(pageFile, pageOf(readFileSync(pageFile, 'utf8'), decoded(bytes)));
  console.log(`${accounts} addresses written.`);
} else if (bytes.equals(old)) console.log('The table of known addresses is up to date.');
else {
  console.error('src/known/known.bin does not match its sources. Run: npm run known');
  process.exitCode = 1;
}
