import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reply, startRawServer } from '../../support/rawServer.ts';
import { userSettings } from './support/vscode.ts';

const { createNetwork } = await import('../../../src/editor/network.ts');
const { workspace } = await import('vscode');

describe('the network of a window', () => {
  it('that failed to load is a fault that sent nothing, and loads with the next request', async () => {
    const server = await startRawServer(reply(200, 'ok'));
    userSettings.clear();
    const network = createNetwork('no such worker');
    const own = workspace.getConfiguration;
    let sent = 0;
    const send = () =>
      network.send(
        {
          method: 'POST',
          url: `${server.url}/`,
          authorization: 'Basic x',
          timeLimitMs: 5_000,
          maxBodyBytes: 1_024,
        },
        new AbortController().signal,
        () => sent++,
      );
    workspace.getConfiguration = () => {
      throw new Error('once');
    };
    assert.deepEqual(await send(), { ok: false, fault: { kind: 'network' } });
    assert.equal(sent, 0);
    workspace.getConfiguration = own;
    const outcome = await send();
    assert.equal(outcome.ok ? outcome.answer.body : '', 'ok');
    assert.equal(sent, 1);
    await network.close();
    await server.close();
  });
});
