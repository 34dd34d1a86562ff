import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleService } from '../../src/sample/server.ts';
import { spawnServer } from '../support/cliProcess.ts';
import { ask, baseOf, basic } from './support/rawHttp.ts';

let folder: string;
before(() => (folder = mkdtempSync(join(tmpdir(), 'sample-restart-'))));
after(() => rmSync(folder, { recursive: true }));

const address = '0xE592427A0AEce92De3Edee1F18E0157C05861564';
const start = `/risk/api/${address}/risk_score/chain=ethereum&aggregator=money_rank_weight`;
const status = '/risk/api/risk_score?job_id=';
const summary = `/evm/api/${address}/summary/?chain=ethereum`;
const good = basic('team', 'first-key');

/** The rank is computed between polls, once for a service: until then it answers 409 here too. */
async function askUntilReady(base: Parameters<typeof ask>[0], job: string): ReturnType<typeof ask> {
  for (;;) {
    const answer = await ask(base, 'GET', status + job, good);
    if (answer.status !== 409) return answer;
  }
}

describe('a service killed and restarted on its data folder', () => {
  it('has the same jobs, counts, and keys', async () => {
    const data = join(folder, 'new', 'folder');
    const keys = ['--tenant', 'team', '--api-key', 'first-key', '--revoked-key', 'gone'];
    const limits = ['--calculations', '4', '--api-calls', '3', '--job-seconds', '0'];
    const first = spawnServer(['sample-service', '--data', data, ...keys, ...limits]);
    let base = baseOf(await first.url);
    const { body: read } = await ask(base, 'POST', start, good);
    const result = await askUntilReady(base, read);
    assert.equal(result.status, 200);
    const { body: unread } = await ask(base, 'POST', start, good);
    assert.equal((await ask(base, 'POST', summary, good)).status, 200);
    await first.kill();

    // Neither its limits nor its keys are named again.
    const args = ['--data', data, '--tenant', 'team'];
    const second = spawnServer(['sample-service', ...args, '--job-seconds', '60']);
    try {
      base = baseOf(await second.url);
      assert.equal((await ask(base, 'GET', status + read, good)).body, result.body);
      const late = await askUntilReady(base, unread);
      assert.equal(late.status, 200);
      assert.equal(scoreIn(late.body), scoreIn(result.body));
      assert.equal((await ask(base, 'POST', summary, basic('team', 'gone'))).status, 403);
      assert.equal((await ask(base, 'POST', summary, basic('team', 'sample-key'))).status, 401);
      assert.equal((await ask(base, 'POST', summary, good)).status, 200);
      assert.equal((await ask(base, 'POST', summary, good)).status, 200);
      assert.equal((await ask(base, 'POST', summary, good)).status, 402);
      const { body: running } = await ask(base, 'POST', start, good);
      assert.equal((await ask(base, 'GET', status + running, good)).status, 409);
      assert.equal((await ask(base, 'POST', start, good)).status, 200);
      assert.equal((await ask(base, 'POST', start, good)).status, 402);
    } finally {
      await second.kill();
    }
  });

  it('keeps what it accepted when it is killed during starts', async () => {
    const data = join(folder, 'amid');
    const first = spawnServer([
      ...['sample-service', '--data', data, '--tenant', 'team', '--api-key', 'first-key'],
    ]);
    const base = baseOf(await first.url);
    const accepted: string[] = [];
    const workers = Array.from({ length: 8 }, async () => {
      for (;;) {
        const answer = await ask(base, 'POST', start, good).catch(() => undefined);
        if (answer?.status !== 200 || !answer.body.endsWith('_weight')) return;
        accepted.push(answer.body);
        if (accepted.length === 40) await first.kill();
      }
    });
    await Promise.all(workers);
    assert.ok(accepted.length >= 40);

    const options = { data, tenant: 'team', apiKey: 'first-key' };
    const second = await startSampleService(options);
    try {
      for (const id of accepted) {
        const { status: code } = await ask(baseOf(second.url), 'GET', status + id, good);
        assert.ok(code === 200 || code === 409, `${code} for an accepted job`);
      }
    } finally {
      await second.close();
    }
  });
});

function scoreIn(body: string): unknown {
  const { risk_score } = JSON.parse(body) as { risk_score: Record<string, unknown> };
  return risk_score['risk_score'];
}
