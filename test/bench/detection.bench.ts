/**
 * The speed of detection in this version of Node, and in others that are named. Prints figures
 * beside their targets, and asserts nothing. Environment:
 *
 * - `NODE22`: a second version of Node, for the oldest supported VS Code. To have one:
 *   `npm install --prefix DIR node@22`, then `DIR/node_modules/node/bin/node`.
 * - `BENCH_BASE`: a checkout of another commit, with `node_modules`, to compare the first scan with.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCorpus } from '../detection/corpus.ts';
import { installCorpora } from '../detection/install.ts';
import { compareFolderScans } from './folderScan.ts';
import { spread } from './spread.ts';

const { NODE22, BENCH_BASE } = process.env;
const here = join(import.meta.dirname, '../..');
const trees = [here, ...(BENCH_BASE === undefined ? [] : [BENCH_BASE])];

installCorpora();
for (const node of [process.execPath, ...(NODE22 === undefined ? [] : [NODE22])]) {
  const { status } = spawnSync(node, [join(import.meta.dirname, 'detectionSpeed.ts')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
compareFirstScans();
await compareFolderScans(trees, join(here, 'test/detection/node_modules'));

interface Cold {
  readonly loading: number;
  readonly first: number;
  readonly found: number;
  readonly rss: number;
  readonly held: number;
}

/** Processes of the trees take turns, so that other load on the machine affects all of them. */
function compareFirstScans(): void {
  const folder = mkdtempSync(join(tmpdir(), 'cold-'));
  const code = readCorpus()
    .filter((_, index) => index % 8 === 0)
    .map(({ text }) => text)
    .join('\n');
  for (const size of [16, 1_024]) {
    const file = join(folder, `${size}.txt`);
    writeFileSync(file, code.slice(0, size * 1_024));
    const runs = trees.map((): Cold[] => []);
    for (let round = 0; round < 11; round++) {
      for (const [index, tree] of trees.entries()) runs[index]!.push(coldScan(tree, file));
    }
    for (const [index, tree] of trees.entries()) {
      const median = (key: keyof Cold): string =>
        spread(runs[index]!.map((run) => run[key])).p50.toFixed(1);
      console.log(
        `first scan, ${size} KiB, ${tree === here ? 'this tree' : 'the base'}: ` +
          `loading ${median('loading')} ms, scan ${median('first')} ms, ` +
          `${median('rss')} MiB resident, ${median('held')} MiB held, ${runs[index]![0]!.found} addresses`,
      );
    }
  }
  rmSync(folder, { recursive: true });
}

function coldScan(tree: string, file: string): Cold {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'coldScan.ts'), tree, file],
    { encoding: 'utf8' },
  );
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Cold;
}
