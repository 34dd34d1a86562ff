import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { HttpServiceClient } from '../../../src/api/client.ts';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import { keys } from '../../detection/keys.ts';
import { reply, startRawServer } from '../../support/rawServer.ts';

const transport = createUndiciTransport();
after(() => transport.close());

describe('the client before it sends', () => {
  it('blocks a key passed as an address or as a chain, and lets an address through', async () => {
    const server = await startRawServer(reply(200, 'job.1'));
    const credentials = { tenantId: 'tenant', apiKey: 'key' };
    const client = new HttpServiceClient({ transport, base: server.url, credentials });
    const signal = new AbortController().signal;
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    try {
      for (const { name, text } of keys) {
        for (const target of [
          { address: text, chain: 'bitcoin' },
          { address, chain: text },
        ]) {
          const started = await client.start({ ...target, aggregator: 'money' }, signal);
          const asked = await client.summary(target, signal);
          assert.ok(!started.ok && !asked.ok, name);
        }
      }
      assert.equal(server.requests.length, 0);
      await client.start({ address, chain: 'ethereum', aggregator: 'money' }, signal);
      assert.equal(server.requests.length, 1);
    } finally {
      await server.close();
    }
  });
});
