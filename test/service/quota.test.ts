import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { spawnServer } from '../support/cliProcess.ts';
import { basic } from './support/rawHttp.ts';

/** `test/long` makes ten thousand. */
const starts = Number(env['ADDRESS_RISK_RUNS'] ?? 2_000);
const atATime = starts / 20;
const quota = starts / 20;
const headers = basic('5a3c1e00-0000-4000-8000-000000000001', 'sample-key');
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

let folder: string;
let services: ReturnType<typeof spawnServer>[] = [];
let urls: string[];
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sample-quota-'));
  const args = ['--data', folder, '--job-seconds', '0'];
  const limits = ['--calculations', `${quota}`, '--api-calls', `${quota}`];
  services = [1, 2].map(() => spawnServer(['sample-service', ...args, ...limits]));
  urls = await Promise.all(services.map(({ url }) => url));
});
after(async () => {
  await Promise.all(services.map((service) => service.kill()));
  rmSync(folder, { recursive: true });
});

function send(agent: Agent, url: string, method: string): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve([response.statusCode ?? 0, body]));
    });
    sent.on('error', reject).end();
  });
}

/** All of them, `atATime` in progress, in turn at the two services. */
async function storm(path: string): Promise<{ counts: Map<number, number>; bodies: string[] }> {
  // A connection that is kept may be closed just as the next call is sent on it.
  const agent = new Agent({ keepAlive: false, maxSockets: atATime });
  const counts = new Map<number, number>();
  const bodies: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < starts) {
      const url = urls[next++ % urls.length]!;
      const [status, body] = await send(agent, url + path, 'POST');
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (status === 200) bodies.push(body);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  agent.destroy();
  return { counts, bodies };
}

describe(`${starts} calls, ${atATime} at a time, against a quota of ${quota} on two instances`, () => {
  const exact = { 200: quota, 402: starts - quota };

  it('accept exactly that many starts, and both instances know every job', async (test) => {
    const startedAt = performance.now();
    const { counts, bodies } = await storm(`/risk/api/${address}/risk_score/chain=ethereum`);
    test.diagnostic(
      `${counts.get(200)} accepted, ${counts.get(402)} answers of 402, ` +
        `${Math.round(performance.now() - startedAt)} ms`,
    );
    assert.deepEqual(Object.fromEntries(counts), exact);
    assert.equal(new Set(bodies).size, quota);
    const agent = new Agent({ keepAlive: false });
    for (const id of bodies.slice(0, 20)) {
      const answers = await Promise.all(
        urls.map((url) => send(agent, `${url}/risk/api/risk_score?job_id=${id}`, 'GET')),
      );
      assert.deepEqual(answers[0], answers[1]);
      assert.equal(answers[0]![0], 200);
    }
    agent.destroy();
  });

  it('return exactly that many summaries', async () => {
    const { counts } = await storm(`/evm/api/${address}/summary/?chain=ethereum`);
    assert.deepEqual(Object.fromEntries(counts), exact);
  });
});
