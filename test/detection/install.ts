import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const lockfile = join(folder, 'package-lock.json');

/** The lockfile that `node_modules` was installed from. */
const installed = join(folder, 'node_modules', '.installed-lock.json');

/** Installs the corpora and registries if they are missing or their lockfile has changed. */
export function installCorpora(): void {
  const wanted = readFileSync(lockfile, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  console.log('Installing the packages that detection is measured on (1 GB, once)…');
  // An install that fails must not leave the mark of an earlier one.
  rmSync(installed, { force: true });
  // Inside `npm run`, npm names itself. Elsewhere it is the one in PATH. The prefix is explicit
  // because `npm run` also exports its own.
  const args = ['ci', '--ignore-scripts', `--prefix=${folder}`];
  const npm = process.env['npm_execpath'];
  const options = { cwd: folder, stdio: 'inherit' } as const;
  const { status } = npm?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('npm ci failed in test/detection.');
  writeFileSync(installed, wanted);
}
