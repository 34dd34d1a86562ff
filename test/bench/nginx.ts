import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideProgram } from '../harness/debian.ts';
import { eventually } from '../harness/waiting.ts';
import { canConnect, freePort } from '../support/postgres.ts';

/** Serves `/file` of some bytes, with one process. */
export async function startNginx(bytes: number) {
  const { path, libraries } = await provideProgram('nginx', ['nginx', 'libpcre2-8-0']);
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-nginx-'));
  const port = await freePort();
  await writeFile(join(folder, 'file'), 'x'.repeat(bytes));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const configuration = [
    ...['daemon off;', 'master_process off;', `pid ${folder}/pid;`, 'events {}'],
    ...['http {', 'access_log off;', 'keepalive_requests 1000000000;', ...temporary],
    `server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  ];
  await writeFile(join(folder, 'nginx.conf'), configuration.join('\n'));
  const child = spawn(path, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  await eventually('nginx', () => {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    return canConnect(port);
  });
  return {
    port,
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
