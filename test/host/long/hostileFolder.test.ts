import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { tracingChannel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { openView } from '../support/addressesView.ts';
import { root, within } from '../support/repository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const home = 'hostileFolder';
const bookName = '.address-risk.json';
const mebibyte = 1_048_576;

const pathOf = (name: string): string => join(root().fsPath, name);
const written = new Set<string>();

async function write(name: string, content: string): Promise<void> {
  const path = pathOf(name);
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { force: true, recursive: true });
  await writeFile(path, content);
  written.add(path);
}

/** A pipe without a writer: opening it would wait. */
async function pipe(name: string): Promise<void> {
  await write(name, '');
  await rm(pathOf(name));
  assert.equal(spawnSync('mkfifo', [pathOf(name)]).status, 0);
}

/** A link that leads to itself. */
async function circle(name: string): Promise<void> {
  await write(name, '');
  await rm(pathOf(name));
  await symlink(name.split('/').at(-1) ?? '', pathOf(name));
}

/** Other processes that change files while they are read. */
const neighbors: ChildProcess[] = [];

/** Makes a file longer, shorter, empty, and a folder, and back, without end. */
async function changing(name: string): Promise<void> {
  await write(name, `ethereum: "${usdc}"\n`);
  const code = `const fs = require('node:fs');
    const [path, text] = process.argv.slice(1);
    for (;;) {
      for (const times of [1, 20000, 0, 3]) fs.writeFileSync(path, text.repeat(times));
      fs.rmSync(path);
      fs.mkdirSync(path);
      fs.rmdirSync(path);
    }`;
  neighbors.push(
    spawn(process.execPath, ['-e', code, pathOf(name), `ethereum: "${usdc}"\n`], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: 'ignore',
    }),
  );
}

/** Collects all garbage, which VS Code does not let an extension do. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}

/** Of the extension host, in MiB. */
const memory = (): number => process.memoryUsage().rss / mebibyte;

interface Slice {
  began: number;
}

/** CPU time of this thread in milliseconds: wall time would also measure other processes. */
function cpuMs(): number {
  const own = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8');
  return Number(own.split(' ', 1)[0]) / 1_000_000;
}

/** The longest slice of our work in this host. */
function watchSlices() {
  const channel = tracingChannel<unknown, Slice & { what: string }>('address-risk');
  let longest = { ms: 0, what: '' };
  const handlers = {
    start: (slice: Slice): void => void (slice.began = cpuMs()),
    end(slice: Slice & { what: string }): void {
      const ms = cpuMs() - slice.began;
      if (ms > longest.ms) longest = { ms, what: slice.what };
    },
  };
  channel.subscribe(handlers as never);
  return {
    get longest() {
      return longest;
    },
    dispose: () => channel.unsubscribe(handlers as never),
  };
}

const entries = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `{"address":"0x${index.toString(16).padStart(40, 'a1')}","network":"ethereum"}`,
  ).join(',');
const deep = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);
const bookWith = (list: string): string =>
  JSON.stringify({ version: 1, lists: [{ path: list, name: 'Deny', kind: 'deny' }] });

/**
 * Creates a folder that a search has to survive; `named` is the text that the view or a problem
 * shows.
 */
type Form = readonly [what: string, make: () => Promise<void>, named?: RegExp];

const forms: readonly Form[] = [
  [
    'a .gitignore of 4 MiB of wildcards',
    () => write('.gitignore', '*b\n'.repeat(1_398_101)),
    /not count/,
  ],
  [
    'a .gitignore of one line of 4 MiB',
    () => write('.gitignore', '*b'.repeat(2 * mebibyte)),
    /not count/,
  ],
  ['a .gitignore that is slow to compare', () => write('.gitignore', '*a*a*a*a*a*b\n'.repeat(900))],
  ['a .gitignore that is a pipe', () => pipe('.gitignore')],
  ['a .gitignore that links to itself', () => circle('.gitignore')],
  [
    'a book that nests deeply',
    () => write(bookName, deep('[', ']', 900_000)),
    /nested too deeply|not valid|object/,
  ],
  [
    'a book of one long text',
    () => write(bookName, `{"version":1,"x":"${'a'.repeat(2_000_000)}"}`),
  ],
  ['a book of 3 MiB', () => write(bookName, ' '.repeat(3 * mebibyte)), /larger than 2 MiB/],
  ['a book that is a pipe', () => pipe(bookName), /cannot be read/],
  ['a book that links to itself', () => circle(bookName), /cannot be read/],
  [
    'a deny list of one line of 16 MB',
    async () => {
      await write('deny.txt', 'a'.repeat(16_000_000));
      await write(bookName, bookWith('deny.txt'));
    },
    /too long|cannot be read|address/i,
  ],
  [
    'files that change while they are read',
    async () => {
      await changing(`${home}/changing.ts`);
      await changing(`${home}/a.tokenlist.json`);
      await changing('.gitignore');
      await changing(bookName);
    },
  ],
  [
    'a deny list that is a pipe',
    async () => {
      await pipe('deny.txt');
      await write(bookName, bookWith('deny.txt'));
    },
    /no regular file/,
  ],
  [
    'token lists, deployments, and broadcasts that are huge, deep, and pipes',
    async () => {
      await write(`${home}/a.tokenlist.json`, deep('{"tokens":[', ']}', 300_000));
      await write(`${home}/b.tokenlist.json`, `{"tokens":["${'a'.repeat(4_000_000)}"]}`);
      await write(`${home}/deployments/x/A.json`, deep('[', ']', 2_000_000));
      await pipe(`${home}/deployments/x/B.json`);
      await write(
        `${home}/broadcast/A.s.sol/1/run-latest.json`,
        `{"transactions":[${'{},'.repeat(900_000)}{}]}`,
      );
    },
  ],
];

