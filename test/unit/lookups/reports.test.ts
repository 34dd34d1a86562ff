import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ledgerOver } from '../../../src/ledger/ledger.ts';
import { openSqliteStore } from '../../../src/ledger/sqliteStore.ts';
import { systemClock } from '../../../src/lookups/clock.ts';
import { createReports } from '../../../src/lookups/reports.ts';

const key = { account: 'account', chain: 'ethereum', address: '0xA' } as const;

function open(body: string) {
  const store = openSqliteStore(':memory:');
  let reads = 0;
  const readResult = store.readResult.bind(store);
  Object.assign(store, {
    readResult(...args: Parameters<typeof readResult>) {
      reads++;
      return readResult(...args);
    },
  });
  const policy = { summaryMs: 1e9, riskMs: 1e9, summaryCallsPerDay: 1, rhythm: {} as never };
  const reports = createReports(ledgerOver(store), systemClock, () => policy);
  const save = (score: string, receivedAt = Date.now()): void =>
    store.saveResult({ ...key, part: 'money', body: score, receivedAt });
  save(body);
  return { store, reports, save, reads: () => reads };
}

describe('a stored result', () => {
  it('is read and parsed once, however many lenses ask for it', async () => {
    const { reports, reads } = open(`{"risk_score":{"risk_score":1,"x":"${'1'.repeat(4e6)}"}}`);
    for (let round = 0; round < 3; round++) {
      const read = await Promise.all(Array.from({ length: 50 }, () => reports.read(key)));
      assert.ok(read.every(({ scores }) => scores.money?.value.score.state === 'given'));
    }
    assert.equal(reads(), 1);
  });

  it('is read again once a newer one exists', async () => {
    const { reports, save, reads } = open('{"risk_score":{"risk_score":1}}');
    await reports.read(key);
    save('{"risk_score":{"risk_score":2}}', Date.now() + 1);
    const { scores } = await reports.read(key);
    assert.deepEqual(scores.money?.value.score, { state: 'given', value: '2' });
    assert.equal(reads(), 2);
  });

  it('is gone with the ledger that was cleared', async () => {
    const { store, reports } = open('{"risk_score":{"risk_score":1}}');
    await reports.read(key);
    store.clearResults();
    assert.equal((await reports.read(key)).scores.money, null);
  });

  it('is kept even if it has too many values to parse, and uses no memory', async () => {
    const { reports } = open(`{"risk_score":{"raw_risk_score":[${'1,'.repeat(2_000_000)}1]}}`);
    const heapBefore = process.memoryUsage().heapUsed;
    const read = await Promise.all(Array.from({ length: 10 }, () => reports.read(key)));
    assert.ok(read.every(({ scores }) => scores.money?.value.isTooBig === true));
    assert.ok(process.memoryUsage().heapUsed - heapBefore < 100 * 1024 * 1024);
  });

  it('is read again after the ledger failed once', async () => {
    const { store, reports } = open('{"risk_score":{"risk_score":1}}');
    const readResult = store.readResult.bind(store);
    Object.assign(store, {
      readResult() {
        throw new Error('busy');
      },
    });
    await assert.rejects(reports.read(key));
    Object.assign(store, { readResult });
    assert.notEqual((await reports.read(key)).scores.money, null);
  });
});
