/** `npm run package:cli`: writes `dist/address-risk-cli-<version>.tgz`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildCli } from './buildCli.ts';
import { repository } from './extension.ts';
import { run } from './processes.ts';

const dist = join(repository, 'dist');
const folder = join(dist, 'cli');
await mkdir(folder, { recursive: true });
await buildCli(folder);
await run('npm', ['pack', '--silent', '--pack-destination', dist], { cwd: folder });
