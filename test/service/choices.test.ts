/**
 * The sample service's own choices where service-spec.md is silent (docs/sample-service.md), and
 * the conditions that need a service set up for them. Raw HTTP, literal bodies.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { join } from 'node:path';
import type { SampleServiceOptions } from '../../src/sample/commandLine.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { startSampleService } from '../../src/sample/server.ts';
import { refusals } from './support/refusals.ts';
import { ask, baseOf, basic, sendRaw, type Base } from './support/rawHttp.ts';

const A = '0x00000000000000000000000000000000000000aA';
const exchange = '0x00000000000000000000000000000000000000Ee';
const contract = '0x00000000000000000000000000000000000000Cc';
const stranger = '0x0000000000000000000000000000000000005555';
const good = basic('team-7', 'schlüssel');
const revoked = basic('team-7', 'old-key');
const unknownKey = basic('team-7', 'no-key');
const unknownTenant = basic('team-8', 'schlüssel');

/** Two hashes between A and the exchange; 1.5 ETH come in, 0.25 go out; ETH is at 2000 in the end. */
const transfers = `chain,hash,timestamp,from,to,asset,amount,usd
ethereum,0x01,1700000000,${exchange},${A},ETH,1.5,2700
ethereum,0x02,2023-11-15T00:00:00Z,${A},${contract},ETH,0.25,500
ethereum,0x02,1700006400,${exchange},${A},USDC,300,300
ethereum,0x03,1700006401,${A},${A.toLowerCase()},ETH,0,0
my-chain,0x01,1700000000,treasury,alice,GOLD,7,70
my-chain,0x02,1700000001,treasury,alice,GOLD,0.1,1
my-chain,0x03,1700000002,treasury,alice,SILVER,1,1
`;
const labels = `chain,address,category,risk,name,contract
ethereum,${exchange.toUpperCase().replace('0X', '0x')},exchange,12.5,An exchange,0
ethereum,${contract},defi,10,"A pool, the first",1
`;

let folder: string;
let files: { transfers: string; labels: string };
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'sample-choices-'));
  files = { transfers: join(folder, 'transfers.csv'), labels: join(folder, 'labels.csv') };
  writeFileSync(files.transfers, transfers);
  writeFileSync(files.labels, labels);
});
after(() => rmSync(folder, { recursive: true }));

async function withService(
  options: SampleServiceOptions,
  body: (base: Base, log: LoggedService['log']) => Promise<void>,
): Promise<void> {
  const service = await startLoggedService({
    ...{ tenant: 'team-7', apiKey: 'schlüssel', revokedKey: 'old-key', jobSeconds: 0, ...files },
    ...options,
  });
  try {
    await body(baseOf(service.url), service.log);
  } finally {
    await service.close();
  }
}

const start = `/risk/api/${A}/risk_score/chain=ethereum&aggregator=money`;
const status = '/risk/api/risk_score?job_id=';
const summary = `/evm/api/${A}/summary/?chain=ethereum`;

