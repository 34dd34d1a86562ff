/**
 * `npm run package:cli`: writes `dist/address-risk-cli-<version>.tgz` and, beside it, what it contains of
 * others as CycloneDX; prints where the package is, and its integrity.
 */
import { createHash } from 'node:crypto';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCli } from './buildCli.ts';
import { repository } from './extension.ts';
import { run } from './processes.ts';

const dist = join(repository, 'dist');
const folder = join(dist, 'cli');
// Files of an earlier build would be packaged too.
await rm(folder, { recursive: true, force: true });
await buildCli(folder);
await copyFile(join(folder, 'address-risk-cli.cdx.json'), join(dist, 'address-risk-cli.cdx.json'));
await run('npm', ['pack', '--silent', '--pack-destination', dist], { cwd: folder });
const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
  readonly name: string;
  readonly version: string;
};
const file = join(dist, `${name}-${version}.tgz`);
const hash = createHash('sha512')
  .update(await readFile(file))
  .digest('base64');
console.log(`${file}\nsha512-${hash}`);
