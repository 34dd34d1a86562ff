import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface CorpusFile {
  readonly package: string;
  /** Within the package. */
  readonly path: string;
  readonly text: string;
}

/** Published packages, at the versions that package.json fixes, and which of their files are sources. */
const packages: Readonly<Record<string, readonly string[]>> = {
  '@openzeppelin/contracts': ['**/*.sol', 'build/contracts/*.json'],
  '@uniswap/v3-periphery': ['contracts/**/*.sol'],
  '@safe-global/safe-deployments': ['src/**/*.json', 'src/**/*.ts', 'dist/**/*.js'],
  '@bitgo/statics': ['dist/src/**/*.js'],
  '@swapkit/tokens': ['src/**/*.ts'],
  '@wormhole-foundation/sdk-base': ['dist/esm/**/*.js'],
  'multicoin-address-validator': ['src/**/*.js', 'test/**/*.js'],
};

/** Those that have EVM code and lists alone, for what is measured over EVM sources. */
export const evmPackages: readonly string[] = [
  '@openzeppelin/contracts',
  '@uniswap/v3-periphery',
  '@safe-global/safe-deployments',
];

export function readCorpus(): CorpusFile[] {
  const { resolve } = createRequire(import.meta.url);
  return Object.entries(packages).flatMap(([name, globs]) => {
    const root = rootOf(resolve.paths(name) ?? [], name);
    return globSync([...globs], { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => ({
        package: name,
        path: file.slice(root.length + 1),
        text: readFileSync(file, 'utf8'),
      }));
  });
}

/** Where a package lies; its manifest may not be among what it exports. */
function rootOf(folders: readonly string[], name: string): string {
  for (const folder of folders) {
    const [found] = globSync(join(folder, name, 'package.json'));
    if (found !== undefined) return dirname(found);
  }
  throw new Error(`${name} is not installed`);
}
