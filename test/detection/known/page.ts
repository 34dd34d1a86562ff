/** The tables of docs/known.md. */
import { join } from 'node:path';
import { kindAt, sourceAt, type Kind, type Table } from '../../../src/known/table.ts';

export const pageFile = join(import.meta.dirname, '../../../docs/known.md');

/** The page with the tables of a table of addresses. */
export function pageOf(page: string, table: Table): string {
  const kinds: Record<Kind, number> = { token: 0, contract: 0, system: 0 };
  const counts = table.sources.map(() => 0);
  for (let row = 0; row < table.rows; row++) {
    kinds[kindAt(table, row)] += 1;
    const source = sourceAt(table, row);
    counts[source] = (counts[source] ?? 0) + 1;
  }
  const { token, contract, system } = kinds;
  const lines = [
    '<!-- known -->',
    `${table.rows} addresses, written on ${table.date}: ${token} tokens, ${contract} contracts, and ${system} contracts that are the same on many networks.`,
    '',
    '| source | package | license | addresses that it names first |',
    '|:--|:--|:--|--:|',
    ...table.sources.map(
      (source, at) =>
        `| ${source.title} | ${`${source.package} ${source.version}`.trim()} | ${source.license} | ${counts[at] ?? 0} |`,
    ),
    '<!-- /known -->',
  ];
  const [before = '', rest = ''] = page.split('<!-- known -->');
  const after = rest.split('<!-- /known -->')[1] ?? '\n';
  return `${before}${lines.join('\n')}${after}`;
}
