/**
 * `npm run test:detection`: precision and recall of the scanner, and the networks that detection
 * names. Fails for a family with 50 labels
 * below 0.999 or 0.995 and outside the bounds of the networks, and for ten look-alikes among the addresses of a package. `-- --write` puts the
 * tables into docs/detection.md. `-- --list` and `-- --list-unknown` show what is behind them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkChance } from './chance.ts';
import { checkVectors, measureFamilies } from './families.ts';
import { checkLookAlikes } from './lookAlikes.ts';
import { decoded } from '../../src/known/table.ts';
import { installCorpora } from './install.ts';
import { tableFile as knownFile, tableOf as knownTableOf } from './known/table.ts';
import { measureNetworks } from './networks/report.ts';
import { dateOf, tableFile, tableOf } from './registries/table.ts';

installCorpora();
const families = measureFamilies(process.argv.includes('--list'));
const networks = measureNetworks({
  lists: process.argv.includes('--list'),
  listsUnknown: process.argv.includes('--list-unknown'),
});
let failures = families.failures + networks.failures + checkVectors() + checkChance();
failures += checkLookAlikes();

const table = readFileSync(tableFile, 'utf8');
if (table !== (await tableOf(dateOf(table)))) {
  console.log('src/networks/registry.txt does not match the registries: npm run networks');
  failures += 1;
}

const known = readFileSync(knownFile);
if (!knownTableOf(decoded(known).date).bytes.equals(known)) {
  console.log('src/known/known.bin does not match its sources: npm run known');
  failures += 1;
}

const page = join(import.meta.dirname, '../../docs/detection.md');
const old = readFileSync(page, 'utf8');
const updated = [
  ['detection', families.table],
  ['networks', networks.table],
  ['reasons', networks.reasons],
].reduce((text, [name = '', one = '']) => withTable(text, name, one), old);
if (process.argv.includes('--write')) writeFileSync(page, updated);
else if (updated !== old) {
  console.log('The tables in docs/detection.md are others: npm run test:detection -- --write');
  failures += 1;
}
process.exitCode = failures > 0 ? 1 : 0;

/** The text with a table between `<!-- name -->` and `<!-- /name -->`. */
function withTable(text: string, name: string, table: string): string {
  const open = `<!-- ${name} -->\n`;
  const start = text.indexOf(open) + open.length;
  const end = text.indexOf(`\n<!-- /${name} -->`);
  if (start < open.length || end < start)
    throw new Error(`docs/detection.md has no place for ${name}.`);
  return text.slice(0, start) + table + text.slice(end);
}
