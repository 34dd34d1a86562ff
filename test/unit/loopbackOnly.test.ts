/** Keeps the tests from calling a service on the network. */
import assert from 'node:assert/strict';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { describe, it } from 'node:test';
import { createNodeTransport } from '../../src/api/nodeTransport.ts';
import { createUndiciTransport } from '../../src/api/undiciTransport.ts';
import '../harness/loopbackOnly.js';

/** Reserved for documentation (RFC 5737): nothing answers there, and nothing is resolved. */
const elsewhere = '192.0.2.1';
const refused = { code: 'ELOOPBACKONLY' };

/** Rejects with the error of a socket or of a request. */
function failing(open: () => net.Socket | ReturnType<typeof https.request>): Promise<never> {
  return new Promise((_resolve, reject) => {
    open()
      .on('error', reject)
      .on('connect', () => reject(new Error('It is connected.')));
  });
}

describe('a test (hazard 74)', () => {
  it('opens no socket to another machine', async () => {
    await assert.rejects(
      failing(() => net.connect(443, elsewhere)),
      refused,
    );
    await assert.rejects(
      failing(() => net.connect({ host: 'service.test', port: 443 })),
      refused,
    );
    await assert.rejects(
      failing(() => tls.connect(443, elsewhere)),
      refused,
    );
    await assert.rejects(
      failing(() => https.request(`https://${elsewhere}/`).end()),
      refused,
    );
    await assert.rejects(
      failing(() => https.request('https://service.test/').end()),
      refused,
    );
  });

  for (const [name, create] of [
    ['undici', createUndiciTransport],
    ['node:https', createNodeTransport],
  ] as const) {
    it(`makes no call of the product to another machine by ${name}`, async () => {
      const transport = create();
      let wasSent = false;
      const outcome = await transport.send(
        {
          method: 'POST',
          url: `https://${elsewhere}/risk`,
          authorization: 'Basic eA==',
          timeLimitMs: 5_000,
          maxBodyBytes: 99,
        },
        new AbortController().signal,
        () => {
          wasSent = true;
        },
      );
      await transport.close();
      assert.deepEqual(outcome, { ok: false, fault: { kind: 'network', ...refused } });
      assert.equal(wasSent, false);
    });
  }
});
