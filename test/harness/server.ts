import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extensionId, repository, unpackExtension } from './extension.ts';
import { cleanEnvironment, descendants, endTree, keepOutput, run, signal } from './processes.ts';
import { makeProfile, profileArguments, quietSettings, removeProfile } from './profile.ts';
import type { Profile } from './profile.ts';
import { currentVersion, provisionVsCode } from './provision.ts';
import type { VsCode, VsCodeVersion } from './provision.ts';

export interface ServerOptions {
  version?: VsCodeVersion;
  /** The folder that windows open, absolute or relative to the repository. */
  folder?: string;
  /** False opens folders in Restricted Mode. */
  isTrusted?: boolean;
  /** User settings on top of {@link quietSettings}. */
  settings?: Record<string, unknown>;
  /** How the extension gets there: unpacked as the package would be, from a VSIX, or not at all. */
  extension?: 'unpacked' | { vsix: string } | 'none';
  /** Texts of further files in its unpacked folder, by their paths there. */
  extensionFiles?: Readonly<Record<string, string>>;
  /** Another extension in the same host: its manifest and its one file. */
  neighbor?: {
    manifest: Record<string, unknown> & { name: string };
    main: string;
    /** Further files by name. */
    files?: Readonly<Record<string, string>>;
  };
  /**
   * Which of VS Code's own extensions run. `few`, the default, leaves out those that compute much in
   * each window, and that no test is about.
   */
  builtIn?: 'few' | 'all';
  /** Files by name for the extension's global storage, written before the server starts. */
  globalStorage?: Record<string, string>;
  /**
   * Lets a page name a development folder and a suite to run in the extension host. Such a window
   * shows no notifications.
   */
  hasTestDriver?: boolean;
  /** Lets extension hosts call other machines, which a test must not do. */
  mayLeaveMachine?: boolean;
  /** 0, the default, takes a free one. */
  port?: number;
  /** A folder that keeps settings, storage and extensions after the end; else one that is removed. */
  profile?: string;
}

/** How long a server may take until it listens; a cold disk is slow. */
const startLimitMs = 120_000;

interface Started {
  version: VsCodeVersion;
  port: number;
  folder: string;
  process: ChildProcess;
  profile: Profile;
}

/** A running VS Code server, on loopback alone. */
export class VsCodeServer {
  readonly version: VsCodeVersion;
  readonly port: number;
  readonly folder: string;
  /** The extension's global storage, shared by all windows. */
  readonly globalStorage: string;
  /** Resolves when the server has ended, for whatever reason. */
  readonly ended: Promise<unknown>;
  readonly #process: ChildProcess;
  readonly #profile: Profile;

  constructor({ version, port, folder, process, profile }: Started) {
    this.version = version;
    this.port = port;
    this.folder = folder;
    this.globalStorage = profile.globalStorage;
    this.ended = once(process, 'exit');
    this.#process = process;
    this.#profile = profile;
  }

  /**
   * The page of a window on a folder, or on the folders that a `.code-workspace` file names.
   * @param payload the workbench's own start-up list of key and value
   */
  url(folder = this.folder, payload?: [string, string][]): string {
    const url = new URL(`http://127.0.0.1:${this.port}/`);
    const kind = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
    url.searchParams.set(kind, resolve(repository, folder));
    if (payload) url.searchParams.set('payload', JSON.stringify(payload));
    // Slashes need no escape in a query, and people read this address.
    return url.href.replaceAll('%2F', '/');
  }

  /** Where settings, storage, and logs of all windows are. */
  get home(): string {
    return this.#profile.home;
  }

