import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { readCertificates } from '../../../src/api/certificates.ts';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import { createAuthority, type Authority } from '../../support/certificates.ts';
import { reply, startProxy, startRawServer } from '../../support/rawServer.ts';
import { faultOf, send } from '../../support/transports.ts';

const worker = new URL('../../../src/api/certificates.process.ts', import.meta.url);
const silentWorker = new URL('../../support/silentWorker.ts', import.meta.url);
const never = new AbortController().signal;
const url = 'https://service.test/';

let authority: Authority;
before(() => {
  authority = createAuthority();
});

describe('the certificates to trust', () => {
  it("are Node's own, at least", async () => {
    const read = await readCertificates(worker, { signal: never });
    const now = getCACertificates('bundled');
    assert.ok(read !== undefined && now.length > 50);
    const missing = now.filter((pem) => !read.includes(pem));
    assert.ok(missing.length < now.length / 10, `${missing.length} missing`);
  });

  it('include NODE_EXTRA_CA_CERTS, without expired ones (hazard 40)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'address-risk-'));
    const extra = join(folder, 'extra.pem');
    const expired = authority.issue('expired.test', 'expired').cert;
    await writeFile(extra, `${authority.cert}${expired}`);
    const server = await startRawServer(reply(200, 'trusted'), authority.issue('service.test'));
    const proxy = await startProxy(server.port);
    const main = new URL('../../support/extraAuthorityMain.ts', import.meta.url).pathname;
    try {
      const run = async (env: NodeJS.ProcessEnv): Promise<Record<string, unknown>> => {
        const args = [main, url, proxy.url];
        const options = { env: { ...process.env, ...env }, maxBuffer: 8 * 1024 * 1024 };
        const { stdout } = await promisify(execFile)(process.execPath, args, options);
        return JSON.parse(stdout) as Record<string, unknown>;
      };
      const trusted = await run({ NODE_EXTRA_CA_CERTS: extra });
      assert.deepEqual([trusted['kind'], trusted['body']], ['answer', 'trusted']);
      const bare = (trusted['read'] as string[]).map((pem) => pem.replace(/\s/g, ''));
      assert.ok(bare.includes(authority.cert.replace(/\s/g, '')));
      assert.ok(!bare.includes(expired.replace(/\s/g, '')));
      assert.equal((await run({ NODE_EXTRA_CA_CERTS: '' }))['kind'], 'tls');
      assert.equal(server.requests.length, 1);
    } finally {
      await proxy.close();
      await server.close();
      await rm(folder, { recursive: true });
    }
  });

  it("are Node's own if the worker cannot run, or ends without them", async () => {
    const ended = new URL('data:text/javascript,');
    for (const file of [new URL('no-such-file.ts', worker), 'no such worker', ended]) {
      assert.equal(await readCertificates(file, { signal: never }), undefined);
    }
  });

  it("are Node's own if they are no longer needed when reading them starts", async () => {
    assert.equal(await readCertificates(worker, { signal: AbortSignal.abort() }), undefined);
  });

  for (const [end, timeLimitMs] of [
    ['in time', 3_000],
    ['before they are no longer needed', 50_000],
  ] as const) {
    it(`are Node's own if the worker does not respond ${end}, and it is ended`, async () => {
      const listener = createServer();
      listener.listen(0, '127.0.0.1');
      await once(listener, 'listening');
      process.env['SILENT_WORKER_PORT'] = String((listener.address() as AddressInfo).port);
      const connected = once(listener, 'connection') as Promise<[Socket]>;
      const needed = new AbortController();
      const reading = readCertificates(silentWorker, { signal: needed.signal, timeLimitMs });
      const [socket] = await connected;
      const closed = once(
        socket.resume().on('error', () => undefined),
        'close',
      );
      if (timeLimitMs > 10_000) needed.abort();
      assert.equal(await reading, undefined);
      // A worker that lived on would hold its connection.
      await closed;
      listener.close();
    });
  }
});

describe('a request while certificates are read', () => {
  const hanging = (signal: AbortSignal): Promise<undefined> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined));
    });

  it('ends at once when it is canceled, and nothing is sent', async () => {
    const transport = createUndiciTransport({ isDirect: true, certificates: hanging });
    const cancel = new AbortController();
    const sending = send(transport, url, { signal: cancel.signal, timeLimitMs: 50_000 });
    cancel.abort();
    const { outcome, wasSent } = await sending;
    assert.deepEqual([faultOf(outcome), wasSent], ['cancelled', false]);
    await transport.close();
  });

  it('ends at its time limit, which counts from the call', async () => {
    const transport = createUndiciTransport({ isDirect: true, certificates: hanging });
    const began = performance.now();
    const { outcome, wasSent } = await send(transport, url, { timeLimitMs: 300 });
    assert.deepEqual([faultOf(outcome), wasSent], ['timeout', false]);
    assert.ok(performance.now() - began < 1_300);
    await transport.close();
  });

  it('ends when the transport is closed, and nothing is sent', async () => {
    const transport = createUndiciTransport({ isDirect: true, certificates: hanging });
    const sending = send(transport, url);
    await transport.close();
    const { outcome, wasSent } = await sending;
    assert.deepEqual([faultOf(outcome), wasSent], ['network', false]);
  });

  it('is finished before a transport that other settings replace', async () => {
    const server = await startRawServer(reply(200, 'finished'), authority.issue('service.test'));
    const proxy = await startProxy(server.port);
    const certificates = Promise.withResolvers<readonly string[]>();
    const transport = createUndiciTransport({
      proxy: proxy.url,
      certificates: () => certificates.promise,
    });
    const sending = send(transport, url);
    const finished = transport.finish();
    certificates.resolve([authority.cert]);
    const { outcome } = await sending;
    assert.equal(outcome.ok ? outcome.answer.body : faultOf(outcome), 'finished');
    await finished;
    await proxy.close();
    await server.close();
  });
});

describe('certificates that could not be read', () => {
  it("are tried again once a minute, and Node's own are used meanwhile", async () => {
    const server = await startRawServer(reply(200, 'trusted'), authority.issue('service.test'));
    const proxy = await startProxy(server.port);
    let now = 0;
    let reads = 0;
    let found: readonly string[] | undefined;
    const transport = createUndiciTransport({
      proxy: proxy.url,
      now: () => now,
      certificates: () => {
        reads++;
        return Promise.resolve(found);
      },
    });
    const ask = async (): Promise<unknown> => [
      faultOf((await send(transport, url)).outcome),
      reads,
    ];
    assert.deepEqual(await ask(), ['tls', 1]);
    found = [authority.cert];
    now = 59_999;
    assert.deepEqual(await ask(), ['tls', 1]);
    found = undefined;
    now = 60_000;
    assert.deepEqual(await ask(), ['tls', 2]);
    found = [authority.cert];
    now = 119_999;
    assert.deepEqual(await ask(), ['tls', 2]);
    now = 120_000;
    const both = await Promise.all([ask(), ask()]);
    assert.deepEqual(both, [
      ['answer', 3],
      ['answer', 3],
    ]);
    now = 1e9;
    assert.deepEqual(await ask(), ['answer', 3]);
    await transport.close();
    await proxy.close();
    await server.close();
  });
});
