import type { CheckReport } from '../checkReport.ts';
import { entriesOf } from './entries.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** What a check found, in one sentence; it counts what people read, an address and place once. */
export function summaryText({ findings, newCount, fileCount, base }: CheckReport): string {
  const entries = entriesOf(findings);
  const failed = entries.filter(({ level }) => level === 'error').length;
  const parts = [
    counted(failed, 'error', 'errors'),
    counted(entries.length - failed, 'warning', 'warnings'),
    ...(base === undefined ? [] : [counted(newCount, 'new address', 'new addresses')]),
  ];
  return `${counted(fileCount, 'file', 'files')} checked: ${parts.join(', ')}.`;
}
