import { chmod, copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { noticesOf, packagesOf } from '../../notices.js';
import { repository } from './extension.ts';

const readme = `# Address Risk, the command line

Finds blockchain addresses in source files, checks them in CI, and scores them by a licensed risk
service. \`address-risk --help\` lists the commands, with examples for each.
`;

/** Builds the package of the command line in a folder: one file of code, and the table of networks. */
export async function buildCli(folder: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: ['src/cli/main.ts'],
    outfile: join(folder, 'address-risk.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // What uses the ledger says that it needs a newer one.
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    banner: { js: '#!/usr/bin/env node' },
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  });
  await chmod(join(folder, 'address-risk.cjs'), 0o755);
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
    files: ['address-risk.cjs', 'registry.txt', 'ThirdPartyNotices.txt'],
  };
  await rm(join(folder, 'package.json'), { force: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(folder, 'README.md'), readme);
  await copyFile(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
  await copyFile(join(repository, 'src/networks/registry.txt'), join(folder, 'registry.txt'));
  const packages = [...packagesOf(Object.keys(metafile.inputs))];
  await writeFile(
    join(folder, 'ThirdPartyNotices.txt'),
    await noticesOf(packages.map((each) => join(repository, each))),
  );
}
