import type { CheckReport } from '../checkReport.ts';

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** What a check found, in one sentence. */
export function summaryText({ failed, warned, newCount, fileCount, base }: CheckReport): string {
  const files = counted(fileCount, 'file', 'files');
  const parts = [
    counted(failed, 'finding fails', 'findings fail'),
    counted(warned, 'warns', 'warn'),
    ...(base === undefined ? [] : [counted(newCount, 'address is new', 'addresses are new')]),
  ];
  return `${parts.join(', ')} in ${files}.`;
}
