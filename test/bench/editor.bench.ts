/**
 * A file of 10 MiB with 100,000 addresses in a real VS Code: opened, typed in and hovered over, with
 * the extension and, for comparison, without any.
 */
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toEip55 } from '../../src/addresses/evm.ts';
import { launchChromium } from '../harness/chromium.ts';
import { repository } from '../harness/extension.ts';
import { runInHost } from '../harness/hostRun.ts';
import { run } from '../harness/processes.ts';
import { startServer } from '../harness/server.ts';
import { sampleMode } from '../e2e/support.ts';
import type { Probed, Spread } from './spread.ts';

const addresses = 100_000;

const line = (index: number): string =>
  `  "${toEip55(`0x${(index * 7_919).toString(16).padStart(40, '5')}`)}": "a holder of something, or of nothing, number ${index}",\n`;

async function probe(development: string, folder: string): Promise<Probed> {
  const server = await startServer({
    extension: 'none',
    hasTestDriver: true,
    folder,
    globalStorage: sampleMode,
  });
  const browser = await launchChromium();
  try {
    let probed: Probed | undefined;
    const suite = join(repository, 'out', 'bench', 'editorProbe.cjs');
    const { complaints } = await runInHost(
      await browser.newPage(),
      server,
      { suite, development },
      (text) => {
        const [, json] = /bench (\{.*\})/.exec(text) ?? [];
        if (json !== undefined) probed = JSON.parse(json) as Probed;
        return json !== undefined;
      },
    );
    if (probed === undefined) throw new Error(`Nothing was measured:\n${complaints.join('\n')}`);
    return probed;
  } finally {
    await browser.close();
    await server.stop();
  }
}

const row = (what: string, { p50, p99, most }: Spread): string =>
  `  ${what.padEnd(44)} ${[p50, p99, most].map((ms) => ms.toFixed(2).padStart(8)).join('')}`;

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
  const file = join(folder, 'holders.txt');
  await writeFile(file, Array.from({ length: addresses }, (_, index) => line(index)).join(''));
  const nothing = join(folder, 'nothing');
  await mkdir(nothing);
  await writeFile(
    join(nothing, 'package.json'),
    JSON.stringify({
      name: 'nothing',
      publisher: 'nobody',
      version: '0.0.1',
      engines: { vscode: '*' },
    }),
  );
  // The extension host inherits it from the server.
  process.env['BENCH_FILE'] = file;
  const off = await probe(nothing, folder);
  const on = await probe(repository, folder);
  console.log(`${addresses} addresses; milliseconds: median, 99th percentile, most`);
  console.log(row('host held up while it opens, extension off', off.opening));
  console.log(row('host held up while it opens, extension on', on.opening));
  console.log(row('host held up while typing, extension off', off.typing));
  console.log(row('host held up while typing, extension on', on.typing));
  console.log(row('key to changed document, extension off', off.strokes));
  console.log(row('key to changed document, extension on', on.strokes));
  for (const [what, { took, computed }] of Object.entries(on.spans)) {
    console.log(row(`our own: ${what}, by the clock`, took));
    console.log(row(`our own: ${what}, computed`, computed));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
