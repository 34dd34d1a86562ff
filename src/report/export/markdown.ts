import { type DocumentCover, exportDocument, type ExportDocument } from './document.ts';
import type { ExportFacts } from './facts.ts';
import { labeled } from '../../messages/text.ts';
import { markdownText } from './markdownText.ts';
import type { DocumentSection, DocumentTable } from './parts.ts';

/** A report as Markdown (CommonMark with the tables of GitHub). */
export function markdownExport(facts: ExportFacts): string {
  return markdownPage(exportDocument(facts));
}

export function markdownPage(document: ExportDocument): string {
  const { title, cover, notices, sections, footer } = document;
  const blocks = [
    `# ${markdownText(title)}`,
    ...notices.map((notice) => `**${markdownText(notice.trim())}**`),
    ...(cover === null ? [] : coverBlocks(cover)),
    ...sections.flatMap(sectionBlocks),
    `*${footer}*`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function coverBlocks({ caption, figure, level, scale, lines }: DocumentCover): string[] {
  const verdict = level === null ? figure : `${figure} · ${level.name}`;
  const range = scale === null ? '' : ` (${scale.least}–${scale.most})`;
  return [
    `**${labeled(markdownText(caption), markdownText(verdict))}**${markdownText(range)}`,
    lines.map((line) => `- ${markdownText(line)}`).join('\n'),
  ];
}

function sectionBlocks({ heading, facts, table, verbatim }: DocumentSection): string[] {
  const lines = facts.map(({ label, value, link }) => {
    const text = markdownText(value);
    return `- ${labeled(label, link === undefined ? text : `[${text}](<${link}>)`)}`;
  });
  return [
    `## ${markdownText(heading)}`,
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(table === undefined ? [] : [`### ${table.caption}`, tableText(table)]),
    ...(verbatim === undefined ? [] : [`### ${verbatim.caption}`, fenced(verbatim.text)]),
  ];
}

function tableText({ columns, rows }: DocumentTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ name }) => name)),
    line(columns.map(({ isFigure }) => (isFigure ? '--:' : ':--'))),
    ...rows.map(({ cells }) => line(cells.map(markdownText))),
  ].join('\n');
}

/** Fences text with more backticks than it contains, so that it cannot end the block. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
