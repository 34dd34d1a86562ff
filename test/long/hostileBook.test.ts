import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

const program = join(import.meta.dirname, '../../src/cli/main.ts');
const denied = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const unlisted = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const book = '.address-risk.json';
const mebibyte = 1_048_576;

/**
 * What waits for a pipe's writer, or reads a file again and again, waits for ever; files of any size are
 * read, which takes a second for some 50 MB.
 */
const patienceMs = 300_000;

type Make = (path: string) => void;

/** What can be in the place of a file. */
const things: Readonly<Record<string, Make>> = {
  'a pipe': (path) => assert.equal(spawnSync('mkfifo', [path]).status, 0),
  'a link to itself': (path) => symlinkSync(path, path),
  'a link out of the folder': (path) => symlinkSync('/etc/hostname', path),
  'a link to /dev/zero': (path) => symlinkSync('/dev/zero', path),
  'a folder': (path) => mkdirSync(path),
  'three gigabytes of nothing': (path) => {
    const file = openSync(path, 'w');
    ftruncateSync(file, 3_072 * mebibyte);
    closeSync(file);
  },
  'a million brackets': (path) => writeFileSync(path, '['.repeat(1_000_000)),
  'a million objects in each other': (path) => writeFileSync(path, '{"a":'.repeat(1_000_000)),
  'bytes that are no text': (path) => writeFileSync(path, Buffer.alloc(4_096, 0xff)),
  'one string without an end': (path) => writeFileSync(path, `"${'x'.repeat(8 * mebibyte)}`),
};

interface Result {
  readonly findings: readonly { rule: string; level: string; address: string | null }[];
  readonly summary: { readonly errors: readonly string[] };
}

describe('check of an address book that was made to break it', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hostile-book-'));
    writeFileSync(join(folder, 'a.ts'), `// ethereum\n"${denied}"\n"${unlisted}"\n`);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function check(): { readonly status: number | null; readonly result: Result } {
    const { status, signal, stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-warnings', program, 'check', '--format', 'json'],
      {
        ...{ cwd: folder, env: { ...process.env, INIT_CWD: folder } },
        ...{ encoding: 'utf8', timeout: patienceMs, maxBuffer: 64 * mebibyte },
      },
    );
    assert.equal(signal, null, 'it ends');
    assert.doesNotMatch(stderr, /\n {4}at /);
    return { status, result: JSON.parse(stdout) as Result };
  }

  const writeBook = (...lists: readonly string[]): void =>
    writeFileSync(
      join(folder, book),
      JSON.stringify({
        version: 1,
        lists: lists.map((path) => ({ path, name: path, kind: 'deny' })),
      }),
    );

  for (const [name, make] of Object.entries(things)) {
    it(`ends with 2 where the book is ${name}`, () => {
      make(join(folder, book));
      const { status, result } = check();
      assert.equal(status, 2);
      assert.equal(result.summary.errors.length, 1);
      // What does not need the book is still checked.
      assert.equal(result.findings.filter(({ rule }) => rule === 'unlisted').length, 2);
    });

    it(`fails, and reads the other lists, where a list is ${name}`, () => {
      for (const path of ['bad.txt', 'bad.csv', 'bad.json']) make(join(folder, path));
      writeFileSync(join(folder, 'good.txt'), denied);
      writeBook('bad.txt', 'good.txt', 'bad.csv', 'bad.json');
      const { status, result } = check();
      assert.equal(status, 1);
      const failing = result.findings.filter(({ level }) => level === 'error');
      assert.ok(failing.some(({ rule, address }) => rule === 'deny' && address === denied));
      assert.ok(failing.filter(({ rule }) => rule === 'book').length >= 1);
      assert.deepEqual(result.summary.errors, []);
    });
  }

  it('reads a list that is one long line', () => {
    writeFileSync(join(folder, 'line.txt'), `${'x'.repeat(8 * mebibyte)} ${denied}`);
    writeFileSync(join(folder, 'line.json'), JSON.stringify(Array(50_000).fill(denied)));
    writeBook('line.txt', 'line.json');
    const { status, result } = check();
    assert.equal(status, 1);
    assert.ok(result.findings.some(({ rule, address }) => rule === 'deny' && address === denied));
  });

  it('ends in its own way while the book and its lists change', async () => {
    const script = `
      const { writeFileSync, rmSync, symlinkSync } = require('node:fs');
      const book = JSON.stringify({ version: 1, lists: [{ path: 'deny.txt', name: 'Deny', kind: 'deny' }] });
      for (let turn = 0; ; turn++) {
        const texts = [book, book.slice(0, 20), '', book + ' '.repeat(100_000)];
        writeFileSync('${book}', texts[turn % texts.length]);
        rmSync('deny.txt', { force: true });
        if (turn % 3 === 0) symlinkSync('deny.txt', 'deny.txt');
        else writeFileSync('deny.txt', '${denied}\\n'.repeat(turn % 1_000));
      }`;
    const changing = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: 'ignore' });
    const ended = once(changing, 'exit');
    try {
      for (let round = 0; round < 3; round++) {
        const { status } = check();
        assert.ok(status === 0 || status === 1 || status === 2, String(status));
      }
    } finally {
      changing.kill('SIGKILL');
      await ended;
    }
  });
});
