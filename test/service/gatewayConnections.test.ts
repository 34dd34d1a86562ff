/** Connections of a gateway: slow readers, what a stop ends, and who is believed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { after, describe, it } from 'node:test';
import type { ServeOptions } from '../../src/gateway/serveOptions.ts';
import { eventually } from '../harness/waiting.ts';
import { selfSigned } from '../support/certificates.ts';
import {
  adminPort,
  startGateway,
  usdc,
  type Behind,
  type TestGateway,
  type TestMember,
} from '../support/gateways.ts';
import { reply, startRawServer, type RawServer } from '../support/rawServer.ts';
import { baseOf, basic, parseAnswer } from './support/rawHttp.ts';

const summaryPath = `/evm/api/${usdc}/summary/?chain=ethereum`;

/** As long as a response of the service may be. */
const bigScore = `{"risk_score":{"risk_score":1,"note":"${'x'.repeat(4_000_000)}"}}`;

describe('the connections of a gateway', () => {
  const opened: { close(): Promise<void> }[] = [];
  after(async () => {
    for (const each of opened.toReversed()) await each.close();
  });

  async function serviceOf(answer: Parameters<typeof startRawServer>[0]): Promise<Behind> {
    const service: RawServer = await startRawServer(answer);
    opened.push(service);
    return { url: service.url, tenant: 'team', apiKey: 'key' };
  }

  async function open(behind: Behind, options: Partial<ServeOptions> = {}): Promise<TestGateway> {
    const gateway = await startGateway(behind, options);
    opened.push(gateway);
    return gateway;
  }

  const scores = () =>
    serviceOf((...request) => {
      const isStart = request[1].line.startsWith('POST');
      reply(200, isStart ? 'upstream.job' : bigScore)(...request);
    });

  /** Requests a result on one connection, once or several times, without reading responses. */
  function requestResult(
    { url }: TestGateway,
    { tenantId, key }: TestMember,
    job: string,
    times = 1,
  ): Socket {
    const { host, port } = baseOf(url);
    const socket = connect(port, host).pause();
    socket.on('error', () => undefined);
    const { Authorization = '' } = basic(tenantId, key);
    const head = `GET /risk/api/risk_score?job_id=${job} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${Authorization}\r\n`;
    socket.write(`${`${head}\r\n`.repeat(times - 1)}${head}Connection: close\r\n\r\n`);
    return socket;
  }

  it('count what a slow reader has not read among the requests in flight of a member', async () => {
    const gateway = await open(await scores(), { requestsInFlight: 4 });
    const member = await gateway.addMember('slow');
    const { body: job } = await member.start();
    assert.equal((await member.result(job)).status, 200);
    const readers: Socket[] = [];
    // The system may take all of the first on a connection, but not of the second as well.
    const isLimited = async (): Promise<boolean> => {
      if (readers.length < 20) readers.push(requestResult(gateway, member, job, 2));
      return (await member.status(job)).status === 503;
    };
    await eventually('the limit', isLimited, 10_000);
    for (const reader of readers) reader.destroy();
    await eventually('its end', async () => (await member.status(job)).status === 200, 10_000);
  });

  it('end with what was sent on them before a stop, whole', async () => {
    const gateway = await startGateway(await scores());
    const member = await gateway.addMember('reader');
    const { body: job } = await member.start();
    assert.equal((await member.result(job)).body.length, bigScore.length);
    const answered = gateway.log.length;
    const reader = requestResult(gateway, member, job);
    await eventually('its answer', () => gateway.log.length > answered);
    const closing = gateway.close();
    await setTimeout(500);
    const { status, body } = parseAnswer(await text(reader));
    await closing;
    assert.deepEqual([status, body.length], [200, bigScore.length]);
  });

  it('take no further request once a stop has begun', async () => {
    const held: (() => void)[] = [];
    const service = await serviceOf((...request) => {
      held.push(() => reply(200, '{"balance":1}')(...request));
    });
    const gateway = await startGateway(service);
    const member = await gateway.addMember('one');
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    const ask = async (chain: string): Promise<IncomingMessage> => {
      const outgoing = request(`${gateway.url}/evm/api/${usdc}/summary/?chain=${chain}`, {
        ...{ method: 'POST', agent, headers: basic(member.tenantId, member.key) },
      }).end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      assert.equal(await text(response), '{"balance":1}');
      return response;
    };
    const asked = [ask('ethereum'), ask('bsc')];
    await eventually('both calls', () => held.length === 2);
    const closing = gateway.close();
    await setTimeout(50);
    for (const [index, answer] of held.entries()) {
      answer();
      const { headers } = await asked[index]!;
      assert.equal(headers.connection, 'close');
      // A process that continued would be cut off with the last of the earlier connections.
      await assert.rejects(ask('polygon'), { code: 'ECONNREFUSED' });
    }
    await closing;
    agent.destroy();
  });

  it('are not left open by a gateway that does not start', async () => {
    const busy = createServer().listen(0, '127.0.0.1');
    await once(busy, 'listening');
    const { port } = busy.address() as AddressInfo;
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const own = (free.address() as AddressInfo).port;
    free.close();
    await once(free, 'close');
    const service = await scores();
    const options = { listening: { ...adminPort, port: own }, admin: { ...adminPort, port } };
    await assert.rejects(startGateway(service, options), /cannot be used: .*EADDRINUSE/);
    const socket = connect(own, '127.0.0.1');
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNREFUSED');
    busy.close();
  });

  it('say themselves where they are from, unless a proxy is in front', async () => {
    const { cert, key } = selfSigned('localhost');
    const listening = { ...adminPort, host: '0.0.0.0', tls: { cert, key } };
    const { url, addMember } = await open(await scores(), { listening });
    const { tenantId } = await addMember('one');
    const agent = new TlsAgent({ keepAlive: true, maxSockets: 50, rejectUnauthorized: false });
    let looked = 0;
    const send = async (index: number): Promise<void> => {
      const headers = { ...basic(tenantId, 'wrong'), 'X-Forwarded-For': `10.0.0.${index}` };
      const path = url.replace('0.0.0.0', 'localhost') + summaryPath;
      const outgoing = requestTls(path, { method: 'POST', agent, headers }).end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      await text(response);
      if (response.statusCode === 401) looked++;
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: 600 }, (_, index) => send(index)));
    agent.destroy();
    // A burst of one address, and so many a second.
    const seconds = (performance.now() - began) / 1_000;
    assert.ok(looked <= 100 * (2 + seconds) + 1, `${looked} in ${seconds} s`);
  });
});
