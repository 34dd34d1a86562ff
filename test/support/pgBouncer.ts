import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideProgram } from '../harness/debian.ts';
import { eventually } from '../harness/waiting.ts';
import {
  asUser,
  canConnect,
  freePort,
  runSql,
  startPostgres,
  type TestPostgres,
} from './postgres.ts';

/** PostgreSQL 18 behind PgBouncer in transaction mode, otherwise with its defaults. */
export async function startPooledPostgres(): Promise<TestPostgres> {
  const program = await provideProgram('pgbouncer', [
    ...['pgbouncer', 'libc-ares2', 'libevent-2.1-7'],
  ]);
  const postgres = await startPostgres({ wanted: 18 });
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-pgbouncer-'));
  await chmod(folder, 0o755);
  // It does not run as root, and its user cannot read what is in the cache of root.
  const [path, libraries] = [join(folder, 'pgbouncer'), join(folder, 'lib')];
  await cp(program.path, path);
  for (const each of program.libraries) {
    await cp(each, libraries, { recursive: true, verbatimSymlinks: true });
  }
  const port = await freePort();
  const users = join(folder, 'users.txt');
  await writeFile(users, '"postgres" ""\n');
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${postgres.port}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
    ...['auth_type = trust', `auth_file = ${users}`, 'pool_mode = transaction'],
    // After the database was away, it would not look for it for 15 seconds.
    'server_login_retry = 1',
  ];
  await writeFile(file, lines.join('\n'));
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  const bouncer = spawn(path, ['-q', file], { env, ...asUser, stdio: 'ignore' });
  const ended = once(bouncer, 'exit');
  await eventually('PgBouncer', () => {
    assert.equal(bouncer.exitCode, null);
    return canConnect(port);
  });
  const databases: string[] = [];
  return {
    ...postgres,
    port,
    async start() {
      await postgres.start();
      // It looks again for each database on its own.
      for (const url of databases) {
        await eventually(url, () => runSql(url, 'SELECT 1').then(() => true));
      }
    },
    async createDatabase() {
      const url = new URL(await postgres.createDatabase());
      url.port = String(port);
      databases.push(url.href);
      return url.href;
    },
    async close() {
      bouncer.kill('SIGQUIT');
      await ended;
      await postgres.close();
      await rm(folder, { recursive: true });
    },
  };
}
