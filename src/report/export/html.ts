import { createHash } from 'node:crypto';
import type { ScaleView } from '../../pageViews.ts';
import { currentLanguage } from '../../messages/language.ts';
import { type DocumentCover, exportDocument, type ExportDocument } from './document.ts';
import type { ExportFacts } from './facts.ts';
import type { DocumentFact, DocumentSection, DocumentTable } from './parts.ts';

/** Shows each cell on a line of its own with the name of its column, for pages too narrow for the table. */
const stacked = (table: string): string =>
  `  ${table}, ${table} :is(tbody, tr, th, td, caption) { display: block; }
  ${table}, ${table} :nth-child(n).t:last-child { width: auto; }
  ${table} thead { display: none; }
  ${table} tr { padding: .3em 0; border-bottom: 1px solid var(--rule); }
  ${table} td.n { text-align: left; }
  ${table} td[data-label]::before { content: attr(data-label) ': '; color: var(--quiet); }`;

/** Columns of a table that needs the room of a wide page. */
const minWideColumns = 5;

const style = `
:root { color-scheme: light dark; --text: #1b1b1b; --page: #fff; --quiet: #525252; --rule: #8a8a8a;
  --bar: #35608f; --track: #e6e6e6; --g0: #2e7d32; --g1: #8a6900; --g2: #b35300; --g3: #c62828; }
body { font: 13px/1.4 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 72rem;
  color: var(--text); background: var(--page); overflow-wrap: anywhere; }
h1 { font-size: 1.5em; margin: 0 0 .5em; }
h2 { font-size: 1.15em; margin: 1.2em 0 .4em; border-bottom: 1px solid var(--rule); }
h3, caption { font-size: 1em; font-weight: 600; text-align: left; margin: .8em 0 .3em; }
.notice { border: 2px solid var(--text); padding: .4em .6em; font-weight: 600; }
.cover { border: 1px solid var(--rule); border-radius: 6px; padding: .8em 1em; margin: 1em 0; }
.cover p { margin: .2em 0; }
.verdict { font-size: 2em; font-weight: 600; white-space: nowrap; }
.level { border: 2px solid; border-radius: 1em; padding: 0 .5em; font-size: .6em; vertical-align: middle; }
.scale { display: block; width: 100%; height: 1em; margin: .4em 0 0; }
.scale path { fill: var(--text); }
.g0 { fill: var(--g0); color: var(--g0); }
.g1 { fill: var(--g1); color: var(--g1); }
.g2 { fill: var(--g2); color: var(--g2); }
.g3 { fill: var(--g3); color: var(--g3); }
.ends { display: flex; justify-content: space-between; color: var(--quiet); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1em; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; margin-top: .8em; }
th, td { text-align: left; padding: .1em .8em .1em 0; vertical-align: baseline; }
thead th, thead td { border-bottom: 1px solid var(--rule); }
tbody th { font-weight: 400; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
.n, .s { white-space: nowrap; }
/* Of a few columns, the last one explains the others. */
:nth-child(-n + 3).t:last-child { width: 40%; }
/* A bar goes between its name and its figure, not into the middle of a page. */
.bars { width: auto; }
.bar svg { display: block; width: 12em; height: .7em; background: var(--track); }
.bar rect { fill: var(--bar); }
pre { white-space: pre-wrap; font-size: .9em; margin: 0; }
footer { margin-top: 1.5em; color: var(--quiet); }
@media screen and (prefers-color-scheme: dark) {
  :root { --text: #e4e4e4; --page: #1b1b1b; --quiet: #b0b0b0; --rule: #757575; --bar: #7fb2e5; --track: #383838;
    --g0: #66bb6a; --g1: #d4a72c; --g2: #f0883e; --g3: #f2726f; }
  a { color: #7fb2e5; }
}
@media screen {
  .wide td.t { min-width: 8em; }
}
@media screen and (max-width: 64rem) {
${stacked('.wide')}
}
@media screen and (max-width: 40rem) {
  .verdict, .n, .s { white-space: normal; }
  dl, dt, dd { display: block; }
${stacked('table')}
  dt { margin-top: .3em; }
}
@media print {
  @page { margin: 12mm; }
  body { font-size: 8.5px; line-height: 1.25; margin: 0; padding: 0; max-width: none; }
  h1 { margin: 0 0 .3em; }
  h2 { margin: .7em 0 .3em; }
  h3, caption { margin: .4em 0 .2em; }
  .cover { margin: .5em 0; padding: .3em .8em; }
  .cover p { display: inline-block; margin: 0 1.5em 0 0; }
  .cover .verdict { font-size: 1.3em; }
  .scale { height: .6em; margin: .2em 0 0; }
  table { margin-top: .3em; }
  dl { grid-template-columns: max-content 1fr max-content 1fr; }
  svg, rect, path { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** The page can load nothing and run nothing: this one style is all that it may use. */
const policyOf = (allStyle: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(allStyle).digest('base64')}'`,
    ...["base-uri 'none'", "form-action 'none'"],
  ].join('; ');

