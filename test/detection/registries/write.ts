/**
 * `npm run networks`: writes `src/networks/registry.txt` from the registries that
 * `test/detection/package.json` fixes. `-- --check` fails if the file is another.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dateOf, tableFile, tableOf } from './table.ts';

const old = readFileSync(tableFile, 'utf8');
const today = new Date().toISOString().slice(0, 10);
if (old === (await tableOf(dateOf(old)))) console.log('The table of networks is up to date.');
else if (process.argv.includes('--check')) {
  console.error('src/networks/registry.txt does not match the registries. Run: npm run networks');
  process.exitCode = 1;
} else {
  const table = await tableOf(today);
  writeFileSync(tableFile, table);
  console.log(`${table.split('\n').length - 3} rows written.`);
}
