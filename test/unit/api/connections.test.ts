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

/** A server that reports when a handshake has ended. */
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
    it('a connection carries one request, so that none is lost with an idle one', async () => {
      const sockets = new Set<Socket>();
      const server = await startRawServer((socket, request, index) => {
        // A server that closes an idle connection as the next request comes in.
        if (sockets.has(socket)) socket.destroy();
        else reply(200, 'paid', { connection: 'keep-alive' })(socket, request, index);
        sockets.add(socket);
      });
      const transport = create({});
      for (const method of ['POST', 'GET', 'POST'] as const) {
        assert.equal(faultOf((await send(transport, server.url, { method })).outcome), 'answer');
        await untilIdle();
      }
      assert.equal(sockets.size, 3);
      await transport.close();
      await server.close();
    });

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
