import { createHash } from 'node:crypto';
import { currentLanguage } from '../../words/language.ts';
import { exportDocument, type ExportDocument } from './document.ts';
import type { ExportFacts } from './facts.ts';
import type { DocumentFact, DocumentSection, DocumentTable } from './parts.ts';

const style = `
:root { color-scheme: light; }
body { font: 13px/1.4 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 60rem;
  color: #1b1b1b; background: #fff; overflow-wrap: anywhere; }
h1 { font-size: 1.5em; margin: 0 0 .5em; }
h2 { font-size: 1.15em; margin: 1.2em 0 .4em; border-bottom: 1px solid #8a8a8a; }
h3, caption { font-size: 1em; font-weight: 600; text-align: left; margin: .8em 0 .3em; }
.notice { border: 2px solid #1b1b1b; padding: .4em .6em; font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1em; margin: 0; }
dt { color: #525252; }
dd { margin: 0; }
table { border-collapse: collapse; width: 100%; margin-top: .8em; }
th, td { text-align: left; padding: .1em .8em .1em 0; vertical-align: baseline; }
thead th, thead td { border-bottom: 1px solid #8a8a8a; }
tbody th { font-weight: 400; }
.bar { width: 6em; }
.bar svg { display: block; width: 6em; height: .7em; }
.bar rect { fill: #35608f; }
pre { white-space: pre-wrap; font-size: .9em; margin: 0; }
footer { margin-top: 1.5em; color: #525252; }
@media print {
  @page { margin: 12mm; }
  body { font-size: 8.5px; line-height: 1.25; margin: 0; padding: 0; max-width: none; }
  h2 { margin: .7em 0 .3em; }
  h3, caption { margin: .4em 0 .2em; }
  table { margin-top: .3em; }
  dl { grid-template-columns: max-content 1fr max-content 1fr; }
  .bar rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** The page can load nothing and run nothing: this one style is all that it may use. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  ...["base-uri 'none'", "form-action 'none'"],
].join('; ');

/** A report as one HTML file that needs no other. */
export function htmlExport(facts: ExportFacts): string {
  return htmlPage(exportDocument(facts));
}

export function htmlPage({ title, notices, sections, footer }: ExportDocument): string {
  return [
    '<!DOCTYPE html>',
    `<html lang="${escaped(currentLanguage())}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${escaped(title)}</h1>`,
    ...notices.map((notice) => `<p class="notice">${escaped(notice)}</p>`),
    ...sections.flatMap(sectionLines),
    '</main>',
    `<footer>${escaped(footer)}</footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
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
  const [first = '', ...others] = columns.map(({ name }) => name);
  const hasBars = rows.some(({ ratio }) => ratio !== null);
  return [
    '<table>',
    `<caption>${escaped(caption)}</caption>`,
    `<thead><tr><th scope="col">${escaped(first)}</th>${hasBars ? '<td></td>' : ''}${cells('th scope="col"', others)}</tr></thead>`,
    '<tbody>',
    ...rows.map(({ cells: [name = '', ...values], ratio }) =>
      [
        `<tr><th scope="row">${escaped(name)}</th>`,
        ...(hasBars ? [`<td class="bar">${ratio === null ? '' : barOf(ratio)}</td>`] : []),
        `${cells('td', values)}</tr>`,
      ].join(''),
    ),
    '</tbody>',
    '</table>',
  ];
}

/** Its length is an attribute: the policy allows no style of an element. */
function barOf(ratio: number): string {
  const width = Number((ratio * 100).toFixed(2));
  return `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="10"/></svg>`;
}

function cells(tag: string, texts: readonly string[]): string {
  const [name = ''] = tag.split(' ');
  return texts.map((text) => `<${tag}>${escaped(text)}</${name}>`).join('');
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
