import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { attachSampleService, type AttachOptions } from '../../src/sample/attach.ts';
import { readLock } from '../../src/sample/lockFile.ts';
import { ask, baseOf, basic } from '../service/support/rawHttp.ts';

const root = join(import.meta.dirname, '../..');
const entry = join(root, 'src/sample/sample-service.process.ts');
const windowMain = join(root, 'test/support/attachedWindow.ts');
const good = basic('5a3c1e00-0000-4000-8000-000000000001', 'sample-key');
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const summary = `/evm/api/${address}/summary/?chain=ethereum`;
const lingerMs = 200;

let folder: string;
let dataDir: string;
let count = 0;
before(() => (folder = mkdtempSync(join(tmpdir(), 'sample-attach-'))));
beforeEach(() => {
  count += 1;
  dataDir = join(folder, `data ${count}`);
});
after(async () => {
  // What a failed test has left behind would otherwise wait for windows that never close.
  for (let test = 1; test <= count; test += 1) {
    const lock = await readLock(join(folder, `data ${test}`));
    if (lock !== undefined && lock.pid > 1 && isAlive(lock.pid)) process.kill(lock.pid);
  }
  rmSync(folder, { recursive: true });
});

function attach(more: Partial<AttachOptions> = {}) {
  const execPath = process.execPath;
  return attachSampleService({ dataDir, entry, execPath, lingerMs, jobSeconds: 0, ...more });
}

/** Asks again until it is so; a deadline ends what never comes. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000;
  while (!(await isSo())) {
    assert.ok(performance.now() < end, 'it did not come about within 15 seconds');
    await setTimeout(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function pidOfService(): Promise<number> {
  const lock = await readLock(dataDir);
  assert.ok(lock);
  return lock.pid;
}

async function isAnswering(url: string): Promise<boolean> {
  const answer = await ask(baseOf(url), 'POST', summary, good).catch(() => undefined);
  return answer?.status === 200;
}

async function openWindow(): Promise<{
  process: ChildProcess;
  url: string;
  lost: Promise<unknown>;
}> {
  const args = [windowMain, dataDir, entry, `${lingerMs}`];
  const window = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: window.stdout });
  const [url] = (await once(lines, 'line')) as [string];
  return { process: window, url, lost: once(lines, 'line') };
}

describe('windows in separate processes', () => {
  it('that start at once share one service; it outlives the one that started it and ends with the last', async () => {
    const windows = await Promise.all(Array.from({ length: 5 }, openWindow));
    const urls = new Set(windows.map(({ url }) => url));
    assert.equal(urls.size, 1);
    const [url = ''] = urls;
    const pid = await pidOfService();
    assert.ok(await isAnswering(url));

    // Crashed, all but one: the starter is among them or it is the last one.
    for (const { process: window } of windows.slice(1)) {
      window.kill('SIGKILL');
      await once(window, 'exit');
      assert.ok(await isAnswering(url));
    }
    const starter = windows[0]!.process;
    const late = await openWindow();
    assert.equal(late.url, url);
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    assert.ok(await isAnswering(url));
    assert.ok(isAlive(pid));

    late.process.stdin!.end();
    await until(() => !isAlive(pid));
    assert.equal(await readLock(dataDir), undefined);
    assert.equal(await isAnswering(url), false);
  });

  it('notice that the service was lost, and attach to a new one that has its jobs', async () => {
    const window = await openWindow();
    const base = baseOf(window.url);
    const start = `/risk/api/${address}/risk_score/chain=ethereum`;
    const { body: id } = await ask(base, 'POST', start, good);
    process.kill(await pidOfService(), 'SIGKILL');
    assert.deepEqual(await window.lost, ['lost']);

    const again = await openWindow();
    const status = `/risk/api/risk_score?job_id=${id}`;
    assert.equal((await ask(baseOf(again.url), 'GET', status, good)).status, 200);
    const pid = await pidOfService();
    window.process.stdin!.end();
    again.process.stdin!.end();
    await until(() => !isAlive(pid));
  });
});

describe('attaching', () => {
  it('does not trust another process at the port of a stale lock file, nor send it the token', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const stranger = createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(200, { 'sample-proof': 'f'.repeat(64) }).end('{}');
    });
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    mkdirSync(dataDir);
    const token = 'the-token-of-the-dead';
    writeFileSync(join(dataDir, 'service.lock'), JSON.stringify({ port, pid: 1, token }));

    const service = await attach();
    assert.notEqual(service.baseUrl, `http://127.0.0.1:${port}`);
    assert.ok(await isAnswering(service.baseUrl));
    assert.ok(seen.length > 0 && !JSON.stringify(seen).includes(token));
    const pid = await pidOfService();
    service.dispose();
    await until(() => !isAlive(pid));
    stranger.closeAllConnections();
    stranger.close();
  });

  it('recovers from a malformed lock file', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'service.lock'), '{"port":');
    const service = await attach();
    assert.ok(await isAnswering(service.baseUrl));
    const pid = await pidOfService();
    service.dispose();
    await until(() => !isAlive(pid));
  });

  it('works while the service is shutting down', async () => {
    const pids = new Set<number>();
    for (let round = 0; round < 8; round += 1) {
      const service = await attach({ lingerMs: 0 });
      pids.add(await pidOfService());
      service.dispose();
      // Let it notice, half of the time.
      if (round % 2 === 0) await until(async () => (await readLock(dataDir)) === undefined);
    }
    const last = await attach({ lingerMs: 0 });
    assert.ok(await isAnswering(last.baseUrl));
    pids.add(await pidOfService());
    last.dispose();
    await until(() => [...pids].every((pid) => !isAlive(pid)));
  });

  it('does not call onLost after dispose', async () => {
    const service = await attach();
    service.onLost(() => assert.fail('called'));
    const pid = await pidOfService();
    service.dispose();
    service.dispose();
    await until(() => !isAlive(pid));
  });

  it('stops when it is aborted', async () => {
    const reason = new Error('the window closed');
    const aborted = AbortSignal.abort(reason);
    await assert.rejects(attach({ signal: aborted }), reason);
    const controller = new AbortController();
    const attaching = attach({ signal: controller.signal, entry: join(root, 'test/no-such-file') });
    controller.abort(reason);
    await assert.rejects(attaching, reason);
  });

  it('reports why the process did not start, in its own words', async () => {
    const missing = join(root, 'no-such-program.cjs');
    await assert.rejects(attach({ entry: missing }), /did not start\.[^]*no-such-program/);
    await assert.rejects(attach({ execPath: join(root, 'no-such-node') }), /ENOENT/);
  });

  it('rejects a lifeline without proof', async () => {
    const service = await attach();
    const base = baseOf(service.baseUrl);
    assert.equal((await ask(base, 'GET', '/lifeline')).status, 404);
    assert.equal((await ask(base, 'GET', '/lifeline', { 'Sample-Proof': 'ab' })).status, 404);
    const pid = await pidOfService();
    service.dispose();
    await until(() => !isAlive(pid));
  });
});
