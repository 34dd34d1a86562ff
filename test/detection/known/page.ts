/** The tables of docs/known.md. */
import { join } from 'node:path';
import type { Table } from '../../../src/known/table.ts';
import { kindsOf } from './table.ts';

export const pageFile = join(import.meta.dirname, '../../../docs/known.md');

/** The page with the tables of a table of addresses. */
export function pageOf(page: string, table: Table): string {
  const { token, contract, system } = kindsOf(table.origins);
  const origins = Array.from(table.origins, (origin) => (origin & 127) >> 2);
  const count = (source: number): number => origins.filter((origin) => origin === source).length;
  const lines = [
    '<!-- known -->',
    `${table.rows} addresses, written on ${table.date}: ${token} tokens, ${contract} contracts, and ${system} contracts that are the same on many networks.`,
    '',
    '| source | package | license | addresses that it names first |',
    '|:--|:--|:--|--:|',
    ...table.sources.map(
      (source, at) =>
        `| ${source.title} | ${`${source.package} ${source.version}`.trim()} | ${source.license} | ${count(at)} |`,
    ),
    '<!-- /known -->',
  ];
  const [before = '', rest = ''] = page.split('<!-- known -->');
  const after = rest.split('<!-- /known -->')[1] ?? '\n';
  return `${before}${lines.join('\n')}${after}`;
}
