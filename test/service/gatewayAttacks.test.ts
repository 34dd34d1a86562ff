import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { eventually } from '../harness/waiting.ts';
import type { ServeOptions } from '../../src/gateway/serveOptions.ts';
import {
  startGateway,
  usdc,
  type Behind,
  type TestGateway,
  type TestMember,
} from '../support/gateways.ts';
import { startLoggedService, type LoggedService } from '../support/loggedService.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { reply, startRawServer } from '../support/rawServer.ts';
import { ask, baseOf, basic, parseAnswer, sendRaw } from './support/rawHttp.ts';

for (const store of ['SQLite', 'PostgreSQL'] as const) {
  describe(`a gateway on ${store} under attack`, () => {
    let postgres: TestPostgres | undefined;
    let service: LoggedService;
    let gateway: TestGateway;
    let alice: TestMember;
    /** Closed at the end, so that a test that fails leaves nothing open. */
    const opened: { close(): Promise<void> }[] = [];
    const summaryPath = `/evm/api/${usdc}/summary/?chain=ethereum`;

    before(async () => {
      service = await startLoggedService({ jobSeconds: 0.1 });
      if (store === 'PostgreSQL') postgres = await startPostgres();
      gateway = await open(service);
      alice = await gateway.addMember('alice');
    });
    after(async () => {
      for (const each of opened.toReversed()) await each.close();
      await service.close();
      await postgres?.close();
    });

    async function open(behind: Behind, options: Partial<ServeOptions> = {}): Promise<TestGateway> {
      const databaseUrl = await postgres?.createDatabase();
      const storage = { databaseUrl, data: undefined };
      const created = await startGateway(behind, {
        ...{ ...options, ...(databaseUrl !== undefined && { storage }) },
      });
      opened.push(created);
      return created;
    }

    it('rejects a revoked key on a connection that is open', async () => {
      const eve = await gateway.addMember('eve');
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = async (): Promise<[status: number, isReused: boolean]> => {
        const outgoing = request(gateway.url + summaryPath, {
          ...{ method: 'POST', agent, headers: basic(eve.tenantId, eve.key) },
        }).end();
        const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
        await text(response);
        return [response.statusCode ?? 0, outgoing.reusedSocket];
      };
      assert.deepEqual(await send(), [200, false]);
      await gateway.members.revoke('eve', Date.now());
      assert.deepEqual(await send(), [403, true]);
      agent.destroy();
    });

    it('rejects a member whose time is over', async () => {
      const past = await gateway.addMember('past', { validUntil: Date.now() - 1 });
      const { status, body } = await past.summary();
      assert.deepEqual(
        [status, body],
        [403, '{"detail":"The access of this member has expired."}'],
      );
    });

    it('logs whose key a 403 was for', async () => {
      const [late, gone] = [
        await gateway.addMember('late', { validUntil: Date.now() - 1 }),
        await gateway.addMember('gone'),
      ];
      await gateway.members.revoke('gone', Date.now());
      for (const { tenantId, summary } of [late, gone]) {
        const { headers } = await summary();
        const id = headers.get('address-risk-request') ?? assert.fail();
        const line = gateway.log.find((each) => each.includes(id)) ?? assert.fail(id);
        const { status, member } = JSON.parse(line) as Record<'status' | 'member', unknown>;
        assert.deepEqual([status, member], [403, tenantId]);
      }
    });

    it('reads SQL in every field as text', async () => {
      const base = baseOf(gateway.url);
      const before = service.log.length;
      const good = basic(alice.tenantId, alice.key);
      for (const evil of ["' OR '1'='1", "'; DROP TABLE member; --", '$1', '\u0000', '%00']) {
        const escaped = encodeURIComponent(evil);
        const statuses = [
          (await ask(base, 'POST', summaryPath, basic(evil, alice.key))).status,
          (await ask(base, 'POST', summaryPath, basic(alice.tenantId, evil))).status,
          (await ask(base, 'POST', `/evm/api/${escaped}/summary/?chain=ethereum`, good)).status,
          (await ask(base, 'POST', `/evm/api/${usdc}/summary/?chain=${escaped}`, good)).status,
          (await alice.status(`risk_score_result_${evil}`)).status,
        ];
        assert.deepEqual(statuses.slice(0, 4), [404, 401, 422, 422], evil);
        assert.ok([404, 422].includes(statuses[4] ?? 0), evil);
        const named = await gateway.addMember(`x${evil}`).catch(() => undefined);
        if (named !== undefined) assert.equal((await named.start('0x')).status, 422);
      }
      assert.equal(service.log.length, before, 'nothing was sent upstream');
      assert.equal((await alice.summary()).status, 200);
    });

    it('takes no request inside of another, and no second path', async () => {
      const base = baseOf(gateway.url);
      const { Authorization } = basic(alice.tenantId, alice.key);
      const inner = `POST ${summaryPath} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${Authorization}\r\n\r\n`;
      const head = `POST ${summaryPath} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${Authorization}\r\n`;
      for (const [what, bytes] of [
        [
          'both lengths',
          `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
        ],
        ['two lengths', `${head}Content-Length: 0\r\nContent-Length: 99\r\n\r\n${inner}`],
        ['a bad chunk', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${inner}`],
        ['a folded header', `${head}X: a\r\n b: c\r\nConnection : close\r\n\r\n`],
        ['no host', `POST ${summaryPath} HTTP/1.1\r\nAuthorization: ${Authorization}\r\n\r\n`],
        ['a long head', `${head}X: ${'a'.repeat(20_000)}\r\n\r\n`],
      ] as const) {
        const { status } = parseAnswer(await sendRaw(base, bytes));
        assert.ok(status === 400 || status === 431, `${what}: ${status}`);
      }
      const good = { Authorization: Authorization ?? '' };
      for (const [path, status] of [
        [`/risk/api/..%2f..%2fevm/summary/?chain=ethereum`, 404],
        [`/evm/api/${usdc}%2f../summary/?chain=ethereum`, 422],
        [`/evm/api/${usdc}/summary/?chain=ethereum&chain=bsc`, 422],
        [`/evm/api/${usdc}/summary/?chain=ethereum%26aggregator=x`, 422],
        [`/evm/api/${usdc}%0d%0aX:y/summary/?chain=ethereum`, 422],
        [`/evm/api/${'a'.repeat(5_000)}/summary/?chain=ethereum`, 414],
        // With the whole URL of the server, as a proxy is asked (RFC 9112, 3.2.2).
        [`https://gateway.example${summaryPath}`, 200],
      ] as const) {
        assert.equal((await ask(base, 'POST', path, good)).status, status, path);
      }
      assert.equal((await ask(base, 'POST', summaryPath, good, 'x'.repeat(100))).status, 400);
    });

    it('does not wait for a client that sends its request slowly', async () => {
      const listening = { host: '127.0.0.1', port: 0, maxConnections: 10, tls: undefined };
      const hasty = await open(service, {
        listening: { ...listening, slowestHeadMs: 1_000 },
      });
      const { port } = baseOf(hasty.url);
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      // One byte at a time: the time limit for a head must end it.
      socket.write(`POST ${summaryPath} HTTP/1.1\r\n`);
      const dripping = setInterval(() => socket.write('X: y\r\n'), 100);
      const chunks: Buffer[] = [];
      // A byte after the answer would have the connection reset, and the answer lost.
      socket.on('data', (chunk: Buffer) => {
        clearInterval(dripping);
        chunks.push(chunk);
      });
      socket.on('error', () => undefined);
      await new Promise<void>((resolve) => socket.once('close', () => resolve()));
      clearInterval(dripping);
      assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 408 /);
    });

    it('limits a member who floods, and no other', async () => {
      const perSecond = 5;
      const small = await open(service, { requestsPerSecond: perSecond, requestsInFlight: 4 });
      const [flooding, quiet] = await Promise.all([
        small.addMember('flooding'),
        small.addMember('quiet'),
      ]);
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: 200 }, () => flooding.summary()));
      const seconds = (performance.now() - began) / 1_000;
      const rejected = answers.filter(({ status }) => status === 503);
      // Two seconds of burst, plus the rate over the measured time.
      const passed = answers.length - rejected.length;
      assert.ok(passed <= perSecond * (2 + seconds), `${passed} passed in ${seconds} s`);
      assert.notEqual(rejected.length, 0);
      for (const { headers } of rejected) {
        assert.equal(headers.get('address-risk-charged'), '0');
        assert.equal(headers.get('retry-after'), '1');
      }
      assert.equal((await quiet.summary()).status, 200);
    });

    it('asks the store once for all who want to know whether it is ready', async () => {
      const base = baseOf(gateway.url);
      let most = 0;
      const look = setInterval(() => {
        const { used, waiting } = gateway.storage.pool();
        most = Math.max(most, used + waiting);
      });
      const asked = Array.from({ length: 300 }, () => ask(base, 'GET', '/readyz'));
      const answers = await Promise.all(asked).finally(() => clearInterval(look));
      assert.ok(answers.every(({ status }) => status === 200));
      // The gateway's own background work may continue.
      assert.ok(most <= 3, `${most} connections`);
    });

    it('keeps wrong keys from the store, and lets members in', async () => {
      assert.equal((await alice.summary()).status, 200);
      // A failing store proves nothing about a key.
      await postgres?.kill();
      if (postgres !== undefined) assert.equal((await alice.summary()).status, 503);
      await postgres?.start();
      const wrong = basic(alice.tenantId, 'wrong');
      const agent = new Agent({ keepAlive: true, maxSockets: 50 });
      const statuses = new Map<number, number>();
      const send = async (): Promise<void> => {
        const outgoing = request(gateway.url + summaryPath, {
          ...{ method: 'POST', agent, headers: wrong },
        }).end();
        const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
        await text(response);
        const { statusCode = 0 } = response;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        if (statusCode === 503) assert.equal(response.headers['retry-after'], '1');
      };
      const countRequests = (): number =>
        gateway.log.filter((line) => line.includes('"endpoint"')).length;
      const logged = countRequests();
      const began = performance.now();
      const flood = Promise.all(Array.from({ length: 3_000 }, send));
      await eventually('the limit', () => statuses.has(503));
      for (let count = 0; count < 20; count++) assert.equal((await alice.summary()).status, 200);
      await flood;
      const seconds = (performance.now() - began) / 1000;
      agent.destroy();
      // Keys that were looked up: a burst, plus the rate.
      const looked = statuses.get(401) ?? 0;
      assert.ok(looked > 0 && looked <= 100 * (2 + seconds) + 1, `${looked} in ${seconds} s`);
      assert.equal(looked + (statuses.get(503) ?? 0), 3_000);
      assert.ok(countRequests() - logged <= looked + 20);
      // A new member waits at most a second.
      const dora = await gateway.addMember('dora');
      await eventually('a new member', async () => (await dora.summary()).status === 200, 5_000);
    });

    it('passes on a hostile response as data, without the credentials in it', async () => {
      const header = `Basic ${Buffer.from('team-tenant-1:taint-key-1').toString('base64')}`;
      const evil = `{"risk_score":{"risk_score":1.50,"tenant_id":"team-tenant-1","created_by":{"a":["team-tenant-1"]},"cr\\u0065ator_display_name":"x","note":"${header} taint-key-1","raw_risk_score":{"tenant_id":"kept","n":1e400}}}`;
      const behind = await startRawServer((socket, raw, index) => {
        if (raw.line.startsWith('POST /risk')) reply(200, 'team-tenant-1.job')(socket, raw, index);
        else if (raw.line.startsWith('GET')) reply(200, evil)(socket, raw, index);
        else
          reply(200, '{"balance":0.10,"set-cookie":"a"}', { 'set-cookie': 'a=b' })(
            socket,
            raw,
            index,
          );
      });
      opened.push(behind);
      const upstream = { url: behind.url, tenant: 'team-tenant-1', apiKey: 'taint-key-1' };
      const hostile = await open(upstream);
      const one = await hostile.addMember('one "quoted"');
      const summary = await one.summary();
      assert.equal(summary.body, '{"balance":0.10,"set-cookie":"a"}');
      assert.equal(summary.headers.has('set-cookie'), false);
      const { body } = await one.start();
      const result = await one.result(body);
      for (const secret of ['team-tenant-1', 'taint-key-1', header.slice(6)]) {
        assert.equal(`${body}${result.body}${hostile.log.join()}`.includes(secret), false, secret);
      }
      assert.ok(result.body.includes('"risk_score":1.50'), result.body);
      assert.ok(result.body.includes('"raw_risk_score":{"tenant_id":"kept","n":1e400}'));
      const record = (JSON.parse(result.body) as { risk_score: Record<string, unknown> })
        .risk_score;
      assert.equal(record['tenant_id'], one.tenantId);
      assert.equal(typeof record['created_by'], 'string');
      assert.equal(record['creator_display_name'], 'one "quoted"');
    });

    it('replaces whose score it is in a result that is too big to be parsed', async () => {
      // More values than are parsed: it is stored whole, and was paid for.
      const deep = '['.repeat(100_001) + ']'.repeat(100_001);
      const score = `{"risk_score":{"tenant_id":"team-tenant-1","raw_risk_score":${deep},"created_by":"team"}}`;
      const behind = await startRawServer((...request) => {
        const isStart = request[1].line.startsWith('POST');
        reply(200, isStart ? 'upstream.job' : score)(...request);
      });
      opened.push(behind);
      const upstream = { url: behind.url, tenant: 'team-tenant-1', apiKey: 'taint-key-1' };
      const one = await (await open(upstream)).addMember('one');
      const { body } = await one.result((await one.start()).body);
      assert.ok(body.includes(deep));
      assert.ok(
        body.startsWith(`{"risk_score":{"tenant_id":"${one.tenantId}",`),
        body.slice(0, 80),
      );
      assert.equal(body.includes('team'), false);
    });
  });
}
