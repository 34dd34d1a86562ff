import { choice, parsed, storageOptionsOf, text } from '../arguments.ts';
import type { StorageOptions } from '../storage.ts';
import type { Sql } from '../../ledger/ledger.ts';
import { table } from './table.ts';
import { readUsage, usageGroups, type UsageGroup, type UsageLine } from '../store/usage.ts';

const formats = ['text', 'json', 'csv'] as const;
type Format = (typeof formats)[number];

export interface UsageCommand {
  readonly by: UsageGroup;
  readonly format: Format;
}

/** @throws {UsageError} */
export function readUsageCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly command: UsageCommand; readonly storage: StorageOptions } {
  const options = { by: text, format: text, data: text };
  const { values } = parsed({ args: [...args], options });
  const by = choice('by', values.by ?? 'member', usageGroups);
  const format = choice('format', values.format ?? 'text', formats);
  return { command: { by, format }, storage: storageOptionsOf(values.data, env) };
}

export async function runUsageCommand({ by, format }: UsageCommand, sql: Sql): Promise<string[]> {
  const lines = await readUsage(sql, by);
  switch (format) {
    case 'json':
      return [JSON.stringify(lines.map(({ name, ...counts }) => ({ [by]: name, ...counts })))];
    case 'csv':
      return [
        `${by},calculations,summaries,unknown`,
        ...lines.map((line) => [cell(line.name), ...countsOf(line)].join(',')),
      ];
    case 'text':
      return table(
        [
          [by, 'calculations', 'summaries', 'unknown'],
          ...lines.map((line) => [line.name, ...countsOf(line).map(String)]),
        ],
        new Set([1, 2, 3]),
      );
  }
}

function countsOf({ calculations, summaries, unknown }: UsageLine): number[] {
  return [calculations, summaries, unknown];
}

/** RFC 4180, and no formula for a spreadsheet. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
