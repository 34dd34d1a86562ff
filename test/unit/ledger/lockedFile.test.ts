import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import type { StoredResult } from '../../../src/ledger/store.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const result: StoredResult = { ...key, part: 'summary', body: 'body', receivedAt: 1 };

// In a file of its own: it takes as long as a call keeps trying.
it('opens a file that another process had locked for long, once it is free', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'address-risk-locked-'));
  const other = new DatabaseSync(join(folder, 'ledger.sqlite'));
  other.exec('PRAGMA journal_mode = DELETE; CREATE TABLE held (a); BEGIN EXCLUSIVE');
  const ledger = openLedger(folder, () => undefined);
  await assert.rejects(ledger.saveResult(result), { reason: 'busy' });
  other.exec('ROLLBACK; DROP TABLE held');
  other.close();
  await ledger.saveResult(result);
  assert.deepEqual(await ledger.readResult(key, 'summary'), result);
  await ledger.close();
  await rm(folder, { recursive: true });
});
