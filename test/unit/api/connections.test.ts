import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import { connect, type AddressInfo, type Socket } from 'node:net';
import {
  createServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
} from 'node:tls';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { before, describe, it } from 'node:test';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import { createAuthority, type Authority } from '../../support/certificates.ts';
import { reply, silence, startRawServer } from '../../support/rawServer.ts';
import {
  faultOf,
  letLongTimersGo,
  patchedNode,
  send,
  transports,
} from '../../support/transports.ts';

let authority: Authority;
before(() => {
  letLongTimersGo();
  authority = createAuthority();
});

/** undici uses a connection again only after a turn of the event loop. */
async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setImmediate();
}

/** A server that tells when a handshake has ended. */
async function startSecureServer(): Promise<{
  readonly port: number;
  readonly secured: Promise<unknown>;
  requestCount(): number;
  close(): Promise<void>;
}> {
  const server = createServer(authority.issue('service.test'));
  const sockets = new Set<TLSSocket>();
  let requests = 0;
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('data', () => requests++);
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  const secured = once(server, 'secureConnection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    secured,
    requestCount: () => requests,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

for (const [name, create] of transports) {
  describe(`connections: ${name}`, () => {
    for (const method of ['POST', 'GET'] as const) {
      it(`a ${method} after the server closed an idle connection is sent only if it is read`, async () => {
        const dropped = new SharedArrayBuffer(4);
        const file = new URL('../../support/idleServer.ts', import.meta.url);
        const server = new Worker(file, { workerData: dropped });
        const [port] = (await once(server, 'message')) as [number];
        const transport = create({});
        const ask = (): ReturnType<typeof send> =>
          send(transport, `http://127.0.0.1:${port}/`, { method });
        try {
          assert.equal(faultOf((await ask()).outcome), 'answer');
          await untilIdle();
          server.postMessage('drop');
          // Blocks this thread, so that it cannot hear of that before the next request.
          assert.notEqual(Atomics.wait(new Int32Array(dropped), 0, 0, 5_000), 'timed-out');
          const { outcome, wasSent } = await ask();
          server.postMessage('count');
          const [requestCount] = (await once(server, 'message')) as [number];
          assert.equal(wasSent, requestCount === 2);
          assert.equal(faultOf(outcome), 'answer');
        } finally {
          await transport.close();
          await server.terminate();
        }
      });
    }

    it('a connection on which nothing is heard ends at the time limit (hazards 41, 43)', async () => {
      const server = await startRawServer(silence);
      const transport = create({});
      const began = performance.now();
      const url = `https://localhost:${server.port}/`;
      const { outcome, wasSent } = await send(transport, url, { timeLimitMs: 500 });
      assert.deepEqual([faultOf(outcome), wasSent], ['timeout', false]);
      assert.ok(performance.now() - began < 1_500);
      await transport.close();
      await server.close();
    });

    if (name === 'node:https') return;

    it('a call canceled while it connects sends nothing, then or later (hazard 4)', async () => {
      const server = await startSecureServer();
      const arrived = Promise.withResolvers<Socket>();
      const proxy = await startRawServer((socket) => arrived.resolve(socket));
      const transport = create({ proxy: proxy.url, ca: authority.cert });
      const cancel = new AbortController();
      let sentCount = 0;
      const sending = transport.send(
        {
          method: 'POST',
          url: 'https://service.test/',
          authorization: 'Basic x',
          timeLimitMs: 50_000,
          maxBodyBytes: 1_024,
        },
        cancel.signal,
        () => sentCount++,
      );
      const socket = await arrived.promise;
      cancel.abort();
      assert.equal(faultOf(await sending), 'cancelled');
      // Only now is the connection made, if the client has not ended it.
      const onward = connect(server.port, '127.0.0.1');
      const closed = socket.closed ? undefined : once(socket, 'close');
      socket.removeAllListeners('data');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
      if (closed !== undefined) await Promise.race([server.secured, closed]);
      await transport.close();
      await closed;
      await new Promise<void>((resolve) => onward.end(resolve));
      onward.destroy();
      await proxy.close();
      await server.close();
      assert.deepEqual([sentCount, server.requestCount()], [0, 0]);
    });
  });
}

describe('connections: a PAC script that does not end', () => {
  it('ends with the call, and nothing is sent later (hazard 38)', async () => {
    const server = await startRawServer(reply(200, 'x'));
    const found = Promise.withResolvers<string>();
    const transport = patchedNode({ pac: () => found.promise });
    // A name, because what is on this machine is reached without a script.
    const url = `http://service.test:${server.port}/`;
    const { outcome, wasSent } = await send(transport, url, { timeLimitMs: 300 });
    assert.deepEqual([faultOf(outcome), wasSent], ['timeout', false]);
    found.resolve(`PROXY 127.0.0.1:${server.port}`);
    const after = await send(transport, url);
    assert.equal(faultOf(after.outcome), 'answer');
    assert.equal(server.requests.length, 1);
    await server.close();
  });
});

describe('connections: undici', () => {
  it('are kept for the next request, and carry one at a time', async () => {
    const sockets: Socket[] = [];
    const waiting: (() => void)[] = [];
    const server = await startRawServer((socket, ...rest) => {
      sockets.push(socket);
      const answer = (): void => reply(200, 'x')(socket, ...rest);
      if (sockets.length <= 2) answer();
      else waiting.push(answer);
      if (waiting.length === 2) for (const each of waiting) each();
    });
    const transport = createUndiciTransport();
    const ask = async (): Promise<string> =>
      faultOf((await send(transport, server.url, { method: 'GET', timeLimitMs: 5_000 })).outcome);
    assert.equal(await ask(), 'answer');
    await untilIdle();
    assert.equal(await ask(), 'answer');
    await untilIdle();
    assert.equal(sockets[0], sockets[1]);
    // Neither is answered before both have arrived.
    assert.deepEqual(await Promise.all([ask(), ask()]), ['answer', 'answer']);
    assert.notEqual(sockets[2], sockets[3]);
    await transport.close();
    await server.close();
  });

  it('speak HTTP/1.1, so that no stream of HTTP/2 is refused and sent again (hazard 46)', async (t) => {
    const seen: string[] = [];
    const identity = authority.issue('localhost');
    const server = createSecureServer({ ...identity, allowHTTP1: true }, (request, response) => {
      seen.push(`${request.method} ${request.httpVersion}`);
      response.end('ok');
    });
    const sockets = new Set<TLSSocket>();
    server.on('secureConnection', (socket: TLSSocket) => sockets.add(socket));
    // A server that goes away at once: a client of HTTP/2 may move its request to another connection.
    server.on('session', (session) => session.goaway(0, 0));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A tunnel never offers HTTP/2, so this is a direct connection, which trusts what Node does.
    const own = getCACertificates('default');
    setDefaultCACertificates([...own, authority.cert]);
    t.after(() => setDefaultCACertificates(own));
    const { port } = server.address() as AddressInfo;
    const transport = createUndiciTransport();
    const { outcome } = await send(transport, `https://localhost:${port}/`);
    assert.equal(outcome.ok ? outcome.answer.body : faultOf(outcome), 'ok');
    assert.deepEqual(seen, ['POST 1.1']);
    assert.deepEqual(
      [...sockets].map(({ alpnProtocol }) => alpnProtocol),
      ['http/1.1'],
    );
    await transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