/** Each takes many seconds: `test/long/hostileFolder.test.ts` runs them. */
const longForms: readonly Form[] = [
  [
    'a book of 20,000 addresses',
    () => write(bookName, `{"version":1,"addresses":[${entries(20_000)}]}`),
  ],
  [
    'a book of 20,001 addresses',
    () => write(bookName, `{"version":1,"addresses":[${entries(20_001)}]}`),
    /20,?000|20000/,
  ],
  [
    'a deny list of 200,000 rows',
    async () => {
      const rows = Array.from(
        { length: 200_000 },
        (_, row) => `0x${row.toString(16).padStart(40, 'b2')}`,
      );
      await write('deny.txt', rows.join('\n'));
      await write(bookName, bookWith('deny.txt'));
    },
  ],
  [
    'a deny list of 200,000 texts that are no addresses',
    async () => {
      const rows = Array.from(
        { length: 200_000 },
        (_, row) => `correct-horse-battery-staple-${row}`,
      );
      await write('deny.txt', rows.join('\n'));
      await write(bookName, bookWith('deny.txt'));
    },
  ],
  [
    'a file of one line of 4 MiB, one of many addresses, and a pipe',
    async () => {
      await write(`${home}/line.txt`, `${'a,'.repeat(2_000_000)}"${usdc}"`);
      await write(`${home}/many.txt`, `"${usdc}"\n`.repeat(90_000));
      await pipe(`${home}/pipe.txt`);
    },
  ],
];

/** Written by the harness before the window was opened. */
const ofManyFiles: readonly Form[] = [['100,000 files', () => Promise.resolve(), /first files/]];

function formsOf({
  HOST_TEST_LONG: isLong,
  HOST_TEST_FILES: count,
}: NodeJS.ProcessEnv): readonly Form[] {
  if (count !== undefined) return ofManyFiles;
  return isLong === '1' ? [...forms, ...longForms] : forms;
}

describe('a hostile folder', () => {
  afterEach(async () => {
    for (const neighbor of neighbors.splice(0)) {
      const ended = once(neighbor, 'exit');
      neighbor.kill('SIGKILL');
      await ended;
    }
    for (const path of written) await rm(path, { force: true, recursive: true });
    written.clear();
    await rm(pathOf(home), { force: true, recursive: true });
  });

  for (const [what, make, named] of formsOf(process.env)) {
    it(`blocks nothing with ${what}`, async function () {
      this.timeout(60_000);
      await write(`${home}/kept.ts`, `ethereum: "${usdc}"\n`);
      await make();
      collectGarbage();
      const before = memory();
      const slices = watchSlices();
      const view = openView();
      try {
        const own = view.books.bookFor(root());
        await own?.readAgain();
        view.books.readNames(root());
        await view.search();
        assert.ok((await view.shown()).join().includes('A0b8') || view.list.grouping.total > 0);
        // Twice the extension's memory: the window's own extension reads the same as this view.
        const atOnce = memory() - before;
        collectGarbage();
        const grown = memory() - before;
        const { longest } = slices;
        assert.ok(longest.ms < 50, `${longest.what} ${longest.ms} ms`);
        assert.ok(atOnce < 2 * 150 && grown < 150, `${atOnce} MiB, at rest ${grown} MiB`);
        if (named === undefined) return;
        const problems = (): string => {
          const all = vscode.languages.getDiagnostics(vscode.Uri.joinPath(root(), bookName));
          const { uncounted, isCut } = view.found.search.progress;
          const notes = [uncounted > 0 ? 'not count' : '', isCut ? 'first files' : ''];
          return [...all.map(({ message }) => message), ...notes].join('\n');
        };
        await within(problems, (text) => named.test(text));
      } finally {
        slices.dispose();
        view.dispose();
      }
    });
  }
});
