/**
 * Times `scan` of folders in whole processes: compared with `grep -rE` for only the shape of an EVM
 * address, with one processor and with all, and for another checkout. Needs GNU `time` and
 * `taskset`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import { buildCli } from '../harness/buildCli.ts';
import { spread } from './spread.ts';

const folders = 40;
const filesEach = 50;
const rounds = 5;

/** A repository of 370 MB in 2,000 files: code, and in every tenth one 200 addresses with their networks. */
function writeRepository(folder: string): void {
  const networks = ['ethereum', 'polygon', 'bsc', 'arbitrum', 'base'];
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n*.log\n/build/**/cache\n!keep.log\n');
  let number = 0;
  const code = Array.from(
    { length: 3_000 },
    (_, line) =>
      `  const total${line} = amounts.reduce((sum, { value }) => sum + value, ${line});\n`,
  ).join('');
  for (let index = 0; index < folders; index++) {
    const network = networks[index % networks.length]!;
    const below = join(folder, 'deployments', `${network}-${index}`);
    mkdirSync(below, { recursive: true });
    for (let file = 0; file < filesEach; file++) {
      const lines = Array.from({ length: file % 10 === 0 ? 200 : 0 }, (_, line) => {
        const digits = (++number).toString(16).padStart(6, '0');
        return `  token${line}: { name: "Token ${line}", address: "${toEip55(`0x${digits}${'5ac9'.repeat(8)}7b`)}", decimals: 18 },\n`;
      });
      const text = `// Tokens of ${network}\nexport const tokens = {\n${lines.join('')}};\n${code}`;
      writeFileSync(join(below, `tokens${file}.ts`), text.slice(0, 185_000));
    }
  }
}

interface Run {
  readonly ms: number;
  /** In MiB. */
  readonly peak: number;
}

function timed(command: readonly string[], folder: string): Run {
  const args = ['-f', '%M', ...command];
  const began = performance.now();
  // Into a pipe: grep stops at the first hit of a file if no one reads the others.
  const { stderr, error } = spawnSync('/usr/bin/time', args, {
    ...{ cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 },
  });
  if (error) throw error;
  return { ms: performance.now() - began, peak: Number(stderr.trim().split('\n').at(-1)) / 1_024 };
}

/** @param trees roots of checkouts with `node_modules`; the first one is this */
export async function compareFolderScans(
  trees: readonly string[],
  packages: string,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'folder-'));
  const generated = join(home, 'repository');
  const cli = join(home, 'cli');
  mkdirSync(generated);
  mkdirSync(cli);
  writeRepository(generated);
  await buildCli(cli);
  const scan = [process.execPath, join(cli, 'address-risk.cjs'), 'scan', '.', '--format', 'csv'];
  const others = trees
    .slice(1)
    .map((tree) => [
      process.execPath,
      join(tree, 'src/cli/main.ts'),
      'scan',
      '.',
      '--format',
      'csv',
    ]);
  const commands: readonly (readonly [name: string, command: readonly string[]])[] = [
    ['grep -rE', ['grep', '-rE', '0x[0-9a-fA-F]{40}', '.']],
    ['scan, one processor', ['taskset', '-c', '0', ...scan]],
    ['scan, all processors', scan],
    ...others.map((command) => ['scan of the base, from its sources', command] as const),
  ];
  for (const [name, folder] of [
    ['the generated repository', generated],
    ['the installed packages', packages],
  ] as const) {
    const runs = commands.map((): Run[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [at, [, command]] of commands.entries()) runs[at]!.push(timed(command, folder));
    }
    const medians = runs.map((each) => spread(each.map(({ ms }) => ms)).p50);
    for (const [at, [command]] of commands.entries()) {
      const peak = Math.max(...runs[at]!.map((run) => run.peak));
      console.log(
        `${name}, ${command}: ${(medians[at]! / 1_000).toFixed(2)} s, ` +
          `${(medians[at]! / medians[0]!).toFixed(1)} times grep, ${peak.toFixed(0)} MiB at most`,
      );
    }
  }
  rmSync(home, { recursive: true });
}