/** A report as one HTML file that needs no other. */
export function htmlExport(facts: ExportFacts): string {
  return htmlPage(exportDocument(facts));
}

/** @param moreStyle for pages other than exports */
export function htmlPage(document: ExportDocument, moreStyle = ''): string {
  const { title, cover, notices, sections, footer } = document;
  return [
    '<!DOCTYPE html>',
    `<html lang="${escaped(currentLanguage())}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(style + moreStyle)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}${moreStyle}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${escaped(title)}</h1>`,
    ...notices.map((notice) => `<p class="notice">${escaped(notice)}</p>`),
    ...(cover === null ? [] : coverLines(cover)),
    ...sections.flatMap(sectionLines),
    '</main>',
    `<footer>${escaped(footer)}</footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function coverLines({ caption, figure, level, scale, lines }: DocumentCover): string[] {
  const mark =
    level === null ? '' : ` <span class="level g${level.grade}">${escaped(level.name)}</span>`;
  return [
    '<div class="cover">',
    `<p>${escaped(caption)}</p>`,
    `<p class="verdict">${escaped(figure)}${mark}</p>`,
    ...(scale === null ? [] : scaleLines(scale)),
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    '</div>',
  ];
}

/** Places are attributes: the policy allows no style of an element. */
function scaleLines({ label, least, most, levels, at }: ScaleView): string[] {
  const percent = (part: number): number => Number((part * 100).toFixed(2));
  const bands = levels.map(({ grade, from }, index) => {
    const [start, end] = [percent(from), percent(levels[index + 1]?.from ?? 1)];
    return `<rect class="g${grade}" x="${start}" y="6" width="${end - start}" height="4"/>`;
  });
  const place = percent(at);
  const mark = `<path d="M${place} 6l-.8 -6h1.6z"/>`;
  return [
    `<svg class="scale" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${escaped(label)}">${bands.join('')}${mark}</svg>`,
    `<div class="ends"><span>${escaped(least)}</span><span>${escaped(most)}</span></div>`,
  ];
}

function sectionLines({ heading, facts, table, verbatim }: DocumentSection): string[] {
  return [
    '<section>',
    `<h2>${escaped(heading)}</h2>`,
    ...(facts.length === 0 ? [] : factLines(facts)),
    ...(table === undefined ? [] : tableLines(table)),
    ...(verbatim === undefined
      ? []
      : // A line break right after the tag would be dropped.
        [`<h3>${escaped(verbatim.caption)}</h3>`, `<pre>\n${escaped(verbatim.text)}</pre>`]),
    '</section>',
  ];
}

function factLines(facts: readonly DocumentFact[]): string[] {
  return [
    '<dl>',
    ...facts.map(({ label, value, link }) => {
      const text = escaped(value);
      const shown = link === undefined ? text : `<a href="${escaped(link)}">${text}</a>`;
      return `<dt>${escaped(label)}</dt><dd>${shown}</dd>`;
    }),
    '</dl>',
  ];
}

function tableLines({ caption, columns, rows }: DocumentTable): string[] {
  const hasBars = rows.some(({ ratio }) => ratio !== null);
  const [first, ...others] = columns;
  const head = others.map(({ name, isFigure }) => cell('th scope="col"', name, isFigure));
  const kinds = [
    ...(columns.length < minWideColumns ? [] : ['wide']),
    ...(hasBars ? ['bars'] : []),
  ];
  return [
    kinds.length === 0 ? '<table>' : `<table class="${kinds.join(' ')}">`,
    `<caption>${escaped(caption)}</caption>`,
    `<thead><tr>${cell('th scope="col"', first?.name ?? '', false)}${hasBars ? '<td></td>' : ''}${head.join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map(({ cells: [name = '', ...values], ratio }) => {
      const bar = hasBars ? `<td class="bar">${ratio === null ? '' : barOf(ratio)}</td>` : '';
      const shown = values.map((text, index) => {
        const { name: column = '', isFigure = false } = others[index] ?? {};
        // Shown where the page is too narrow for columns.
        return cell(text === '' ? 'td' : `td data-label="${escaped(column)}"`, text, isFigure);
      });
      return `<tr>${cell('th scope="row"', name, false)}${bar}${shown.join('')}</tr>`;
    }),
    '</tbody>',
    '</table>',
  ];
}

/** Its length is an attribute: the policy allows no style of an element. */
function barOf(ratio: number): string {
  const width = Number((ratio * 100).toFixed(2));
  return `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`;
}

/** A text that is not longer is never broken, and neither is an EVM address. In UTF-16 units. */
const maxUnbrokenLength = 24;
const evmAddress = /^0x[\da-f]{40}$/i;

function cell(tag: string, text: string, isFigure: boolean): string {
  const [name = ''] = tag.split(' ');
  const isShort = text.length <= maxUnbrokenLength || evmAddress.test(text);
  const kind = isFigure ? 'n' : isShort ? 's' : 't';
  return `<${tag} class="${kind}">${escaped(text)}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
