/** Job IDs of users and in storage: sealed, and opened only by the same account. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { HttpServiceClient, readJobId } from '../../../src/api/client.ts';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import { reply, startRawServer } from '../../support/rawServer.ts';

const transport = createUndiciTransport();
after(() => transport.close());

const tenantId = 'acme-capital';
const never = new AbortController().signal;

const clientOf = (apiKey: string, base = 'http://127.0.0.1:9'): HttpServiceClient =>
  new HttpServiceClient({ transport, base, credentials: { tenantId, apiKey } });

describe('a job ID that the user has', () => {
  const id = `risk_score_result_ethereum.${tenantId}.7f3a.money`;
  for (const text of [id, ` ${id}\r\n`, `"${id}"`, `{"job_id":"${id}","status":"queued"}`]) {
    it(`is sealed like one that the service gave: ${JSON.stringify(text)}`, () => {
      const client = clientOf('key-of-acme-1');
      const sealed = client.adopt(text);
      assert.ok(sealed !== undefined && !sealed.includes(tenantId), sealed);
      assert.equal(client.reveal(sealed), id);
      assert.equal(readJobId(text), id);
    });
  }

  for (const text of [
    '',
    'two words',
    '{"status":"queued"}',
    'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    '"L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ"',
  ]) {
    it(`is not read from ${JSON.stringify(text)}`, () => {
      assert.equal(clientOf('key-of-acme-1').adopt(text), undefined);
      assert.equal(readJobId(text), undefined);
    });
  }
});

describe('a stored job ID that holds a key', () => {
  it('is neither shown nor sent by another key', async () => {
    const server = await startRawServer(reply(409));
    try {
      const sealed = clientOf('key-of-acme-1').adopt('job.key-of-acme-1.money') ?? '';
      const other = clientOf('key-of-acme-2', server.url);
      assert.equal(other.reveal(sealed), undefined);
      assert.deepEqual(await other.status(sealed, never), {
        ok: false,
        failure: { kind: 'refusedHere', endpoint: 'status', wasSent: false },
      });
      assert.equal(server.requests.length, 0);
      await clientOf('key-of-acme-1', server.url).status(sealed, never);
      assert.match(server.requests[0]?.line ?? '', /job_id=job\.key-of-acme-1\.money /);
    } finally {
      await server.close();
    }
  });
});
