import { exportDocument } from './document.ts';
import type { ExportFacts } from './facts.ts';
import type { DocumentSection, DocumentTable } from './parts.ts';

/** A report as Markdown (CommonMark with the tables of GitHub). */
export function markdownExport(facts: ExportFacts): string {
  const { title, notices, sections, footer } = exportDocument(facts);
  const blocks = [
    `# ${title}`,
    ...notices.map((notice) => `**${notice}**`),
    ...sections.flatMap(sectionBlocks),
    `*${footer}*`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sectionBlocks({ heading, facts, table, verbatim }: DocumentSection): string[] {
  const lines = facts.map(({ label, value, link }) => {
    const text = escaped(value);
    return `- ${label}: ${link === undefined ? text : `[${text}](<${link}>)`}`;
  });
  return [
    `## ${escaped(heading)}`,
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
    ...rows.map(({ cells }) => line(cells.map(escaped))),
  ].join('\n');
}

/** By more backticks than stand in the text, so that it cannot end the block. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** Begins a mark, an element, a link, or a cell. */
const marks = new Set('\\`*_[]<>&!|~$#^={}');

/**
 * Text without meaning in Markdown. Renderers also make links of bare addresses: of `www.`, of `://`,
 * and of what stands around an `@`, which only a code span prevents.
 */
function escaped(text: string): string {
  let result = '';
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (character === '@') result += atSigns(text, index);
    else if (marks.has(character) || beginsLink(text, index)) result += `\\${character}`;
    else result += character;
  }
  return result;
}

/** All of a row of them are one code span: the backticks of two would join. */
function atSigns(text: string, index: number): string {
  const before = text[index - 1] === '@' ? '' : '`';
  const after = text[index + 1] === '@' ? '' : '`';
  return `${before}@${after}`;
}

function beginsLink(text: string, index: number): boolean {
  const next = text[index + 1] ?? ' ';
  if (text[index] === '.') return /[^\s\d]/.test(next) || /w/i.test(text[index - 1] ?? '');
  return text[index] === ':' && /[^\s\d]/.test(next);
}
