import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import './support/vscode.ts';
import { nothingEnded, storage } from './support/secrets.ts';

const { credentialStore } = await import('../../../src/editor/session/session.ts');

const given = { tenantId: 'tenant', apiKey: 'key' };
const origin = 'https://risk.example';

describe('credentials', () => {
  it('are one secret, bound to their origin, with an ID that reveals nothing (hazard 60)', async () => {
    const shared = new Map<string, string>();
    const store = credentialStore(storage(shared).secrets, nothingEnded);
    assert.equal(await store.save(origin, given), true);
    assert.equal(shared.size, 1);
    const first = await store.read();
    assert.deepEqual({ ...first, id: '' }, { ...given, origin, id: '' });
    await store.save(origin, { ...given, apiKey: 'other' });
    const ids = [first?.id, (await store.read())?.id];
    assert.equal(new Set(ids).size, 2);
    assert.doesNotMatch(JSON.stringify(ids), /tenant|key|other/);
  });

  it('written in turn by two windows are never a mix of both (hazard 60)', async () => {
    const shared = new Map<string, string>();
    const [one, two] = [storage(shared), storage(shared)].map(({ secrets }) =>
      credentialStore(secrets, nothingEnded),
    );
    await Promise.all([
      one?.save(origin, { tenantId: 'a', apiKey: 'key-of-a' }),
      two?.save('https://b.example', { tenantId: 'b', apiKey: 'key-of-b' }),
    ]);
    const read = await one?.read();
    assert.ok(read);
    assert.equal(read.apiKey, `key-of-${read.tenantId}`);
    assert.equal(read.origin, read.tenantId === 'a' ? origin : 'https://b.example');
  });

  it('that the machine does not keep are detected at once (hazard 58)', async () => {
    const store = credentialStore(storage(new Map(), { forgets: true }).secrets, nothingEnded);
    assert.equal(await store.save(origin, given), false);
    assert.equal(await store.read(), undefined);
  });

  it('that cannot be written are an error, and are stored nowhere else (hazard 58)', async () => {
    const store = credentialStore(storage(new Map(), { throws: true }).secrets, nothingEnded);
    await assert.rejects(store.save(origin, given), /no keyring/);
  });

  for (const secret of ['', '{', 'null', '[]', '{"v":1}', '{"v":2,"origin":"o"}', '"text"']) {
    it(`that are ${secret || 'empty'} count as missing`, async () => {
      const shared = new Map([['addressRisk.credentials', secret]]);
      assert.equal(await credentialStore(storage(shared).secrets, nothingEnded).read(), undefined);
    });
  }

  it('report a change in another window, but not of another secret (hazard 59)', () => {
    const { secrets, fire } = storage(new Map());
    let changes = 0;
    const watch = credentialStore(secrets, nothingEnded).onDidChange(() => changes++);
    fire('addressRisk.credentials');
    fire('someone.else');
    assert.equal(changes, 1);
    watch.dispose();
    fire('addressRisk.credentials');
    assert.equal(changes, 1);
  });
});
