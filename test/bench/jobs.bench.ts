/**
 * Twenty jobs that are polled while 200 CodeLenses are refreshed twice a second, in a real VS Code:
 * how long the thread that all extensions share is held up, with the extension and without any, and
 * how many messages it exchanges with the extension's own thread. `BENCH_BASE` names another
 * checkout with its build, measured in the same run.
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
import type { Spread } from './spread.ts';

export interface JobsProbed {
  /** Of the event loop, in milliseconds. */
  readonly delay: Spread;
  /** Messages for one refresh of all CodeLenses. */
  readonly perRefresh: number;
  /** Messages for everything else; jobs are polled once a second. */
  readonly perSecond: number;
}

const line = (index: number): string =>
  `const a${index} = "${toEip55(`0x${(index * 7_919 + 1).toString(16).padStart(40, '5')}`)}";\n`;

async function probe(development: string, folder: string): Promise<JobsProbed> {
  const server = await startServer({
    extension: 'none',
    hasTestDriver: true,
    folder,
    globalStorage: sampleMode,
  });
  const browser = await launchChromium();
  try {
    let probed: JobsProbed | undefined;
    const suite = join(repository, 'out', 'bench', 'jobsProbe.cjs');
    const page = await browser.newPage();
    const { complaints } = await runInHost(page, server, { suite, development }, (text) => {
      const [, json] = /bench (\{.*\})/.exec(text) ?? [];
      if (json !== undefined) probed = JSON.parse(json) as JobsProbed;
      return json !== undefined;
    });
    if (probed === undefined) throw new Error(`Nothing was measured:\n${complaints.join('\n')}`);
    return probed;
  } finally {
    await browser.close();
    await server.stop();
  }
}

function print(what: string, { delay, perRefresh, perSecond }: JobsProbed): void {
  const { p50, p99, most } = delay;
  const held = [p50, p99, most].map((ms) => ms.toFixed(2).padStart(8)).join('');
  console.log(
    `  ${what.padEnd(20)}${held}  messages: ${perRefresh} a refresh, ${perSecond.toFixed(1)} a poll`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  await run(process.execPath, ['esbuild.js', '--tests'], { cwd: repository });
  const file = join(folder, 'addresses.ts');
  await writeFile(file, Array.from({ length: 200 }, (_, index) => line(index)).join(''));
  const nothing = join(folder, 'nothing');
  await mkdir(nothing);
  const manifest = { name: 'nothing', publisher: 'nobody', version: '0.0.1' };
  await writeFile(
    join(nothing, 'package.json'),
    JSON.stringify({ ...manifest, engines: { vscode: '*' } }),
  );
  // The extension host inherits it from the server.
  process.env['BENCH_FILE'] = file;
  console.log('20 jobs, 200 CodeLenses; event loop held up: median, 99th percentile, most (ms)');
  print('extension off', await probe(nothing, folder));
  const base = process.env['BENCH_BASE'];
  if (base !== undefined) print('base', await probe(base, folder));
  print('extension on', await probe(repository, folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
