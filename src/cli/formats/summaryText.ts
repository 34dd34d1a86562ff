import type { CheckReport } from '../checkReport.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** What a check found, in one sentence. */
export function summaryText({ failed, warned, newCount, fileCount, base }: CheckReport): string {
  const parts = [
    counted(failed, 'error', 'errors'),
    counted(warned, 'warning', 'warnings'),
    ...(base === undefined ? [] : [counted(newCount, 'new address', 'new addresses')]),
  ];
  return `${counted(fileCount, 'file', 'files')} checked: ${parts.join(', ')}.`;
}