  /** The process ids of everything that it has started. */
  async processes(): Promise<number[]> {
    return (await descendants(this.#process.pid!)).map(({ pid }) => pid);
  }

  /** The process ids of the extension hosts, one for each window, oldest first. */
  async extensionHosts(): Promise<number[]> {
    const below = await descendants(this.#process.pid!);
    return below
      .filter((entry) => entry.commandLine.includes('--type=extensionHost'))
      .map((entry) => entry.pid)
      .sort((a, b) => a - b);
  }

  /**
   * Kills the extension hosts of all windows as a crash would. A window starts a new one twice;
   * after the third crash within five minutes it gives up: reload it after every second kill.
   */
  async killExtensionHosts(): Promise<void> {
    for (const pid of await this.extensionHosts()) signal(pid, 'SIGKILL');
  }

  /** The faults that the extension has logged in any of its windows. */
  async faults(): Promise<readonly string[]> {
    const folder = join(this.#profile.userData, 'logs');
    const entries = await readdir(folder, { recursive: true }).catch(() => []);
    const own = entries.filter((path) => path.includes(extensionId) && path.endsWith('.log'));
    const texts = await Promise.all(own.map((path) => readFile(join(folder, path), 'utf8')));
    return texts.flatMap((text) => text.split('\n').filter((line) => line.includes(' [error] ')));
  }

  /** Ends the server and everything below it, and removes its temporary folders. */
  async stop(): Promise<void> {
    await endTree(this.#process);
    await removeProfile(this.#profile);
  }
}

/** Starts a VS Code server and returns when it listens. */
export async function startServer(options: ServerOptions = {}): Promise<VsCodeServer> {
  const { version = currentVersion, folder = 'examples' } = options;
  const vsCode = await provisionVsCode(version);
  const settings = { ...quietSettings, ...options.settings };
  const profile = await makeProfile(settings, options.globalStorage, options.profile);
  let child: ChildProcess | undefined;
  try {
    await installExtension(vsCode, profile, options);
    if (options.neighbor) await installNeighbor(profile, options.neighbor);
    if (options.builtIn !== 'all') await linkFewBuiltIn(vsCode, profile);
    child = spawnServer(vsCode, profile, options);
    const port = await listening(child);
    const path = resolve(repository, folder);
    return new VsCodeServer({ version, port, folder: path, process: child, profile });
  } catch (error) {
    if (child) await endTree(child);
    await removeProfile(profile);
    throw error;
  }
}

async function installExtension(
  vsCode: VsCode,
  profile: Profile,
  { extension = 'unpacked', extensionFiles }: ServerOptions,
): Promise<void> {
  if (extension === 'none') return;
  if (extension === 'unpacked') return unpackExtension(profile.extensions, extensionFiles);
  const path = resolve(repository, extension.vsix);
  const args = [join('out', 'server-main.js'), ...serverArguments(profile)];
  await run(vsCode.node, [...args, '--install-extension', path], {
    cwd: vsCode.folder,
    env: serverEnvironment(profile),
  });
}

/** Together they take seconds of each window's start. */
const costlyBuiltIn: ReadonlySet<string> = new Set([
  'copilot',
  'debug-auto-launch',
  'emmet',
  'github',
  'npm',
  'typescript-language-features',
]);

const builtInFolder = (profile: Profile): string => join(profile.home, 'built-in');

/** Makes a folder of VS Code's own extensions without the costly ones. */
async function linkFewBuiltIn(vsCode: VsCode, profile: Profile): Promise<void> {
  const all = join(vsCode.folder, 'extensions');
  const few = builtInFolder(profile);
  await mkdir(few);
  for (const name of await readdir(all)) {
    // Windows links folders without a permission only so.
    if (!costlyBuiltIn.has(name)) await symlink(join(all, name), join(few, name), 'junction');
  }
}

async function installNeighbor(
  profile: Profile,
  { manifest, main, files = {} }: NonNullable<ServerOptions['neighbor']>,
): Promise<void> {
  const own = {
    publisher: 'neighbor',
    version: '1.0.0',
    engines: { vscode: '^1.103.0' },
    main: 'main.js',
  };
  const folder = join(profile.extensions, `neighbor.${manifest.name}-1.0.0`);
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, ...manifest }));
  await writeFile(join(folder, 'main.js'), main);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

function spawnServer(vsCode: VsCode, profile: Profile, options: ServerOptions): ChildProcess {
  const { port = 0, isTrusted = true, hasTestDriver = false, mayLeaveMachine = false } = options;
  const args = [
    ...(mayLeaveMachine ? [] : loopbackOnly),
    join(import.meta.dirname, 'serverMain.ts'),
    ...serverArguments(profile),
    '--host=127.0.0.1',
    `--port=${port}`,
    '--without-connection-token',
    '--accept-server-license-terms',
    '--disable-telemetry',
  ];
  if (options.builtIn !== 'all') args.push(`--builtin-extensions-dir=${builtInFolder(profile)}`);
  if (isTrusted) args.push('--disable-workspace-trust');
  if (hasTestDriver) args.push('--enable-smoke-test-driver');
  return spawn(vsCode.node, args, {
    cwd: vsCode.folder,
    env: serverEnvironment(profile),
    // A group of its own, so that it ends as one; the pipe on stdin ends it should we die.
    detached: true,
    stdio: 'pipe',
  });
}

/** Extension hosts inherit it. */
const loopbackOnly = [
  `--import=${pathToFileURL(join(import.meta.dirname, 'loopbackOnly.js')).href}`,
];

const serverArguments = (profile: Profile) => [
  `--server-data-dir=${join(profile.home, 'server-data')}`,
  ...profileArguments(profile),
];

/** Without a gallery nothing is looked up in it: tests and `npm start` need no network. */
const serverEnvironment = (profile: Profile) => ({
  ...cleanEnvironment(),
  EXTENSIONS_GALLERY: '{"serviceUrl":""}',
  // What an extension writes beside its storage is found in the profile too.
  ...(profile.isTemporary && { HOME: profile.userHome, TMPDIR: profile.temporary }),
});

function listening(child: ChildProcess): Promise<number> {
  const output = keepOutput(child);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const fail = (what: string) => reject(new Error(`The VS Code server ${what}:\n${output()}`));
  const limit = setTimeout(() => fail('does not listen'), startLimitMs);
  child.once('error', reject);
  child.once('exit', (code) => fail(`ended with ${String(code)}`));
  child.stdout?.on('data', () => {
    const port = /Extension host agent listening on (\d+)/.exec(output())?.[1];
    if (port) resolve(Number(port));
  });
  return promise.finally(() => clearTimeout(limit));
}
