import { choiceOf, readOptions } from '../../options/options.ts';
import { storageOptionsOf, storeSpecs, type StoreCommand } from '../arguments.ts';
import { usageCommand } from '../commandSpecs.ts';
import type { Sql } from '../../ledger/ledger.ts';
import { readUsage, usageGroups, type UsageGroup, type UsageLine } from '../store/usage.ts';
import { table } from './table.ts';

const formats = ['text', 'json', 'csv'] as const;

const specs = [...storeSpecs, ...usageCommand.options];

/** @throws {UsageError} */
export function readUsageCommand(args: readonly string[], env: NodeJS.ProcessEnv): StoreCommand {
  const given = readOptions({ options: specs, maxOperands: 0 }, args);
  const names = (given.text('by') ?? 'member').split(',');
  const by = [...new Set(names.map((name) => choiceOf('by', name, usageGroups)))];
  const format = choiceOf('format', given.text('format') ?? 'text', formats);
  const storage = storageOptionsOf(given, env);
  return { storage, run: ({ ledger }) => usageLines(by, format, ledger) };
}

async function usageLines(
  by: readonly UsageGroup[],
  format: (typeof formats)[number],
  sql: Sql,
): Promise<string[]> {
  const lines = await readUsage(sql, by);
  switch (format) {
    case 'json':
      return [
        JSON.stringify(
          lines.map(({ names, ...counts }) => ({
            ...Object.fromEntries(by.map((group, at) => [group, names[at]])),
            ...counts,
          })),
        ),
      ];
    case 'csv':
      return [
        [...by, ...counted].join(','),
        ...lines.map((line) => [...line.names.map(cell), ...countsOf(line)].join(',')),
      ];
    case 'text':
      return table(
        [
          [...by, ...counted],
          ...lines.map((line) => [...line.names, ...countsOf(line).map(String)]),
        ],
        new Set(counted.map((_, at) => by.length + at)),
      );
  }
}

const counted = ['calculations', 'api calls', 'unknown'];

function countsOf({ calculations, apiCalls, unknown }: UsageLine): number[] {
  return [calculations, apiCalls, unknown];
}

/** RFC 4180, and no formula for a spreadsheet. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
