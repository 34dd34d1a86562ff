import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { describe, it } from 'node:test';
import { createNodeTransport } from '../../../src/api/nodeTransport.ts';
import { createUndiciTransport } from '../../../src/api/undiciTransport.ts';
import { reply, startRawServer } from '../../support/rawServer.ts';

/** Shared by every extension in the host, by the name of each part. */
function shared(): Map<string, unknown> {
  const parts = new Map<string, unknown>([
    ['the agent of http', http.globalAgent],
    ['the agent of https', https.globalAgent],
  ]);
  const objects = { globalThis, http, https, net, tls };
  for (const [name, object] of Object.entries(objects)) {
    for (const key of Reflect.ownKeys(object)) {
      const part = Object.getOwnPropertyDescriptor(object, key);
      // Of an accessor, the accessor itself: to call it may load something.
      parts.set(
        `${name} ${String(key)}`,
        Reflect.get(part ?? {}, 'value') ?? Reflect.get(part ?? {}, 'set'),
      );
    }
  }
  return parts;
}

describe('a call (hazard 42)', () => {
  for (const [name, create] of [
    ['undici', createUndiciTransport],
    ['node:https', createNodeTransport],
  ] as const) {
    it(`by ${name} leaves the global state of HTTP as it was`, async () => {
      const server = await startRawServer(reply(200, 'ok'));
      // Node loads these on first use, no matter which code uses them.
      for (const lazy of ['fetch', 'WebSocket']) Reflect.get(globalThis, lazy);
      const before = shared();
      const transport = create();
      const outcome = await transport.send(
        {
          method: 'GET',
          url: server.url,
          authorization: 'Basic eA==',
          timeLimitMs: 9_000,
          maxBodyBytes: 99,
        },
        new AbortController().signal,
        () => undefined,
      );
      assert.equal(outcome.ok, true);
      await transport.close();
      await server.close();
      const after = shared();
      const changed = [...after].filter(([key, value]) => !Object.is(before.get(key), value));
      assert.deepEqual(
        changed.map(([key]) => key),
        [],
      );
      assert.equal(after.size, before.size);
    });
  }
});