describe('responses', () => {
  it('gives the whole risk score object', async () => {
    await withService({}, async (base) => {
      const started = await ask(base, 'POST', start, good);
      assert.equal(started.headers.get('content-type'), 'text/plain; charset=utf-8');
      const { body } = await ask(base, 'GET', status + started.body, good);
      const shape = body
        .replace(/[0-9a-f]{64}/g, '<hash>')
        .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>');
      assert.equal(
        shape,
        `{"risk_score":{"id":"<uuid>","address":"${A}","hash":"<hash>","risk_score":12.5,` +
          '"raw_risk_score":{"exchange":{"share":1,"usd":3000,"risk":12.5,"score":12.5,"direct":1,' +
          '"indirect":0},"unattributed":{"share":0,"usd":0,"risk":0,"score":0,"direct":0,' +
          '"indirect":0}},"chain":"ethereum","tenant_id":"team-7","created_by":"<uuid>",' +
          '"creator_display_name":"Sample data (loaded ledger transfers.csv)",' +
          '"created_at":"<time>","updated_at":"<time>",' +
          '"graph_file_name":"sample-data-transfers.csv"}}',
      );
    });
  });

  it('gives the summary as JSON numbers', async () => {
    await withService({}, async (base) => {
      for (const [address, chain, expected] of [
        [
          ...[A.toLowerCase(), 'ethereum'],
          '{"balance":1.25,"usd_balance":2500,"tx_total":3,"is_contract":false,"last_activity":1700006401}',
        ],
        [
          ...[contract, 'ethereum'],
          '{"balance":0.25,"usd_balance":500,"tx_total":1,"is_contract":true,"last_activity":1700006400}',
        ],
        [
          ...[exchange, 'ethereum'],
          '{"balance":0,"usd_balance":0,"tx_total":2,"is_contract":false,"last_activity":1700006400}',
        ],
        [
          ...['alice', 'my-chain'],
          '{"balance":7.1,"usd_balance":71,"tx_total":3,"is_contract":false,"last_activity":1700000002}',
        ],
        [
          ...[stranger, 'ethereum'],
          '{"balance":0,"usd_balance":0,"tx_total":0,"is_contract":false,"last_activity":0}',
        ],
        [
          ...[A, 'polygon'],
          '{"balance":0,"usd_balance":0,"tx_total":0,"is_contract":false,"last_activity":0}',
        ],
      ] as const) {
        const answer = await ask(base, 'POST', `/evm/api/${address}/summary/?chain=${chain}`, good);
        assert.equal(answer.body, expected);
      }
    });
  });

  it('marks every response as sample data', async () => {
    await withService({}, async (base) => {
      for (const answer of [
        await ask(base, 'POST', summary, good),
        await ask(base, 'POST', start, good),
        await ask(base, 'POST', summary),
      ]) {
        assert.equal(
          answer.headers.get('sample-data'),
          'computed from the loaded ledger transfers.csv',
        );
      }
    });
  });

  it('accepts a file name in any script', async () => {
    const named = join(folder, 'überweisungen 漢字.csv');
    writeFileSync(named, transfers);
    await withService({ transfers: named }, async (base) => {
      const { body: id, headers } = await ask(base, 'POST', start, good);
      assert.equal(
        headers.get('sample-data'),
        'computed from the loaded ledger ?berweisungen ??.csv',
      );
      const { body } = await ask(base, 'GET', status + id, good);
      assert.ok(body.includes('"graph_file_name":"sample-data-überweisungen 漢字.csv"'));
    });
  });

  for (const [startAnswer, type, shape] of [
    ['text', 'text/plain; charset=utf-8', /^risk_score_result_[^"]+$/],
    ['json-string', 'application/json', /^"risk_score_result_[^"]+"$/],
    ['object', 'application/json', /^\{"job_id":"risk_score_result_[^"]+"\}$/],
  ] as const) {
    it(`gives the job identifier as ${startAnswer}`, async () => {
      await withService({ startAnswer }, async (base) => {
        const answer = await ask(base, 'POST', start, good);
        assert.equal(answer.headers.get('content-type'), type);
        assert.match(answer.body, shape);
      });
    });
  }

  it('uses money if no aggregator is given', async () => {
    await withService({}, async (base) => {
      const answer = await ask(base, 'POST', `/risk/api/${A}/risk_score/chain=ethereum`, good);
      assert.match(answer.body, /\.money$/);
    });
  });

  it('returns a result again, and does not meter polls', async () => {
    await withService({ calculations: 1 }, async (base) => {
      const { body: id } = await ask(base, 'POST', start, good);
      const first = await ask(base, 'GET', status + id, good);
      for (let poll = 0; poll < 5; poll += 1) {
        assert.deepEqual((await ask(base, 'GET', status + id, good)).body, first.body);
      }
    });
  });

  it('409: with --read-once a result that has been read', async () => {
    await withService({ readOnce: true }, async (base) => {
      const { body: id } = await ask(base, 'POST', start, good);
      assert.equal((await ask(base, 'GET', status + id, good)).status, 200);
      const again = await ask(base, 'GET', status + id, good);
      assert.equal(again.status, 409);
      assert.equal(again.body, '{"detail":"The result has already been read."}');
    });
  });

  it('409: a calculation that is still running', async () => {
    await withService({ jobSeconds: 60 }, async (base) => {
      const { body: id } = await ask(base, 'POST', start, good);
      const answer = await ask(base, 'GET', status + id, good);
      assert.equal(answer.status, 409);
      assert.equal(answer.body, '{"detail":"The calculation is still running."}');
    });
  });
});

describe('402', () => {
  it('a used-up calculation quota affects only the start call', async () => {
    await withService({ calculations: 1 }, async (base) => {
      const { body: id } = await ask(base, 'POST', start, good);
      assert.equal((await ask(base, 'POST', start, good)).status, 402);
      assert.equal((await ask(base, 'GET', status + id, good)).status, 200);
      assert.equal((await ask(base, 'POST', summary, good)).status, 200);
    });
  });

  it('used-up API calls affect only the summary call', async () => {
    await withService({ apiCalls: 1 }, async (base) => {
      assert.equal((await ask(base, 'POST', summary, good)).status, 200);
      assert.equal((await ask(base, 'POST', summary, good)).status, 402);
      assert.equal((await ask(base, 'POST', start, good)).status, 200);
    });
  });

  it('takes precedence over invalid parameters', async () => {
    await withService({ apiCalls: 0, calculations: 0 }, async (base) => {
      assert.equal((await ask(base, 'POST', '/evm/api/x/summary/?chain=?', good)).status, 402);
      assert.equal((await ask(base, 'POST', '/risk/api/x/risk_score/chain=?', good)).status, 402);
    });
  });
});

describe('rejections', () => {
  const rows = refusals({ address: A, good, revoked, unknownKey, unknownTenant });

  it('are sent as JSON, charge nothing, and are logged without credentials', async () => {
    const charged = rows.filter(([line, , , code]) => line.includes('summary') && code === 200);
    await withService({ apiCalls: charged.length + 1 }, async (base, log) => {
      for (const [line, , headers, expected] of rows) {
        const [method = '', target = ''] = line.split(' ');
        const answer = await ask(base, method, target, headers);
        assert.equal(answer.status, expected, line);
        if (expected === 200) continue;
        assert.match(answer.body, /^\{"detail":"[^"]*(?:\\"[^"]*)*"\}$/);
        assert.equal(
          answer.headers.get('www-authenticate'),
          expected === 401 ? 'Basic realm="Sample service", charset="UTF-8"' : undefined,
        );
      }
      assert.equal((await ask(base, 'POST', summary, good)).status, 200);
      assert.equal((await ask(base, 'POST', summary, good)).status, 402);
      assert.equal(log.length, rows.length + 2);
      const text = JSON.stringify(log);
      for (const { Authorization } of [good, revoked, unknownKey] as { Authorization: string }[]) {
        assert.ok(!text.includes(Authorization.slice(6)));
      }
    });
  });

  it('keeps the jobs of one tenant from another', async () => {
    const data = join(folder, 'two-tenants');
    await withService({ data }, async (base) => {
      const { body: id } = await ask(base, 'POST', start, good);
      await withService({ data, tenant: 'team-9' }, async (other) => {
        const theirs = basic('team-9', 'schlüssel');
        assert.equal((await ask(other, 'GET', status + id, theirs)).status, 404);
        assert.equal((await ask(other, 'GET', status + id, good)).status, 200);
      });
    });
  });
});

describe('an unexpected body', () => {
  for (const [what, headers, body, expected] of [
    ['none, chunked', { 'Transfer-Encoding': 'chunked' }, '0\r\n\r\n', 200],
    ['a length of 0', { 'Content-Length': '0' }, '', 200],
    ['JSON', { 'Content-Length': '2' }, '{}', 422],
    ['a chunk', { 'Transfer-Encoding': 'chunked' }, '2\r\n{}\r\n0\r\n\r\n', 422],
    ['100 kB', { 'Content-Length': '100000' }, 'x'.repeat(100_000), 413],
  ] as const) {
    it(`${what}: ${expected}`, async () => {
      await withService({}, async (base) => {
        const answer = await ask(base, 'POST', summary, { ...good, ...headers }, body);
        assert.equal(answer.status, expected);
      });
    });
  }
});

describe('a service that runs for long', () => {
  it('keeps no record of requests: ten thousand long ones leave nothing behind', async () => {
    const service = await startSampleService({ apiKey: 'k' });
    const targets = Array.from({ length: 100 }, (_, at) => `/${String(at).repeat(2_000)}`);
    const flood = async (): Promise<void> => {
      const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const last = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
      await sendRaw(baseOf(service.url), requests.join('') + last);
    };
    try {
      await flood();
      const before = heapAfterCollection();
      for (let round = 0; round < 100; round++) await flood();
      const grown = heapAfterCollection() - before;
      // The targets alone take forty megabytes.
      assert.ok(grown < 8 * 1024 * 1024, `${grown} bytes`);
    } finally {
      await service.close();
    }
  });
});

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('a client that disconnects', () => {
  it('in the middle of its body gets no response and is neither logged nor counted as a failure', async () => {
    await withService({}, async (base, log) => {
      const head = `POST ${summary} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n`;
      await new Promise<void>((resolve) => {
        const socket = connect(base.port, base.host, () => {
          socket.write(`${head}Authorization: ${good['Authorization'] ?? ''}\r\n\r\nhalf`, () => {
            socket.destroy();
          });
        });
        socket.once('close', () => resolve());
      });
      assert.equal((await ask(base, 'POST', summary, good)).status, 200);
      assert.deepEqual(
        log.map((entry) => entry.status),
        [200],
      );
    });
  });
});

describe('sizes', () => {
  it('414: a target over 4096 characters; 431: headers over 16 KiB', async () => {
    await withService({}, async (base) => {
      const long = `/evm/api/${'a'.repeat(4096)}/summary/?chain=ethereum`;
      assert.equal((await ask(base, 'POST', long, good)).status, 414);
      const wide = { ...good, 'X-Wide': 'x'.repeat(20_000) };
      assert.equal((await ask(base, 'POST', summary, wide)).status, 431);
    });
  });
});
