/** The check of the product's regular expressions goes red for what it is there for. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';

const program = join(import.meta.dirname, '../harness/patterns.ts');

const files: Readonly<Record<string, string>> = {
  // A pattern that froze every extension, and a few like it.
  'src/exponential.ts': String.raw`export const a = /chain_?id\s*(?:[:=(,]|===?|is)+\s*(\d+)/gi;`,
  'src/quadratic.ts': String.raw`export const b = (text: string) => text.replace(/\s+$/, '');`,
  'src/parts.ts': `export const digits = '[0-9]+';`,
  'src/made.ts': `import { digits as some } from './parts.ts';
const more = \`(?:\${some})+\`;
export const c = new RegExp(\`^\${more}x\` + '$', 'u');`,
  'src/unknown.ts': `export const d = (text: string) => RegExp(text, 'g');`,
  'src/search.ts': `export const e = (text: string) => text.search('(a|aa)+b');`,
  'media/linear.ts': String.raw`export const f = /^\s*a[bc]+\d{1,3}$/;`,
};

it('finds patterns that take more than linear time, and patterns that are built at run time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patterns-'));
  for (const room of ['src', 'media']) mkdirSync(join(folder, room));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, folder], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  assert.deepEqual(
    stderr
      .match(/^\S+:\d+ .*?(?:exponential|polynomial|built at run time)/gm)
      ?.map((line) => line.replace(/ .* /, ' ')),
    [
      'src/exponential.ts:1 exponential',
      'src/made.ts:3 exponential',
      'src/quadratic.ts:1 polynomial',
      'src/search.ts:1 exponential',
      'src/unknown.ts:1 time',
    ],
  );
  assert.match(stdout, /^5 patterns in 7 files, 5 failures$/m);
  assert.equal(status, 1);
});
