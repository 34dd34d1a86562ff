import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { commonJsChunks } from '../../chunks.js';
import { noticesOf, packagesOf, sbomOf } from '../../notices.js';
import { repository } from './extension.ts';

const readme = `# Address Risk, the command line

Finds blockchain addresses in source files, checks them in CI, and scores them by a licensed risk
service. \`address-risk --help\` lists the commands, with examples for each.
`;

/** Commands that use the ledger report that they need a newer version. */
const oldestNode = 'node20.19';

/**
 * Builds the package of the command line in a folder: its code, of which each command loads its part,
 * and the table of networks.
 */
export async function buildCli(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const minified = { minifySyntax: true, minifyWhitespace: true, target: oldestNode };
  const { metafile } = await build({
    ...minified,
    absWorkingDir: repository,
    entryPoints: { 'address-risk': 'src/cli/main.ts' },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    define: { 'import.meta.dirname': '__dirname' },
    plugins: [commonJsChunks(minified)],
  });
  const program = join(folder, 'address-risk.cjs');
  await writeFile(program, `#!/usr/bin/env node\n${await readFile(program, 'utf8')}`);
  await chmod(program, 0o755);
  const { version, license } = JSON.parse(
    await readFile(join(repository, 'package.json'), 'utf8'),
  ) as { readonly version: string; readonly license: string };
  const manifest = {
    name: 'address-risk-cli',
    version,
    description: 'Checks the blockchain addresses of a repository, in CI and by hand.',
    license,
    bin: { 'address-risk': 'address-risk.cjs' },
    engines: { node: '>=20.19.0' },
    files: ['*.cjs', 'known.bin', 'registry.txt', 'ThirdPartyNotices.txt'],
  };
  await rm(join(folder, 'package.json'), { force: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(folder, 'README.md'), readme);
  await copyFile(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
  await copyFile(join(repository, 'src/networks/registry.txt'), join(folder, 'registry.txt'));
  await copyFile(join(repository, 'src/known/known.bin'), join(folder, 'known.bin'));
  const packages = [...packagesOf(Object.keys(metafile.inputs))];
  await writeFile(
    join(folder, 'ThirdPartyNotices.txt'),
    await noticesOf(packages.map((each) => join(repository, each))),
  );
  const sbom = await sbomOf(packages, 'address-risk-cli');
  await writeFile(join(folder, 'address-risk-cli.cdx.json'), sbom);
}
