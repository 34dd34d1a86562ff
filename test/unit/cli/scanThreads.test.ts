import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatOf, rowsInThreads } from '../../../src/cli/scanRows.ts';
import { Threads } from '../../../src/folder/threads.ts';
import { repository } from '../../harness/extension.ts';
import { AwaitedThreads } from '../../support/awaitedThreads.ts';
import { generatedAddresses } from '../../support/generatedAddresses.ts';
import { program } from '../../support/cliProcess.ts';

const addresses = generatedAddresses(7, 500);
const fileCount = 300;
const served = `import { serveRows } from ${JSON.stringify(join(repository, 'src/cli/scanRows.ts'))};\n`;

/** The same in one thread and in several, whatever becomes of those. */
describe('a scan of many files', () => {
  let folder: string;
  const paths: string[] = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'address-risk-scan-'));
    for (let file = 0; file < fileCount; file++) {
      const path = `deployments/${file % 2 === 0 ? 'base' : 'polygon'}/${file}.ts`;
      mkdirSync(join(folder, path, '..'), { recursive: true });
      const rows = Array.from(
        { length: (file * 7) % 40 },
        (_, row) => `  a${row}: '${addresses[(file + row) % addresses.length] ?? ''}',\n`,
      );
      writeFileSync(join(folder, path), `export const tokens = {\n${rows.join('')}};\n`);
      paths.push(path);
    }
    // Gone since the folder was listed, one after the other, and far from each other.
    paths.splice(250, 0, 'gone.ts');
    paths.splice(17, 0, 'gone1.ts', 'gone2.ts');
  });
  after(() => rmSync(folder, { recursive: true }));

  async function scanned(format: string, threads = new Threads('', 'scan', 0)) {
    const { separator } = formatOf(format);
    const rows: string[] = [];
    const notes: string[] = [];
    try {
      for await (const printed of threads.results(rowsInThreads({ folder, format }, paths))) {
        if (printed.rows !== '') rows.push(printed.rows);
        notes.push(...printed.notes);
      }
    } finally {
      threads.close();
    }
    return { text: rows.join(separator), notes };
  }

  it('prints the same with several threads, in the order of the files', async () => {
    for (const format of ['json', 'csv', 'text']) {
      const alone = await scanned(format);
      assert.equal(
        alone.text.match(/0x[\da-fA-F]{40}/g)?.length ?? 0,
        format === 'text' ? 5_830 : 11_660,
      );
      assert.match(alone.text, /base[^]*polygon/);
      assert.deepEqual(
        alone.notes.map((note) => note.slice(0, 19)),
        ['Skipped "gone1.ts":', 'Skipped "gone2.ts":', 'Skipped "gone.ts": '],
      );
      assert.deepEqual(await scanned(format, new AwaitedThreads(program, 'scan', 2)), alone);
    }
  });

  it('says how much is known of their sizes while it measures them, for threads to start', () => {
    const known: number[] = [];
    rowsInThreads({ folder, format: 'csv' }, paths, (bytes) => known.push(bytes));
    assert.ok(known.length > 10);
    assert.deepEqual(
      known,
      known.toSorted((a, b) => a - b),
    );
    const sizes = paths.map(
      (path) => statSync(join(folder, path), { throwIfNoEntry: false })?.size,
    );
    const all = sizes.reduce<number>((sum, size = 0) => sum + size, 0);
    assert.equal(known.at(-1), all);
  });

  it('has all rows if the threads cannot start, end at once, or end in the middle', async () => {
    const alone = await scanned('csv');
    const made = (name: string, code: string): string => {
      writeFileSync(join(folder, `${name}.mjs`), code);
      return join(folder, `${name}.mjs`);
    };
    const middle = made(
      'middle',
      `${served}import { parentPort } from 'node:worker_threads';
      let count = 0;
      serveRows();
      parentPort.on('message', ({ kind }) => kind === 'files' && ++count === 4 && process.exit());`,
    );
    for (const threads of [
      new Threads(made('throws', 'throw new Error("no");'), 'scan', 2),
      new Threads(made('ends', ''), 'scan', 2),
      new AwaitedThreads(middle, 'scan', 2),
    ]) {
      assert.deepEqual(await scanned('csv', threads), alone);
    }
  });

  it('reads each encoding of VS Code in files of any length, and nothing of what is not text', () => {
    const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
      'utf8.ts': (text) => Buffer.from(text),
      'little.ts': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'big.ts': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
      'latin1.ts': (text) => Buffer.from(text, 'latin1'),
      'zero.ts': (text) => Buffer.from(`${text}\0`),
    };
    for (const lines of [1, 20_000]) {
      const found = Object.entries(encodings).map(([name, encode]) => {
        writeFileSync(join(folder, name), encode(`${'// é\n'.repeat(lines)}'${addresses[0]}'`));
        const { here } = rowsInThreads({ folder, format: 'csv' }, [name]);
        return [name, (here(0).rows.match(/0x[\da-fA-F]{40}/g) ?? []).length];
      });
      assert.deepEqual(Object.fromEntries(found), {
        ...{ 'utf8.ts': 2, 'little.ts': 2, 'big.ts': 2 },
        ...{ 'latin1.ts': 0, 'zero.ts': 0 },
      });
    }
  });
});
