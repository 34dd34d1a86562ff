/** Wrong keys by the thousand do not slow down a member (docs/gateway.md, "Running it"). */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { it } from 'node:test';
import { Agent, request } from 'undici';
import { openStorage } from '../../src/gateway/storage.ts';
import { Members } from '../../src/gateway/store/members.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { spread } from '../bench/spread.ts';
import { basic } from '../service/support/rawHttp.ts';
import { bundled } from '../support/bundled.ts';
import { usdc } from '../support/gateways.ts';
import { openLoop } from '../support/openLoop.ts';
import { startPostgres } from '../support/postgres.ts';

const wrongPerSecond = 4_000;
const maxRatio = 3;
const pairs = 7;
const [quietMs, floodSeconds] = [2_000, 5];
const path = `/evm/api/${usdc}/summary/?chain=ethereum`;

/** Ten clients: one would be held up by its own limit before that of all is reached. */
const addresses = Array.from({ length: 10 }, (_, at) => `127.0.0.${at + 2}`);

it(`a member waits less than ${maxRatio} times as long at ${wrongPerSecond} wrong keys a second`, async (t) => {
  const service = await startSampleService();
  t.after(() => service.close());
  const postgres = await startPostgres();
  t.after(() => postgres.close());
  const databaseUrl = await postgres.createDatabase();
  const storage = await openStorage({ databaseUrl, data: undefined }, () => undefined);
  const limits = { calculations: null, apiCalls: null, validUntil: null };
  const key = (await new Members(storage.ledger).add('alice', limits, Date.now()))!;
  await storage.close();
  const gateway = spawn(
    process.execPath,
    // As deploy/ starts it. One request at a time is more than a member may make in a second.
    [
      ...['--max-semi-space-size=4', await bundled('src/cli/gateway.ts'), '--port', '0'],
      ...['--requests-per-second', '100000'],
    ],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...{ ...process.env, DATABASE_URL: databaseUrl, ADDRESS_RISK_URL: service.url },
        ...{ ADDRESS_RISK_TENANT: service.tenant, ADDRESS_RISK_KEY: service.apiKey },
      },
    },
  );
  t.after(() => gateway.kill('SIGKILL'));
  const [line] = (await once(createInterface(gateway.stdout), 'line')) as [string];
  const url = new URL(line.replace('Gateway: ', ''));

  const dispatcher = new Agent({ connections: 1 });
  t.after(() => dispatcher.close());
  /** How long a member waits who asks again as soon as there is an answer. */
  const waited = async (ms: number): Promise<number> => {
    const times: number[] = [];
    for (const end = performance.now() + ms; performance.now() < end;) {
      const began = performance.now();
      const { statusCode, body } = await request(url.origin + path, {
        ...{ method: 'POST', headers: basic(key.tenantId, key.key), dispatcher },
      });
      await body.dump();
      assert.equal(statusCode, 200);
      times.push(performance.now() - began);
    }
    return spread(times).p50;
  };
  const requests = Array.from({ length: 5_000 }, (_, at) => {
    const { Authorization } = basic(key.tenantId, `wrong-${at}`);
    return `POST ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: ${Authorization}\r\nContent-Length: 0\r\n\r\n`;
  });

  await waited(quietMs);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const quiet = await waited(quietMs);
    const flood = openLoop({
      ...{ port: Number(url.port), requests, addresses, connections: 100 },
      ...{ perSecond: wrongPerSecond, seconds: floodSeconds },
    });
    // Its process starts, and opens its connections.
    await wait(1_000);
    const loaded = await waited((floodSeconds - 1.5) * 1_000);
    const { perSecond, statuses, took } = await flood;
    ratios.push(loaded / quiet);
    rates.push(perSecond);
    t.diagnostic(
      `quiet ${quiet.toFixed(2)} ms, with ${perSecond.toFixed(0)} wrong keys/s ${loaded.toFixed(2)} ms, ` +
        `${(loaded / quiet).toFixed(2)} times; ${JSON.stringify(statuses)}, p50 ${took.p50.toFixed(1)} ms`,
    );
    assert.deepEqual(Object.keys(statuses).sort(), ['401', '503']);
  }
  const [ratio, rate] = [spread(ratios).p50, spread(rates).p50];
  t.diagnostic(`median: ${ratio.toFixed(2)} times at ${rate.toFixed(0)} wrong keys/s`);
  assert.ok(rate > wrongPerSecond * 0.95, `${rate} a second`);
  assert.ok(ratio < maxRatio, `${ratio} times`);
});
