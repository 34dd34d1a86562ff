/** The check of the product's shape goes red for what it is there for. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

const program = join(import.meta.dirname, '../harness/metrics.ts');

const body = (lines: number): string => '  void 0;\n'.repeat(lines);
const files: Readonly<Record<string, string>> = {
  'src/a/long.ts': `// Why.\nexport function long() {\n${body(79)}}\n`,
  'src/a/fits.ts': `/**\n * Why.\n */\nexport class Fits {\n${'  a = 1;\n'.repeat(198)}}\n`,
  'src/a/wide.ts': `export const wide = (a, b, c, d, e) => a; // after code\n`,
  'src/a/one.ts': `import { two } from '../b/two.ts';\nexport const one = two;\n`,
  'src/b/two.ts': `import type { Fits } from '../a/fits.ts';\nexport const two: Fits[] = [];\n`,
  'src/b/inner/three.ts': `import { two } from '../two.ts';\nexport const three = two;\n`,
  'src/b/four.ts': `import { three } from './inner/three.ts';\nexport const four = three;\n`,
  'src/editor/long.ts': `export function another() {\n${body(90)}}\n`,
  'src/a/class.ts': `// Why.\nexport class Long {\n${'  a = 1;\n'.repeat(199)}}\n`,
  'media/file.ts': 'void 0;\n'.repeat(401),
};

it('finds long functions, long files, circles of folders, and many parameters', () => {
  const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, stdout } = spawnSync(process.execPath, [program, '--fast', folder], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  assert.deepEqual(stdout.trim().split('\n'), [
    'Functions over 80 lines, and classes over 200: 3, which is an error',
    '  201 src/a/class.ts:2 Long',
    '  92 src/editor/long.ts:1 another',
    '  81 src/a/long.ts:2 long',
    'Functions with more than 4 positional parameters: 1',
    '  5 src/a/wide.ts:1 wide',
    'Files over 400 lines: 1, which is an error',
    '  401 media/file.ts',
    'Lines of a file: median 2, 90th percentile 203',
    'Circles of folders: 1, which is an error',
    '  src/a, src/b',
    'Comments, in percent of the lines',
    '  0.0 media/file.ts',
    '  1.0 src/a',
    '  0.0 src/b',
    '  0.0 src/editor',
  ]);
  assert.equal(status, 1);
});
