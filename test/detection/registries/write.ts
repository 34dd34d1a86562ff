/**
 * `npm run networks`: writes `src/addresses/registry.txt` from the registries that
 * `test/detection/package.json` fixes. `-- --check` fails if the file is another.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cosmosRows } from './cosmos.ts';
import { evmRows, hostsOfCurated } from './evm.ts';
import { sourceVersions } from './sources.ts';

const file = join(import.meta.dirname, '../../../src/addresses/registry.txt');

const rows = [...evmRows(), ...hostsOfCurated(), ...cosmosRows()].join('\n');

/** The first line has the date, the second one the versions of the sources. */
function tableOf(date: string): string {
  return `# Networks of public registries, ${date}. Generated: npm run networks\n# ${sourceVersions()}\n${rows}\n`;
}

const old = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
const oldDate = /, (\d{4}-\d\d-\d\d)\. /.exec(old)?.[1] ?? '';
if (old === tableOf(oldDate)) console.log('The table of networks is up to date.');
else if (process.argv.includes('--check')) {
  console.error('src/addresses/registry.txt does not match the registries. Run: npm run networks');
  process.exitCode = 1;
} else {
  writeFileSync(file, tableOf(new Date().toISOString().slice(0, 10)));
  console.log(`${rows.split('\n').length} rows written.`);
}
