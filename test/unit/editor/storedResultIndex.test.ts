import './support/vscode.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Calls } from '../../../src/editor/calls/calls.ts';

const { StoredResultIndex } = await import('../../../src/editor/surfaces/lensLines.ts');

const [address, chain] = ['0xa', 'base'];

/** Forgets what is stored at each step that it waits for. */
function restless(listOpenJobs: () => Promise<readonly unknown[]>) {
  const engine = {
    listOpenJobs() {
      places.forget();
      return listOpenJobs();
    },
    listScored() {
      places.forget();
      return Promise.resolve([{ address, chain }]);
    },
  };
  const identity = () => Promise.resolve({ kind: 'service', key: 'one' });
  const openEngine = () => Promise.resolve(engine);
  const places = new StoredResultIndex({ session: { identity }, openEngine } as unknown as Calls);
  return places;
}

describe('what is stored for the addresses of a document', () => {
  it('is whole, whatever changes while it is read (hazard 84)', async () => {
    const places = restless(() => Promise.resolve([{ address, chain: 'gnosis' }]));
    const { scored, open } = (await places.storedFor([address]))(address);
    assert.deepEqual([[...scored], [...open]], [['base'], ['gnosis']]);
  });

  it('is read again after it failed', async () => {
    let fails = true;
    const places = restless(() => {
      if (fails) return Promise.reject(new Error('busy'));
      return Promise.resolve([{ address, chain }]);
    });
    await assert.rejects(places.storedFor([address]));
    fails = false;
    assert.deepEqual([...(await places.storedFor([address]))(address).open], ['base']);
  });
});
