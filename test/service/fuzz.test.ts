import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { env } from 'node:process';
import fc from 'fast-check';
import { startSampleService, type SampleService } from '../../src/sample/server.ts';
import { ask, baseOf, basic } from './support/rawHttp.ts';

const good = basic('5a3c1e00-0000-4000-8000-000000000001', 'sample-key');
const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const documented = [200, 400, 401, 403, 404, 405, 409, 413, 414, 422, 431, 501];

let service: SampleService;
before(async () => (service = await startSampleService({ apiCalls: 1e9, calculations: 1e9 })));
after(() => service.close());

const crumbs = fc.constantFrom(
  ...[
    'risk',
    'evm',
    'api',
    'risk_score',
    'summary',
    address,
    'chain=',
    'ethereum',
    'aggregator=money',
  ],
  ...[
    'job_id=',
    'risk_score_result_',
    '/',
    '/',
    '/',
    '?',
    '&',
    '=',
    '..',
    '.',
    '//',
    '%',
    '%2e',
    '%2F',
  ],
  ...[
    '%00',
    '%ff',
    '%zz',
    '#',
    '+',
    ';',
    '\\',
    '"',
    "'",
    '<',
    '__proto__',
    'constructor',
    'http://x',
  ],
);
const piece = fc.oneof(
  { arbitrary: crumbs, weight: 8 },
  { arbitrary: fc.string({ maxLength: 8 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 4 }), weight: 1 },
);
/** What a request target may consist of at all: no space and no control character. */
const target = fc
  .array(piece, { maxLength: 14 })
  .map((pieces) => `/${pieces.join('')}`)
  .map((text) => Buffer.from(text).toString('latin1'))
  .map((text) => text.replace(/[\s\p{Cc}]/gu, ''));
/** Near misses: a good target with one piece put in somewhere. */
const nearMiss = fc
  .tuple(
    fc.constantFrom(
      `/risk/api/${address}/risk_score/chain=ethereum&aggregator=money_rank_weight`,
      '/risk/api/risk_score?job_id=risk_score_result_x',
      `/evm/api/${address}/summary/?chain=ethereum`,
    ),
    fc.nat(80),
    crumbs,
  )
  .map(([text, at, crumb]) => text.slice(0, at) + crumb + text.slice(at));

const headerText = fc
  .string({ maxLength: 40 })
  .map((text) => text.replace(/[^\x20-\x7e]/g, ''))
  .chain((text) =>
    fc.constantFrom(text, `Basic ${text}`, `Basic ${Buffer.from(text).toString('base64')}`),
  );
const headers = fc.record(
  {
    Authorization: fc.oneof(
      { arbitrary: fc.constant(good['Authorization']!), weight: 4 },
      headerText,
    ),
    Accept: headerText,
    Cookie: headerText,
    Origin: headerText,
    'Content-Type': headerText,
  },
  { requiredKeys: ['Authorization'] },
);
const method = fc.constantFrom('GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH');

function send(
  verb: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url);
    const options = { host: '127.0.0.1', port, method: verb, path, headers: fields };
    request(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });
}

describe('fuzzed calls', () => {
  it('survives thousands of paths and headers and never responds with 500', async (test) => {
    const counts = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(
        method,
        fc.oneof(target, { arbitrary: nearMiss, weight: 2 }),
        headers,
        async (verb, path, fields) => {
          const status = await send(verb, path, fields);
          counts.set(status, (counts.get(status) ?? 0) + 1);
          assert.ok(documented.includes(status), `${status}`);
        },
      ),
      { seed: 77, numRuns: Number(env['ADDRESS_RISK_RUNS'] ?? 1_000) },
    );
    test.diagnostic(JSON.stringify(Object.fromEntries(counts)));
    for (const status of [200, 401, 404, 405, 422]) assert.ok(counts.has(status));
    assert.equal(await send('POST', `/evm/api/${address}/summary/?chain=ethereum`, good), 200);
  });

  it('responds to the next call after bytes that are not HTTP', async () => {
    const base = baseOf(service.url);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        await new Promise<void>((resolve) => {
          const socket = connect(base.port, base.host, () => socket.end(bytes));
          socket.on('error', () => undefined).on('close', () => resolve());
          socket.resume();
        });
      }),
      { seed: 78, numRuns: 300 },
    );
    assert.equal((await ask(base, 'POST', '/', good)).status, 404);
  });
});
