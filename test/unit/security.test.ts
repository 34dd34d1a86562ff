import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { repository } from '../harness/extension.ts';

/** A sentence of SECURITY.md with its footnote marks. */
interface Sentence {
  readonly text: string;
  readonly marks: readonly string[];
}

interface Footnote {
  readonly mark: string;
  readonly file: string;
  /** Part of the title of a test. */
  readonly title: string;
}

/** Sections without claims about the product. */
const withoutClaims = ['Security', 'What cannot be prevented', 'Reporting'];

function sentencesOf(document: string): Sentence[] {
  const sections = document.split(/^\[\^/m)[0]?.split(/^#+ /m) ?? [];
  return sections
    .map((section) => section.split('\n'))
    .filter(([heading = '']) => heading !== '' && !withoutClaims.includes(heading))
    .flatMap(([, ...lines]) => lines.join('\n').split(/\n(?:- |\n)/))
    .flatMap((paragraph) =>
      // A name in code may contain a dot.
      paragraph
        .replaceAll(/`[^`]*`/g, (code) => code.replaceAll('.', ' '))
        .replaceAll(/\s+/g, ' ')
        .split(/(?<=\.(?:\[\^[\w-]{1,40}\]){0,9}) /),
    )
    .map((text) => ({
      text: text.trim(),
      marks: [...text.matchAll(/\[\^([\w-]+)\]/g)].map(([, mark = '']) => mark),
    }))
    .filter(({ text }) => text !== '' && text !== '-');
}

function footnotesOf(document: string): Footnote[] {
  return [...document.matchAll(/^\[\^([\w-]+)\]: `([^`]+)`: (.+)$/gm)].map(
    ([, mark = '', file = '', title = '']) => ({ mark, file, title }),
  );
}

/** Whether a file has a test whose title holds a text. */
function hasTest({ file, title }: Footnote): boolean {
  const path = join(repository, file);
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  for (let at = source.indexOf(title); at !== -1; at = source.indexOf(title, at + 1)) {
    if (/\bit\(\s*['`"][^'`"]*$/.test(source.slice(Math.max(0, at - 200), at))) return true;
  }
  return false;
}

/** Problems with such a document; empty for none. */
function faultsOf(document: string): string[] {
  const footnotes = footnotesOf(document);
  const sentences = sentencesOf(document);
  const known = new Set(footnotes.map(({ mark }) => mark));
  const used = new Set(sentences.flatMap(({ marks }) => marks));
  return [
    ...sentences
      .filter(({ marks }) => marks.length === 0)
      .map(({ text }) => `names no test: ${text}`),
    ...[...used].filter((mark) => !known.has(mark)).map((mark) => `no footnote: ${mark}`),
    ...footnotes
      .filter(({ mark }) => !used.has(mark))
      .map(({ mark }) => `footnote of nothing: ${mark}`),
    ...footnotes
      .filter((footnote) => !hasTest(footnote))
      .map(({ file, title }) => `no such test: ${file}: ${title}`),
  ];
}

describe('SECURITY.md', () => {
  const document = readFileSync(join(repository, 'SECURITY.md'), 'utf8');

  it('names an existing test for each of its sentences', () => {
    assert.ok(sentencesOf(document).length > 30);
    assert.deepEqual(faultsOf(document), []);
  });

  it('would fail this test without a footnote, or with one whose test is gone', () => {
    const head =
      '# Security\n\n## What leaves\n\n- A claim in `a.b`.[^a] Another.[^b] A third.\n\n';
    const [one] = footnotesOf(document);
    assert.ok(one);
    const note = (mark: string, title: string): string => `[^${mark}]: \`${one.file}\`: ${title}\n`;
    assert.deepEqual(
      faultsOf(head + note('a', one.title) + note('b', 'no such title') + note('c', one.title)),
      [
        'names no test: A third.',
        'footnote of nothing: c',
        `no such test: ${one.file}: no such title`,
      ],
    );
  });
});
