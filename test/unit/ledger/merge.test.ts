/** The rows of a ledger that is no longer the file, brought into the one that is. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Database, type RowValue } from '../../../src/ledger/database.ts';
import { mergeRows } from '../../../src/ledger/merge.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import type { JobChange, NewJob, StoredResult } from '../../../src/ledger/store.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const result: StoredResult = { ...key, part: 'money', body: 'body', receivedAt: 5 };

describe('merged', () => {
  let from: Database;
  let into: Database;
  beforeEach(() => {
    from = new Database(':memory:');
    into = new Database(':memory:');
  });
  afterEach(() => {
    from.close();
    into.close();
  });
  const rows = (table: string, columns: string): unknown[] =>
    into.all(`SELECT ${columns} FROM ${table} ORDER BY 1`).map((row) => Object.values(row));
  /** The same statement in both files, with other values. */
  const both = (sql: string, older: RowValue[], newer: RowValue[]): void => {
    from.run(sql, ...older);
    into.run(sql, ...newer);
  };
  const put = (database: Database, change: JobChange, updatedAt: number): void => {
    const store = storeOver(database);
    store.beginJob(job, { owner: 'w', now: 1, tick: 1 });
    store.overrideJob('job', change, updatedAt);
  };
  const merged = (): string => {
    mergeRows(from, into);
    const { state, jobId } = storeOver(into).readJob('job')!;
    return `${state} ${String(jobId)}`;
  };

  it('counts of usage and failures in a row are the greater ones', () => {
    for (const [count, other] of [
      [3, 7],
      [9, 2],
    ] as const) {
      const name = `count ${count}`;
      both(
        'INSERT INTO usage VALUES (?, ?, ?, ?, ?)',
        [name, 'd', 'poll', 'x', count],
        [...[name, 'd', 'poll', 'x', other]],
      );
      both('INSERT INTO breaker VALUES (?, ?)', [name, count], [name, other]);
    }
    from.run(`INSERT INTO usage VALUES ('only', 'd', 'poll', 'x', 1)`);
    from.run(`INSERT INTO breaker VALUES ('only', 1)`);
    mergeRows(from, into);
    const expected = [
      ['count 3', 7],
      ['count 9', 9],
      ['only', 1],
    ];
    assert.deepEqual(rows('usage', 'account, count'), expected);
    assert.deepEqual(rows('breaker', 'account, failures'), expected);
  });

  it('turns are those that end later', () => {
    const sql = 'INSERT INTO turn VALUES (?, ?, ?)';
    both(sql, ['a', 'x', 10], ['a', 'y', 20]);
    both(sql, ['b', 'x', 20], ['b', 'y', 10]);
    from.run(sql, 'c', 'x', 5);
    mergeRows(from, into);
    assert.deepEqual(rows('turn', 'account, next_at'), [
      ['a', 20],
      ['b', 20],
      ['c', 5],
    ]);
  });

  it('stops are those of the file, and those that it does not have', () => {
    const sql = 'INSERT INTO stop VALUES (?, ?, ?, ?, ?)';
    both(sql, ['a', 'c', 'risk', 402, 1], ['a', 'c', 'risk', 402, 9]);
    from.run(sql, 'a', 'c', 'summary', 404, 2);
    mergeRows(from, into);
    assert.deepEqual(rows('stop', 'scope, status, at'), [
      ['risk', 402, 9],
      ['summary', 404, 2],
    ]);
  });

  it('calls are held by the window that merges, and keep their failures', () => {
    const store = storeOver(from);
    const failure = { failures: 2, retryAt: 9, mayBeCharged: true, status: 500 } as const;
    const claim = { owner: 'w', now: 1, tick: 1 };
    const fresh = { after: 0, before: 1 };
    store.claimCall(key, claim, fresh, { ...failure, kind: 'network' });
    store.failCall(key, 'w', { ...failure, kind: 'serverFault' });
    mergeRows(from, into);
    assert.deepEqual(storeOver(into).readCall(key), { ...failure, kind: 'serverFault' });
    store.claimCall(key, claim, fresh, { ...failure, kind: 'network' });
    mergeRows(from, into);
    assert.deepEqual(rows('call', 'owner, lease_until'), [['w', 10_001]]);
  });

  it('paid calls follow those of the file, and what is known of a charge is not lost', () => {
    const spending = { ...key, kind: 'start', aggregator: 'money', source: 'command', at: 1 };
    const spend = (database: Database, id: string, charge?: 'made' | 'maybe'): void => {
      const store = storeOver(database);
      const call = { ...spending, id, kind: 'start', aggregator: 'money' } as const;
      store.reserveSpending({ ...call, source: 'command', isAutomatic: false }, { day: 'd' });
      if (charge !== undefined) store.settleSpending(id, charge);
    };
    spend(into, 'first', 'made');
    spend(into, 'open here');
    spend(into, 'known here', 'made');
    spend(from, 'only there', 'maybe');
    spend(from, 'open here', 'made');
    spend(from, 'known here', 'maybe');
    mergeRows(from, into);
    assert.deepEqual(
      storeOver(into)
        .listSpendings('a', 9)
        .map(({ id, charge }) => `${id}: ${charge}`),
      ['only there: maybe', 'known here: made', 'open here: made', 'first: made'],
    );
  });

  it('a no of the user holds, and counts from the start of the file', () => {
    const sql = 'INSERT INTO allowance VALUES (?, ?, ?)';
    both(sql, ['start', 7, 50], ['start', 3, null]);
    both(sql, ['summary', 7, 50], ['summary', 3, 90]);
    from.run(sql, 'other', 7, null);
    mergeRows(from, into);
    assert.deepEqual(rows('allowance', 'kind, counted_from, declined_at'), [
      ['other', 0, null],
      ['start', 3, 50],
      ['summary', 3, 90],
    ]);
  });

  it('results are the newer ones, and the others are kept as older ones', () => {
    const [there, here] = [storeOver(from), storeOver(into)];
    const at = (address: string, receivedAt: number): StoredResult => {
      return { ...result, address, body: String(receivedAt), receivedAt };
    };
    there.saveResult(at('0xolder', 1));
    there.saveResult(at('0xolder', 3));
    here.saveResult(at('0xolder', 9));
    there.saveResult(at('0xnewer', 9));
    here.saveResult(at('0xnewer', 3));
    there.saveResult(at('0xonly', 5));
    there.saveResult({ ...at('0xsame', 5), body: 'there' });
    here.saveResult({ ...at('0xsame', 5), body: 'here' });
    mergeRows(from, into);
    assert.deepEqual(rows('result', 'address, body'), [
      ['0xnewer', '9'],
      ['0xolder', '9'],
      ['0xonly', '5'],
      ['0xsame', 'here'],
    ]);
    assert.deepEqual(rows('older_result', `address || ' ' || body`), [
      ['0xnewer 3'],
      ['0xolder 1'],
      ['0xolder 3'],
    ]);
  });

  it('a job is the one that has come farther, and then the one changed later', () => {
    put(from, { state: 'done', jobId: 'paid' }, 1);
    put(into, { state: 'running', jobId: 'paid' }, 99);
    assert.equal(merged(), 'done paid');
  });

  for (const [name, there, here, expected] of [
    ['with an ID', { state: 'running', jobId: 'x' }, { state: 'unknown' }, 'running x'],
    ['without an ID', { state: 'unknown' }, { state: 'running', jobId: 'x' }, 'running x'],
    ['changed before', { state: 'stale', jobId: 'x' }, { state: 'running', jobId: 'x' }, null],
  ] as const satisfies readonly (readonly [string, JobChange, JobChange, string | null])[]) {
    it(`a job ${name} is compared with that of the file`, () => {
      put(from, there, 50);
      put(into, here, expected === null ? 90 : 10);
      assert.equal(merged(), expected ?? 'running x');
      into.run(`UPDATE job SET updated_at = 1`);
      assert.equal(merged(), expected ?? 'stale x');
    });
  }

  it('a second running job of one subject keeps its ID, and is not followed', () => {
    put(from, { state: 'running', jobId: 'there' }, 5);
    const store = storeOver(into);
    store.beginJob({ ...job, id: 'here' }, { owner: 'w', now: 1, tick: 1 });
    store.overrideJob('here', { state: 'running', jobId: 'here' }, 1);
    assert.equal(merged(), 'detached there');
    assert.equal(store.readJob('here')?.state, 'running');
  });

  it('a second job that does not run stays as it is', () => {
    put(from, { state: 'pausedQuota', jobId: 'there' }, 5);
    storeOver(into).beginJob({ ...job, id: 'here' }, { owner: 'w', now: 1, tick: 1 });
    assert.equal(merged(), 'pausedQuota there');
  });

  it('what an older release has no tables for is skipped, and the rest is there', () => {
    from.run('DROP TABLE breaker');
    from.run('DROP TABLE older_result');
    from.run(`INSERT INTO usage VALUES ('a', 'd', 'poll', 'x', 1)`);
    mergeRows(from, into);
    assert.deepEqual(rows('usage', 'count'), [[1]]);
  });

  it('what cannot be read for another reason than a missing table is a fault of our own', () => {
    put(from, { state: 'done' }, 5);
    storeOver(into);
    from.run('DROP TABLE usage');
    from.run('CREATE VIEW usage AS SELECT renamed FROM job');
    assert.throws(() => mergeRows(from, into), /no such column/);
  });

  it('nothing is merged in part: a fault of our own undoes all of it', () => {
    from.run(`INSERT INTO usage VALUES ('a', 'd', 'poll', 'x', 1)`);
    from.run(`INSERT INTO breaker VALUES ('a', 1)`);
    into.run('DROP TABLE breaker');
    assert.throws(() => mergeRows(from, into));
    assert.deepEqual(rows('usage', 'count'), []);
  });
});
