import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { commandLine } from '../../support/commandLine.ts';

describe('commands of a gateway', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const run = (...args: string[]) => commandLine(folder, ['gateway', ...args, '--data', folder]);

  it('say what there is none of, and that nothing was missing', async () => {
    for (const [args, sentence] of [
      [['migrate'], 'All tables are there.'],
      [['members', 'list'], 'No members.'],
      [['members', 'log'], 'No changes.'],
      [['jobs'], 'No jobs.'],
      [['usage'], 'No usage.'],
      [['members', 'list', '--format', 'json'], '[]'],
    ] as const) {
      const { code, stdout } = await run(...args);
      assert.deepEqual([code, stdout], [0, `${sentence}\n`], args.join(' '));
    }
  });

  it('give no key that would be expired at once', async () => {
    const { code, stdout, stderr } = await run('members', 'add', 'eve', '--until', '2020-01-01');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^address-risk: The day of --until is over/m);
    assert.equal((await run('members', 'list')).stdout, 'No members.\n');
  });

  it('say that another program uses a port, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await run('--sample', '--port', String(port));
    other.close();
    assert.equal(code, 2);
    assert.match(stderr, /another program uses it \(EADDRINUSE\)\. Give another port\.$/m);
  });
});

it('a ledger without jobs says so, but not in JSON', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'));
  try {
    const args = ['jobs', '--sample', '--ledger', folder];
    assert.equal((await commandLine(folder, args)).stdout, 'Sample data\nNo open jobs.\n');
    const { stdout } = await commandLine(folder, [...args, '--format', 'json']);
    assert.deepEqual((JSON.parse(stdout) as { jobs: unknown }).jobs, []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
