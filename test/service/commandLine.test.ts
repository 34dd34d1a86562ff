import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../src/sample/commandLine.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { spawnCli } from '../support/cliProcess.ts';

let folder: string;
before(() => (folder = mkdtempSync(join(tmpdir(), 'sample-cli-'))));
after(() => rmSync(folder, { recursive: true }));

describe('the command line', () => {
  it('reads every option', () => {
    const line =
      '--port 8080 --tenant T --api-key K --revoked-key K2 --job-seconds 0.5 --api-calls 7 ' +
      '--calculations 8 --start-answer object --read-once --depth 3 --seed 9 ' +
      '--transfers t.csv --labels l.csv --data d';
    assert.deepEqual(readCommandLine(line.split(' ')), {
      ...{ port: 8080, tenant: 'T', apiKey: 'K', revokedKey: 'K2', jobSeconds: 0.5, apiCalls: 7 },
      ...{ calculations: 8, startAnswer: 'object', readOnce: true, depth: 3, seed: 9 },
      ...{ transfers: 't.csv', labels: 'l.csv', data: 'd' },
    });
  });

  for (const [line, message] of [
    ['--port 70000', /--port takes a number from 0 to 65535/],
    ['--port 80.5', /--port takes a whole number/],
    ['--job-seconds -1', /job-seconds/],
    ['--job-seconds soon', /--job-seconds takes a number/],
    ['--start-answer xml', /--start-answer is one of: text, json-string, object/],
    ['--depth 0', /--depth takes a number from 1 to 64/],
    ['--tenant a:b', /--tenant is empty or has characters/],
    ['--api-key ', /--api-key is empty/],
    ['--colour red', /--colour/],
    ['stray', /stray/],
  ] as const) {
    it(`rejects ${line}`, () => {
      assert.throws(() => readCommandLine(line.split(' ')), { name: 'UsageError', message });
    });
  }
});

describe('a service that cannot start says why in one line and exits with 2', () => {
  const run = async (args: readonly string[], message: RegExp) => {
    const { end, stderr } = spawnCli(folder, ['sample-service', ...args]);
    assert.equal((await end).code, 2);
    assert.match(stderr(), message);
    assert.equal(stderr().trim().split('\n').length, 1);
  };

  it('a missing file', async () => {
    await run(['--transfers', join(folder, 'none.csv')], /none\.csv cannot be read: ENOENT/);
  });

  it('labels without transfers', async () => {
    await run(['--labels', join(folder, 'none.csv')], /--labels needs --transfers/);
  });

  it('a data folder that is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    await run(['--data', join(folder, 'file')], /data folder .*file cannot be used: /);
  });

  it('a file that is not a database', async () => {
    writeFileSync(join(folder, 'service.db'), 'x'.repeat(5000));
    await run(['--data', folder], /cannot be used: file is not a database/);
  });

  it('a port in use', async () => {
    const service = await startSampleService();
    try {
      await run(['--port', new URL(service.url).port], /Port \d+ cannot be used: .*EADDRINUSE/);
    } finally {
      await service.close();
    }
  });
});
