/** How long `scan` takes for a folder with many addresses, in whole processes. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toEip55 } from '../../src/addresses/evm.ts';
import { spread } from './spread.ts';

const folders = 20;
const filesEach = 16;
const addressesEach = 200;
const rounds = 3;

/** A repository with 64,000 addresses in 320 files, ignore rules, and names of networks. */
function writeFolder(folder: string): void {
  const networks = ['ethereum', 'polygon', 'bsc', 'arbitrum', 'base'];
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\n*.log\n/build/**/cache\n!keep.log\n');
  let number = 0;
  for (let index = 0; index < folders; index++) {
    const network = networks[index % networks.length]!;
    const below = join(folder, 'deployments', `${network}-${index}`);
    mkdirSync(below, { recursive: true });
    for (let file = 0; file < filesEach; file++) {
      const lines = Array.from({ length: addressesEach }, (_, line) => {
        const digits = (++number).toString(16).padStart(6, '0');
        return `  token${line}: { name: "Token ${line}", address: "${toEip55(`0x${digits}${'5ac9'.repeat(8)}7b`)}", decimals: 18 },`;
      });
      writeFileSync(
        join(below, `tokens${file}.ts`),
        `// Tokens of ${network}\nexport const tokens = {\n${lines.join('\n')}\n};\n`,
      );
    }
  }
}

/** @param trees roots of checkouts with `node_modules` */
export function compareFolderScans(trees: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'));
  writeFolder(folder);
  const times = trees.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, tree] of trees.entries()) {
      const began = performance.now();
      const { status } = spawnSync(process.execPath, [join(tree, 'src/cli/scan.ts'), '.'], {
        env: { ...process.env, INIT_CWD: folder },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (status !== 0) throw new Error(`scan ended with ${status}`);
      times[index]!.push(performance.now() - began);
    }
  }
  rmSync(folder, { recursive: true });
  for (const [index] of trees.entries()) {
    console.log(
      `scan of ${folders * filesEach * addressesEach} addresses in ${folders * filesEach} files, ` +
        `${index === 0 ? 'this tree' : 'the base'}: ${(spread(times[index]!).p50 / 1_000).toFixed(2)} s`,
    );
  }
}
