/**
 * `npm run oracles -- [--write FILE | --compare FILE] [FOLDER…]`: hashes of what a change of structure
 * must not change: the rows of `scan` and the findings of `check` in JSON and SARIF for each folder (by
 * default `examples` and the packages that detection is measured on, where they are installed), the
 * golden files, and the generated pages. Prints one line for each; with `--compare`, only those that
 * differ, and ends with 1 if any does.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from './extension.ts';

const { values, positionals } = parseArgs({
  options: { write: { type: 'string' }, compare: { type: 'string' } },
  allowPositionals: true,
});

const program = join(repository, 'src/cli/main.ts');
const defaults = ['examples', 'test/detection/node_modules'];
const folders = positionals.length > 0 ? positionals : defaults;

const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/** The output of a command with its exit code: an error is a result too. */
function outputOf(folder: string, ...args: readonly string[]): string {
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder },
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  return `${String(status)}\n${stdout}`;
}

function* oracles(): Generator<readonly [name: string, hash: string]> {
  for (const name of folders) {
    const folder = resolve(repository, name);
    if (!existsSync(folder)) continue;
    const title = basename(folder);
    yield [`scan ${title}`, hashOf(outputOf(folder, 'scan', '.', '--format', 'json'))];
    // Outside of this repository, which ignores packages, and whose commits are in what check prints.
    const place = mkdtempSync(join(tmpdir(), 'oracles-'));
    const copy = join(place, title);
    cpSync(folder, copy, { recursive: true });
    for (const format of ['json', 'sarif']) {
      const check = outputOf(copy, 'check', '.', '--all', '--format', format);
      if (format === 'json' && /"files": 0,/.test(check)) throw new Error(`No file in ${folder}`);
      yield [`check ${format} ${title}`, hashOf(check)];
    }
    rmSync(place, { recursive: true });
  }
  for (const pattern of ['test/unit/report/golden/*', 'docs/{cli,hazards,settings,networks}.md']) {
    for (const path of globSync(pattern, { cwd: repository }).sort()) {
      yield [`file ${path}`, hashOf(readFileSync(join(repository, path)))];
    }
  }
}

const found = new Map<string, string>();
for (const [name, hash] of oracles()) found.set(name, hash);
const { write, compare } = values;
if (write !== undefined) writeFileSync(write, `${JSON.stringify([...found], null, 2)}\n`);
const before = new Map(
  compare === undefined
    ? []
    : (JSON.parse(readFileSync(compare, 'utf8')) as (readonly [string, string])[]),
);
for (const [name, hash] of found) {
  const isShown = compare === undefined || before.get(name) !== hash;
  if (isShown) console.log(`${hash} ${name}`);
  if (compare !== undefined && isShown) process.exitCode = 1;
}
if (compare !== undefined) console.log(`${found.size} compared with ${compare}.`);
