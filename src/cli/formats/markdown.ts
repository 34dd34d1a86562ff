import { markdownText } from '../../report/export/markdownText.ts';
import { visible } from '../../messages/visible.ts';
import { notScoredName, type CheckReport } from '../checkReport.ts';
import { entriesOf, type Entry, summaryText } from './text.ts';

/** More would be a page that no one reads. */
export const maxRows = 500;

/** Findings as Markdown (CommonMark with the tables of GitHub). */
export function checkMarkdown(report: CheckReport, most = maxRows): string {
  const { findings, faults, notScored = [], notRead } = report;
  const entries = entriesOf(findings);
  const rows = entries.slice(0, most);
  const hidden = entries.length - rows.length;
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

function table(entries: readonly Entry[]): string {
  const lines = entries.map(({ level, rules, path, line, address, messages }) => {
    const where = [cell(`${path}:${line}`), cell(address ?? '')];
    const cells = [level, rules.join(', '), ...where, cell(messages.join(' '))];
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
