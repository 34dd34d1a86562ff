import assert from 'node:assert/strict';
import * as http from 'node:http';
import * as https from 'node:https';
import { createSecureServer } from 'node:http2';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { before, describe, it } from 'node:test';
import { HttpServiceClient } from '../../../src/api/client.ts';
import { createNodeTransport } from '../../../src/api/nodeTransport.ts';
import type { Transport, WireFault } from '../../../src/api/transport.ts';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import {
  createAuthority,
  selfSigned,
  type Authority,
  type Identity,
} from '../../support/certificates.ts';
import {
  destroy,
  reply,
  silence,
  startProxy,
  startRawServer,
  type RawAnswer,
  type RawServer,
} from '../../support/rawServer.ts';
import { faultOf, letLongTimersGo, nodeWith, send, transports } from '../../support/transports.ts';

let authority: Authority;
let good: Identity;
before(() => {
  letLongTimersGo();
  authority = createAuthority();
  good = authority.issue('service.test');
});

for (const [name, create] of transports) {
  describe(`transport: ${name}`, () => {
    /** One request against a server that answers so. */
    async function meet(
      answer: RawAnswer,
      work: (server: RawServer, transport: Transport) => Promise<void>,
      identity?: Identity,
    ): Promise<void> {
      const server = await startRawServer(answer, identity);
      const transport = create({});
      try {
        await work(server, transport);
      } finally {
        await transport.close();
        await server.close();
      }
    }

    for (const [row, answer, fault] of [
      ['a reset after the request (hazard 1)', destroy, 'network'],
      ['half an answer (hazard 20)', cut('content-length: 100\r\n\r\nhalf'), 'network'],
      ['no HTTP at all (hazard 44)', (socket) => socket.end('SSH-2.0\r\n\r\n'), 'network'],
      ['a head without end (hazard 44)', endlessHead, 'network'],
      ['a body without end (hazard 47)', endlessBody, 'tooLarge'],
    ] as const satisfies readonly (readonly [string, RawAnswer, WireFault['kind']])[]) {
      it(`${fault}, one request, known to be sent: ${row}`, () =>
        meet(answer, async (server, transport) => {
          const { outcome, wasSent } = await send(transport, server.url);
          assert.equal(faultOf(outcome), fault);
          assert.equal(wasSent, true);
          assert.equal(server.requests.length, 1);
        }));
    }

    for (const status of [301, 302, 303, 307, 308, 421, 503] as const) {
      it(`${status} is a normal response, and nothing is sent elsewhere (hazards 9, 35)`, async () => {
        const elsewhere = await startRawServer(reply(200, 'elsewhere'));
        const headers = { location: `${elsewhere.url}/x`, 'retry-after': '0' };
        await meet(reply(status, '', headers), async (server, transport) => {
          const { outcome } = await send(transport, server.url);
          assert.equal(outcome.ok ? outcome.answer.status : 0, status);
          assert.equal(server.requests.length, 1);
        });
        assert.equal(elsewhere.requests.length, 0);
        await elsewhere.close();
      });
    }

    it('a request on a kept connection that the server drops is not repeated (hazard 1)', () =>
      meet(
        (socket, request, index) =>
          (index === 0 ? reply(200, 'one') : destroy)(socket, request, index),
        async (server, transport) => {
          await send(transport, server.url);
          const { outcome, wasSent } = await send(transport, server.url);
          assert.equal(faultOf(outcome), 'network');
          assert.equal(wasSent, true);
          assert.equal(server.requests.length, 2);
        },
      ));

    for (const [what, answer] of [
      ['a head', dripHead],
      ['a body', drip],
    ] as const) {
      it(`${what} that trickles in ends at the time limit of the call (hazards 3, 43)`, () =>
        meet(answer, async (server, transport) => {
          const began = performance.now();
          const { outcome, wasSent } = await send(transport, server.url, { timeLimitMs: 500 });
          assert.equal(faultOf(outcome), 'timeout');
          assert.equal(wasSent, true);
          assert.equal(server.requests.length, 1);
          const tookMs = performance.now() - began;
          assert.ok(tookMs >= 490 && tookMs < 1_500, `${tookMs} ms`);
        }));
    }

    it('the request carries the credentials, and asks for a body that is not compressed', () =>
      meet(reply(200, 'x'), async (server, transport) => {
        await send(transport, server.url);
        const head = server.requests[0]?.head ?? '';
        assert.match(head, /^authorization: Basic VEFJTlQ6VEFJTlQ=\r?$/im);
        assert.match(head, /^accept-encoding: identity\r?$/im);
      }));

    it('a response sent byte by byte is read (hazard 44)', () =>
      meet(
        (socket) => {
          for (const byte of 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok') socket.write(byte);
        },
        async (server, transport) => {
          const { outcome } = await send(transport, server.url);
          assert.equal(outcome.ok ? outcome.answer.body : '', 'ok');
        },
      ));

    for (const status of [102, 103]) {
      it(`the response after an interim ${status} is read (hazard 44)`, () =>
        meet(
          (socket, request, index) => {
            socket.write(`HTTP/1.1 ${status} X\r\nlink: </a>\r\n\r\n`);
            reply(200, 'job.1')(socket, request, index);
          },
          async (server, transport) => {
            const { outcome } = await send(transport, server.url);
            assert.equal(outcome.ok ? outcome.answer.body : faultOf(outcome), 'job.1');
            assert.equal(server.requests.length, 1);
          },
        ));
    }

    it('a flood of 1xx is skipped or rejected, and nothing is sent again (hazard 44)', () =>
      meet(
        (socket, request, index) => {
          socket.write('HTTP/1.1 103 Early\r\n\r\n'.repeat(10_000));
          reply(200, 'ok')(socket, request, index);
        },
        async (server, transport) => {
          const { outcome } = await send(transport, server.url);
          assert.match(faultOf(outcome), /^(?:answer|network)$/);
          assert.equal(server.requests.length, 1);
        },
      ));

    it('a call canceled while it waits ends at once (hazard 32)', () =>
      meet(silence, async (server, transport) => {
        const cancel = new AbortController();
        const sent = send(transport, server.url, { signal: cancel.signal });
        while (server.requests.length === 0) await new Promise(setImmediate);
        cancel.abort();
        assert.equal(faultOf((await sent).outcome), 'cancelled');
      }));

    it('no server listens: known not to be sent (hazard 2)', async () => {
      const server = await startRawServer(silence);
      await server.close();
      const transport = create({});
      const { outcome, wasSent } = await send(transport, server.url);
      assert.deepEqual(outcome, { ok: false, fault: { kind: 'network', code: 'ECONNREFUSED' } });
      assert.equal(wasSent, false);
      await transport.close();
    });

    for (const isSwitchedOff of [false, true]) {
      const setting = isSwitchedOff ? ' with NODE_TLS_REJECT_UNAUTHORIZED=0' : '';
      for (const [row, host, identity] of [
        ['expired', 'service.test', () => authority.issue('service.test', 'expired')],
        ['not valid yet', 'service.test', () => authority.issue('service.test', 'future')],
        ['signed by itself', 'service.test', () => selfSigned('service.test')],
        ['by a man in the middle', 'service.test', () => createAuthority().issue('service.test')],
        ['for another host', 'service.test', () => authority.issue('other.test')],
        ['of an unknown authority', 'unknown', () => good],
      ] as const) {
        it(`a certificate ${row}: fails closed, nothing is sent${setting} (hazard 36)`, async (t) => {
          if (isSwitchedOff) switchVerificationOff(t);
          const server = await startRawServer(reply(200, 'x'), identity());
          const proxy = await startProxy(server.port);
          const transport = create({
            proxy: proxy.url,
            ...(host === 'unknown' ? {} : { ca: authority.cert }),
          });
          const url = name === 'node:https' ? server.url : 'https://service.test/';
          const { outcome, wasSent } = await send(transport, url);
          assert.equal(faultOf(outcome), 'tls');
          assert.equal(wasSent, false);
          assert.equal(server.requests.length, 0);
          await transport.close();
          await proxy.close();
          await server.close();
        });
      }
    }

    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      it(`a server that speaks ${version} at most: fails closed, nothing is sent (hazard 36)`, async () => {
        const server = await startRawServer(reply(200, 'x'), {
          ...good,
          minVersion: 'TLSv1',
          maxVersion: version,
          ciphers: 'DEFAULT@SECLEVEL=0',
        });
        const proxy = await startProxy(server.port);
        const transport = create({ proxy: proxy.url, ca: authority.cert });
        const url = name === 'node:https' ? server.url : 'https://service.test/';
        const { outcome, wasSent } = await send(transport, url);
        assert.deepEqual([faultOf(outcome), wasSent], ['tls', false]);
        assert.match(outcome.ok ? '' : (outcome.fault.code ?? ''), /^[A-Z0-9_]+$/);
        assert.equal(server.requests.length, 0);
        await transport.close();
        await proxy.close();
        await server.close();
      });
    }

    it('a server on this machine needs a valid certificate too, whatever the environment says (hazard 36)', (t) => {
      switchVerificationOff(t);
      return meet(
        reply(200, 'x'),
        async (server, transport) => {
          const { outcome, wasSent } = await send(transport, `https://localhost:${server.port}/`);
          assert.deepEqual([faultOf(outcome), wasSent], ['tls', false]);
          assert.equal(server.requests.length, 0);
        },
        authority.issue('localhost'),
      );
    });

    it('status 101 ends the call as a fault of the connection (hazard 44)', () =>
      meet(
        (socket) => {
          socket.write('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
        },
        async (server, transport) => {
          const { outcome, wasSent } = await send(transport, server.url);
          const code = name === 'undici' ? 'UND_ERR_SOCKET' : 'ECONNRESET';
          assert.deepEqual(outcome, { ok: false, fault: { kind: 'network', code } });
          assert.equal(wasSent, true);
          assert.equal(server.requests.length, 1);
        },
      ));

    // Node's own client knows no proxy: that is what VS Code's patch adds to it.
    if (name !== 'node:https') {
      it('goes through the proxy, one tunnel for one request (hazard 37)', async () => {
        const server = await startRawServer(reply(200, 'through'), good);
        const proxy = await startProxy(server.port);
        const transport = create({ proxy: proxy.url, ca: authority.cert });
        for (const count of [1, 2]) {
          const { outcome } = await send(transport, 'https://service.test/a');
          assert.equal(outcome.ok ? outcome.answer.body : faultOf(outcome), 'through');
          const lines = proxy.requests.map(({ line }) => line);
          assert.deepEqual(lines, Array(count).fill('CONNECT service.test:443 HTTP/1.1'));
          assert.equal(server.requests.length, count);
          // A client keeps a connection only after a turn of the event loop.
          await new Promise(setImmediate);
        }
        assert.doesNotMatch(proxy.requests[0]?.head ?? '', /VEFJTlQ/);
        await transport.close();
        await proxy.close();
        await server.close();
      });

      it('a proxy that requires credentials (407) is a proxy fault; nothing is sent (hazard 38)', async () => {
        const server = await startRawServer(reply(200, 'x'), good);
        const proxy = await startProxy(server.port, 407);
        const transport = create({ proxy: proxy.url, ca: authority.cert });
        const { outcome, wasSent } = await send(transport, 'https://service.test/a');
        // VS Code's stack hands the proxy's answer on; the client knows it by `wasSent`.
        assert.ok(outcome.ok ? outcome.answer.status === 407 : outcome.fault.kind === 'proxy');
        assert.equal(wasSent, false);
        assert.equal(server.requests.length, 0);
        await transport.close();
        await proxy.close();
        await server.close();
      });

      for (const status of [401, 402, 403, 404, 407, 422]) {
        it(`a proxy that refuses with ${status} is never taken for the service (hazard 38)`, async () => {
          const server = await startRawServer(reply(200, 'x'), good);
          const proxy = await startProxy(server.port, status);
          const transport = create({ proxy: proxy.url, ca: authority.cert });
          const base = 'https://service.test';
          const credentials = { tenantId: 'tenant', apiKey: 'key' };
          const client = new HttpServiceClient({ transport, base, credentials });
          const target = { address: `0x${'a'.repeat(40)}`, chain: 'eth' };
          const outcome = await client.summary(target, new AbortController().signal);
          assert.ok(!outcome.ok);
          const { kind, wasSent } = outcome.failure;
          assert.deepEqual([kind, wasSent], ['proxy', false]);
          const checked = await client.check(new AbortController().signal);
          assert.equal(checked.ok ? checked.value : checked.failure.kind, 'proxy');
          assert.equal(server.requests.length, 0);
          await transport.close();
          await proxy.close();
          await server.close();
        });
      }

      it('a service on this machine at an IPv6 address bypasses the proxy (hazard 38)', async () => {
        const server = http.createServer((_, response) => response.end('direct'));
        server.listen(0, '::1');
        await once(server, 'listening');
        const proxy = await startProxy(9);
        const transport = create({ proxy: proxy.url, noProxy: ['[::1]'] });
        const { port } = server.address() as AddressInfo;
        const { outcome } = await send(transport, `http://[::1]:${port}/`);
        assert.equal(outcome.ok ? outcome.answer.body : faultOf(outcome), 'direct');
        assert.equal(proxy.requests.length, 0);
        await transport.close();
        await proxy.close();
        server.closeAllConnections();
        server.close();
      });

      it('a service on this machine bypasses the proxy (hazard 45)', async () => {
        const server = await startRawServer(reply(200, 'direct'));
        const proxy = await startProxy(server.port);
        const transport = create({ proxy: proxy.url });
        const { outcome } = await send(transport, server.url);
        assert.equal(outcome.ok ? outcome.answer.body : '', 'direct');
        assert.equal(proxy.requests.length, 0);
        await transport.close();
        await proxy.close();
        await server.close();
      });

      it('excluded hosts bypass the proxy (hazard 38)', async () => {
        const proxy = await startProxy(9);
        const transport = create({ proxy: proxy.url, noProxy: ['.invalid'] });
        const { outcome, wasSent } = await send(transport, 'https://service.invalid/');
        assert.equal(faultOf(outcome), 'network');
        assert.equal(wasSent, false);
        assert.equal(proxy.requests.length, 0);
        await transport.close();
        await proxy.close();
      });
    }

    it('speaks HTTP/1.1 with a server that prefers HTTP/2 (hazard 46)', async () => {
      const protocols: unknown[] = [];
      const identity = authority.issue(name === 'undici' ? 'service.test' : 'localhost');
      const server = createSecureServer({ ...identity, allowHTTP1: true }, (request, response) => {
        protocols.push(request.httpVersion);
        response.end('ok');
      });
      const sockets = new Set<TLSSocket>();
      server.on('secureConnection', (socket: TLSSocket) => sockets.add(socket));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const proxy = await startProxy(port);
      const transport = create({ ca: authority.cert, proxy: proxy.url });
      // What is on this machine is trusted by Node's certificates alone: through the proxy, then.
      const host = name === 'undici' ? 'service.test' : 'localhost';
      const { outcome } = await send(transport, `https://${host}:${port}/`);
      assert.equal(outcome.ok ? outcome.answer.body : faultOf(outcome), 'ok');
      assert.deepEqual(protocols, ['1.1']);
      await transport.close();
      await proxy.close();
      for (const socket of sockets) socket.destroy();
      server.close();
    });
  });
}

describe('transport: undici, before anything is sent', () => {
  it('a proxy without a scheme is a proxy fault, and each request reports it (hazard 37)', async () => {
    const transport = createUndiciTransport({ proxy: 'proxy.test:8080' });
    for (let round = 0; round < 2; round++) {
      const { outcome, wasSent } = await send(transport, 'https://service.test/');
      assert.equal(faultOf(outcome), 'proxy');
      assert.equal(wasSent, false);
    }
    await transport.finish();
    await transport.close();
  });

  it('a setup that failed once is repeated by the next request (hazard 37)', async () => {
    const server = await startRawServer(reply(200, 'through'), good);
    const proxy = await startProxy(server.port);
    let requests = 0;
    const transport = createUndiciTransport({
      proxy: proxy.url,
      certificates: () =>
        requests++ === 0 ? Promise.reject(new Error('once')) : Promise.resolve([authority.cert]),
    });
    const first = await send(transport, 'https://service.test/');
    assert.equal(faultOf(first.outcome), 'proxy');
    assert.equal(first.wasSent, false);
    const { outcome } = await send(transport, 'https://service.test/');
    assert.equal(outcome.ok ? outcome.answer.body : faultOf(outcome), 'through');
    await transport.close();
    await proxy.close();
    await server.close();
  });
});

describe('transport: undici, a proxy of the settings', () => {
  it('leaves out the hosts of NO_PROXY unless the settings name others (hazard 38)', async (t) => {
    const before = process.env['no_proxy'];
    t.after(() => {
      if (before === undefined) delete process.env['no_proxy'];
      else process.env['no_proxy'] = before;
    });
    process.env['no_proxy'] = '.invalid';
    const proxy = await startProxy(9);
    for (const [noProxy, tunnels] of [
      [[], 0],
      [['other.test'], 1],
    ] as const) {
      const transport = createUndiciTransport({ proxy: proxy.url, noProxy });
      await send(transport, 'https://service.invalid/');
      assert.equal(proxy.requests.length, tunnels);
      await transport.close();
    }
    await proxy.close();
  });
});

describe('transport: node:https, a kept connection', () => {
  const withAgent = (agent: https.Agent, options: https.RequestOptions = {}): Transport =>
    createNodeTransport({
      http: http.request,
      https: ((url: string, own: https.RequestOptions) =>
        https.request(url, { ...own, ...options, agent })) as typeof https.request,
    });

  it('that another request left is known to carry ours, and is closed after it (hazard 1)', async () => {
    const connections = new Set<unknown>();
    const server = await startRawServer((socket, ...request) => {
      connections.add(socket);
      reply(200, 'paid', { connection: 'keep-alive' })(socket, ...request);
    }, authority.issue('localhost'));
    const agent = new https.Agent({ keepAlive: true, ca: authority.cert });
    const transport = withAgent(agent);
    const url = `https://localhost:${server.port}/`;
    try {
      const other = https.get(url, { agent, rejectUnauthorized: true });
      const [response] = (await once(other, 'response')) as [http.IncomingMessage];
      response.resume();
      await once(agent, 'free');
      for (const connectionCount of [1, 2, 3]) {
        const { outcome, wasSent } = await send(transport, url);
        assert.equal(outcome.ok ? outcome.answer.body : faultOf(outcome), 'paid');
        assert.deepEqual([wasSent, connections.size], [true, connectionCount]);
      }
    } finally {
      agent.destroy();
      await server.close();
    }
  });

  it('is not reused by a request that requires a certificate if another did not (hazard 36)', async () => {
    const server = await startRawServer(reply(200, 'x'), authority.issue('localhost'));
    const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
    const url = `https://localhost:${server.port}/`;
    try {
      // As a patched client might do: it overrules what we ask for.
      const overruled = withAgent(agent, { rejectUnauthorized: false });
      const fresh = await send(overruled, url);
      assert.deepEqual([faultOf(fresh.outcome), fresh.wasSent], ['tls', false]);
      const other = https.get(url, { agent, rejectUnauthorized: false });
      const [response] = (await once(other, 'response')) as [http.IncomingMessage];
      response.resume();
      await once(agent, 'free');
      const kept = await send(overruled, url);
      assert.deepEqual([faultOf(kept.outcome), kept.wasSent], ['tls', false]);
      assert.equal(server.requests.length, 1);
      assert.doesNotMatch(server.requests[0]!.head, /VEFJTlQ/);
    } finally {
      agent.destroy();
      await server.close();
    }
  });
});

describe('a server that requires a client certificate', () => {
  it('rejects after the request was sent, and the message says so (hazard 12)', async () => {
    const identity = authority.issue('localhost');
    const demanding = { ...identity, requestCert: true, rejectUnauthorized: true };
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const server = await startRawServer(silence, {
        ...demanding,
        maxVersion,
        ca: authority.cert,
      });
      const transport = nodeWith({ ca: authority.cert });
      const { outcome, wasSent } = await send(transport, `https://localhost:${server.port}/`);
      assert.ok(!outcome.ok);
      // In TLS 1.3 the client has sent its request before it hears of the refusal.
      if (maxVersion === 'TLSv1.3') assert.equal(wasSent, true);
      await server.close();
    }
  });
});

/** For one test; Node warns of it once. */
function switchVerificationOff(t: { after(end: () => void): void }): void {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  t.after(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  });
}

function cut(text: string): RawAnswer {
  return (socket) => socket.end(`HTTP/1.1 200 OK\r\n${text}`);
}

function endlessHead(socket: Parameters<RawAnswer>[0]): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  pour(socket, `x-${'a'.repeat(1000)}: ${'b'.repeat(1000)}\r\n`);
}

function endlessBody(socket: Parameters<RawAnswer>[0]): void {
  socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
  pour(socket, `4000\r\n${'a'.repeat(0x4000)}\r\n`);
}

function pour(socket: Parameters<RawAnswer>[0], text: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

function dripHead(socket: Parameters<RawAnswer>[0]): void {
  socket.write('HTTP/1.1 200 OK\r\nx: ');
  const timer = setInterval(() => socket.write('.'), 50);
  socket.on('close', () => clearInterval(timer));
}

function drip(socket: Parameters<RawAnswer>[0]): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write('.'), 50);
  socket.on('close', () => clearInterval(timer));
}
