/** The rows of another file, which several windows may bring into the same ledger. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { carryRows, rowsOfOpen, type CarriedRows } from '../../../src/ledger/carryOver.ts';
import { Database } from '../../../src/ledger/database.ts';
import { storeOver } from '../../../src/ledger/sqliteStore.ts';
import type { JobChange, NewJob } from '../../../src/ledger/store.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const running = { state: 'running', jobId: 'paid' } as const;

describe('a row of another file', () => {
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

  const begin = (database: Database, change: JobChange, now: number, id = 'job'): void => {
    const store = storeOver(database);
    store.beginJob({ ...job, id }, { owner: 'w', now: 1, tick: 1 });
    store.overrideJob(id, change, now);
  };
  const carry = (): CarriedRows => carryRows(rowsOfOpen(from), into);
  const carried = (id = 'job') => {
    const row = storeOver(into).readJob(id);
    return [row?.state, row?.jobId];
  };

  it('replaces the row of the same job if it is further', () => {
    begin(into, { state: 'intent' }, 9);
    begin(from, running, 5);
    assert.equal(carry().jobs, 1);
    assert.deepEqual(carried(), ['running', 'paid']);
  });

  it('leaves the row of the same job if that one is further', () => {
    begin(into, { ...running, state: 'done' }, 5);
    begin(from, running, 9);
    carry();
    assert.deepEqual(carried(), ['done', 'paid']);
  });

  it('does not end the wait for a job that both files have', () => {
    begin(into, running, 5);
    begin(from, { ...running, polls: 3 }, 9);
    carry();
    assert.deepEqual(carried(), ['running', 'paid']);
    assert.equal(storeOver(into).readJob('job')?.polls, 3);
  });

  it('of a second job of the same subject keeps its ID, and waits for the user', () => {
    begin(into, running, 5);
    begin(from, { state: 'running', jobId: 'second' }, 9, 'other');
    carry();
    assert.deepEqual(carried('other'), ['detached', 'second']);
    assert.deepEqual(carried(), ['running', 'paid']);
  });

  it('of a second job of the same subject that is closed stays as it is', () => {
    begin(into, running, 5);
    begin(from, { state: 'done', jobId: 'second' }, 9, 'other');
    carry();
    assert.deepEqual(carried('other'), ['done', 'second']);
  });

  it('is counted beside a call that has the same place in the order of its file', () => {
    const paid = { ...key, kind: 'start', aggregator: 'money', source: 'command' } as const;
    for (const [database, id] of [
      [from, 'one'],
      [into, 'two'],
    ] as const) {
      storeOver(database).reserveSpending({ ...paid, id, isAutomatic: false, at: 1 }, { day: 'd' });
    }
    assert.equal(carry().calls, 1);
    assert.equal(storeOver(into).listSpendings('a', 9).length, 2);
  });

  it('is counted by what it is to the user', () => {
    begin(from, running, 5);
    const store = storeOver(from);
    const result = { ...key, part: 'summary', body: '{}' } as const;
    for (const receivedAt of [1, 2, 3]) {
      store.saveResult({ ...result, body: `${receivedAt}`, receivedAt });
    }
    const paid = { ...key, kind: 'start', aggregator: 'money', source: 'command' } as const;
    for (const id of ['one', 'two']) {
      store.reserveSpending({ ...paid, id, isAutomatic: false, at: 1 }, { day: 'd' });
    }
    assert.deepEqual(carry(), { results: 3, jobs: 1, calls: 2 });
  });

  it('is left out if its table does not take it, and the others are carried', () => {
    const stop = { account: 'a', credential: 'c', scope: 'risk', status: 402, at: 1 };
    const rows = [
      { table: 'stop', row: { ...stop, status: 'damaged' } },
      { table: 'stop', row: { ...stop, scope: 'summary' } },
    ] as const;
    carryRows(rows, into);
    assert.deepEqual(
      storeOver(into)
        .readStops('a', 'c')
        .map(({ scope }) => scope),
      ['summary'],
    );
  });

  it('is not left out because there is no room for it', () => {
    assert.throws(() => carryRows([{ table: 'none' as 'stop', row: { a: 1 } }], into));
  });
});
