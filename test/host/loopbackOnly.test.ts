import assert from 'node:assert/strict';
import { once } from 'node:events';
import https from 'node:https';
import net from 'node:net';

describe('an extension host of the tests (hazard 74)', () => {
  it('opens no socket to another machine, also through the clients that VS Code has patched', async () => {
    const sockets = [
      net.connect(443, '192.0.2.1'),
      https.request('https://service.test/').end(),
    ] as const;
    for (const each of sockets) {
      const [error] = (await once(each, 'error').catch((cause: unknown) => [cause])) as [unknown];
      assert.equal((error as { code?: unknown }).code, 'ELOOPBACKONLY');
    }
  });
});
