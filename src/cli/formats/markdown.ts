import { markdownText } from '../../report/export/markdownText.ts';
import { visible } from '../../words/visible.ts';
import type { Finding } from '../../folder/findings.ts';
import { notScoredName, type CheckReport } from '../checkReport.ts';
import { summaryText } from './summaryText.ts';

/** More would be a page that no one reads. */
export const mostRows = 500;

/** Findings as Markdown (CommonMark with the tables of GitHub). */
export function checkMarkdown(report: CheckReport, most = mostRows): string {
  const { findings, faults, notScored = [], notRead } = report;
  const rows = findings.slice(0, most);
  const hidden = findings.length - rows.length;
  return [
    '## Address Risk',
    summaryText(report),
    ...faults.slice(0, most).map((fault) => `**Error:** ${cell(fault)}`),
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...(hidden > 0 ? [`… and ${hidden} more findings.`] : []),
    ...listed('Not scored', notScored.slice(0, most), (each) => [notScoredName(each), each.reason]),
    ...listed('Not read', notRead.slice(0, most), ({ path, reason }) => [path, reason]),
    '',
  ].join('\n\n');
}

const cell = (text: string): string => markdownText(visible(text));

function table(findings: readonly Finding[]): string {
  const lines = findings.map(({ level, rule, path, line, address, message }) => {
    const cells = [level, rule, cell(`${path}:${line}`), cell(address ?? ''), cell(message)];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| | Rule | Place | Address | Finding |',
    '| :-- | :-- | :-- | :-- | :-- |',
    ...lines,
  ].join('\n');
}

function listed<Item>(
  title: string,
  items: readonly Item[],
  textsOf: (item: Item) => readonly [string, string],
): string[] {
  if (items.length === 0) return [];
  const lines = items.map((item) => {
    const [what, why] = textsOf(item);
    return `- ${cell(what)}: ${cell(why)}`;
  });
  return [`### ${title}`, lines.join('\n')];
}
