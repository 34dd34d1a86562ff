import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LazyNetwork } from '../../../src/engine/network.ts';
import type { EngineHost, NetworkSettings } from '../../../src/engine/engine.ts';
import type { WireRequest } from '../../../src/api/transport.ts';
import { reply, startRawServer } from '../../support/rawServer.ts';

const direct: NetworkSettings = { transport: 'undici', proxy: '', noProxy: [], isDirect: true };
const never = new AbortController().signal;

describe('the network of the engine', () => {
  it('reports a fault that sent nothing if it cannot be loaded, and loads again', async () => {
    const server = await startRawServer(reply(200, 'ok'));
    let reads = 0;
    const broken: NetworkSettings = {
      ...direct,
      get proxy(): string {
        if (reads++ === 0) throw new Error('once');
        return '';
      },
    };
    const host = { send: () => assert.fail('the host sends nothing') } as Pick<EngineHost, 'send'>;
    const network = new LazyNetwork(host, 'no such worker', broken);
    let sent = 0;
    const request: WireRequest = {
      method: 'POST',
      url: `${server.url}/`,
      authorization: 'Basic x',
      timeLimitMs: 5_000,
      maxBodyBytes: 1_024,
    };
    const send = () => network.send(request, never, () => sent++);
    assert.deepEqual(await send(), { ok: false, fault: { kind: 'network' } });
    assert.equal(sent, 0);
    const outcome = await send();
    assert.equal(outcome.ok ? outcome.answer.body : '', 'ok');
    assert.equal(sent, 1);
    await network.close();
    await server.close();
  });

  it('ends a request that was canceled before it, and nothing is sent', async () => {
    const host = { send: () => assert.fail('the host sends nothing') } as Pick<EngineHost, 'send'>;
    const network = new LazyNetwork(host, 'no such worker', direct);
    const request: WireRequest = {
      method: 'POST',
      url: 'http://127.0.0.1:9/',
      authorization: 'Basic x',
      timeLimitMs: 5_000,
      maxBodyBytes: 1_024,
    };
    let sent = 0;
    const outcome = await network.send(request, AbortSignal.abort(), () => sent++);
    assert.deepEqual([outcome, sent], [{ ok: false, fault: { kind: 'cancelled' } }, 0]);
    await network.close();
  });

  it('hands each request to the host with the transport vscode, many at a time', async () => {
    const waiting: (() => void)[] = [];
    const host: Pick<EngineHost, 'send'> = {
      async send({ url }, onSent) {
        onSent();
        await new Promise<void>((resolve) => waiting.push(resolve));
        const head = { status: 200, retryAfter: '', date: '' };
        return { ok: true, answer: { ...head, body: url } };
      },
    };
    const network = new LazyNetwork(host, 'no such worker', { transport: 'vscode' });
    const limits = { method: 'GET', authorization: '', timeLimitMs: 1, maxBodyBytes: 1 } as const;
    let sent = 0;
    const sending = ['a', 'b', 'c'].map((url) =>
      network.send({ ...limits, url }, never, () => sent++),
    );
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(waiting.length, 3);
    // New settings do not end what is in flight: it may have been paid for.
    network.configure(direct);
    for (const resolve of waiting.reverse()) resolve();
    const outcomes = await Promise.all(sending);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.ok && outcome.answer.body),
      ['a', 'b', 'c'],
    );
    assert.equal(sent, 3);
    await network.close();
  });
});
