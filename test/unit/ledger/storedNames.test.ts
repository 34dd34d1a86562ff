import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { openSqliteStore } from '../../../src/ledger/sqliteStore.ts';

describe('the kind of a failed summary call', () => {
  it('is stored by the name that windows of older releases know', () => {
    const folder = mkdtempSync(join(tmpdir(), 'address-risk-names-'));
    const file = join(folder, 'ledger.sqlite');
    const store = openSqliteStore(file);
    const key = { account: 'a', chain: 'ethereum', address: '0x1' };
    const orphan = { retryAt: 1, failures: 1, mayBeCharged: false, status: null } as const;
    store.claimCall(
      key,
      { owner: 'w', now: 0, tick: 0 },
      { after: 0, before: Infinity },
      { ...orphan, kind: 'network' },
    );
    store.failCall(key, 'w', { ...orphan, kind: 'licenseNotFound', status: 404 });
    assert.equal(store.readCall(key)?.kind, 'licenseNotFound');
    store.close();
    const database = new DatabaseSync(file);
    assert.equal(database.prepare('SELECT kind FROM call').get()?.['kind'], 'licenceNotFound');
    database.close();
    rmSync(folder, { recursive: true });
  });
});
