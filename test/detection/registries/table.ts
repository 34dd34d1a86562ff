import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugOf } from '../../../src/networks/registry.ts';
import { installCorpora } from '../install.ts';

export const tableFile = join(import.meta.dirname, '../../../src/networks/registry.txt');

/** The table: a line with its date, one with the versions of its sources and a hash, then the rows. */
export async function tableOf(date: string): Promise<string> {
  installCorpora();
  // They read the packages, which may have been installed just now.
  const { cosmosRows, evmKeysRow } = await import('./cosmos.ts');
  const { evmRows, hostsOfCurated, namesOfCurated } = await import('./evm.ts');
  const evm = evmRows();
  const evmNames = evm.map((row) => {
    const [, name, , title = ''] = row.split('\t');
    return name || slugOf(title);
  });
  const curated = [...namesOfCurated(), ...hostsOfCurated()];
  const rows = [...evm, ...curated, ...cosmosRows(evmNames), evmKeysRow()].join('\n');
  return `${headOf(date, rows)}\n${rows}\n`;
}

/** The required first two lines: they show, without the registries, that no one edited the rows. */
export function headOf(date: string, rows: string): string {
  const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const versions = [
    ...['viem', '@thirdweb-dev/chains', 'chain-registry', 'an-array-of-english-words'],
    ...['@chainlink/ccip-sdk', '@defillama/sdk', '@hyperlane-xyz/registry'],
    '@layerzerolabs/lz-evm-sdk-v2',
  ]
    .map((name) => `${name} ${dependencies[name] ?? ''}`)
    .join(', ');
  const hash = createHash('sha256').update(rows).digest('hex').slice(0, 16);
  return `# Networks of public registries, ${date}. Generated: npm run networks\n# ${versions}; rows ${hash}`;
}

/** The date of a table. Empty if it has none. */
export const dateOf = (table: string): string =>
  /^# [^\n]*, (\d{4}-\d\d-\d\d)\. /.exec(table)?.[1] ?? '';
