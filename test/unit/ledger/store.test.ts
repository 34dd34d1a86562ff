import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { FileLock } from '../../../src/ledger/fileLock.ts';
import { openOverlay } from '../../../src/ledger/overlay.ts';
import { openSqliteStore } from '../../../src/ledger/sqliteStore.ts';
import { schema, schemaVersion } from '../../../src/ledger/schema.ts';
import {
  allowanceMs,
  type CallRow,
  type NewJob,
  type Spending,
  type SpendingDecision,
  type SpendingLimits,
  type Store,
  type StoredResult,
} from '../../../src/ledger/store.ts';

const key = { account: 'a', chain: 'ethereum', address: '0xA' } as const;
const result: StoredResult = { ...key, part: 'summary', body: '{"balance":1.0}', receivedAt: 5 };
const job: NewJob = { ...key, id: 'job', aggregator: 'money', origin: 'o', credential: 'c' };
const orphan: CallRow = {
  failures: 1,
  retryAt: 99,
  mayBeCharged: true,
  kind: 'network',
  status: null,
};
const claim = (owner: string, tick: number): { owner: string; now: number; tick: number } => ({
  owner,
  now: 1_000 + tick,
  tick,
});

/** What every ledger has to do, wherever it keeps its rows. */
function behavesAsLedger(name: string, open: () => Store): void {
  describe(name, () => {
    let store: Store;
    beforeEach(() => {
      store = open();
    });
    afterEach(() => store.close());

    it('returns results as they were stored, per account, network, and part', () => {
      store.saveResult(result);
      store.saveResult({ ...result, part: 'money', body: 'm', receivedAt: 7 });
      store.saveResult({ ...result, account: 'b', body: 'other' });
      assert.deepEqual(store.readResult(key, 'summary'), result);
      assert.equal(store.readResult(key, 'money_rank_weight'), null);
      assert.equal(store.readResult({ ...key, chain: 'base' }, 'summary'), null);
      assert.deepEqual(
        store.listResultsOf('a', ['0xA', '0xB']).map(({ part }) => part),
        ['money', 'summary'],
      );
      assert.deepEqual(store.listResults('a', 1), [{ ...key, part: 'money', receivedAt: 7 }]);
    });

    it('lists every score over time, newest first, and reads each of them', () => {
      const score: StoredResult = { ...result, part: 'money', body: 'first', receivedAt: 1 };
      store.saveResult(result);
      store.saveResult(score);
      store.saveResult({ ...score, body: 'second', receivedAt: 3 });
      store.saveResult({ ...score, part: 'money_rank_weight', body: 'ranked', receivedAt: 2 });
      store.saveResult({ ...score, chain: 'base', receivedAt: 4 });
      store.saveResult({ ...score, account: 'b', receivedAt: 5 });
      const heads = store.listHistory(key);
      assert.deepEqual(
        heads.map(({ part, receivedAt }) => [part, receivedAt]),
        [
          ['money', 3],
          ['money_rank_weight', 2],
          ['money', 1],
        ],
      );
      assert.deepEqual(
        heads.map((head) => store.readPastResult(head)?.body),
        ['second', 'ranked', 'first'],
      );
      assert.equal(store.readPastResult({ ...score, receivedAt: 9 }), null);
      store.clearResults();
      assert.deepEqual(store.listHistory(key), []);
      assert.deepEqual(
        heads.map((head) => store.readPastResult(head)),
        [null, null, null],
      );
    });

    it('lists the newest hundred scores of each aggregator', () => {
      for (let receivedAt = 1; receivedAt <= 101; receivedAt++) {
        store.saveResult({ ...result, part: 'money', receivedAt });
      }
      store.saveResult({ ...result, part: 'money_rank_weight', receivedAt: 1 });
      const times = store.listHistory(key).map(({ receivedAt }) => receivedAt);
      assert.deepEqual([times.length, times[0], times[99], times[100]], [101, 101, 2, 1]);
    });

    it('clears results and settled jobs, and keeps what is still owed', () => {
      store.saveResult(result);
      store.beginJob(job, claim('w', 0));
      store.beginJob({ ...job, id: 'done', chain: 'base' }, claim('w', 0));
      store.settleJob('done', { state: 'done' }, claim('w', 1));
      store.countUsage('a', 'day', 'start', 'command');
      assert.equal(store.clearResults(), 1);
      assert.equal(store.readResult(key, 'summary'), null);
      assert.deepEqual(
        store.listJobs().map(({ id }) => id),
        ['job'],
      );
      assert.equal(store.readUsage('a', 'day').length, 1);
    });

    it('starts one job for a subject and aggregator, whichever window asks', () => {
      assert.equal(store.beginJob(job, claim('w1', 0)).isNew, true);
      const second = store.beginJob({ ...job, id: 'other' }, claim('w2', 0));
      assert.deepEqual([second.isNew, second.job.id], [false, 'job']);
      const ranked = { ...job, id: 'ranked', aggregator: 'money_rank_weight' } as const;
      assert.equal(store.beginJob(ranked, claim('w2', 0)).isNew, true);
      store.settleJob('job', { state: 'rejected' }, claim('w1', 1));
      assert.equal(store.beginJob({ ...job, id: 'again' }, claim('w2', 2)).isNew, true);
    });

    it('gives a job to one window at a time, and to another once the first is silent', () => {
      store.beginJob(job, claim('w1', 0));
      assert.equal(store.claimJob('job', claim('w2', 9_999)), null);
      assert.equal(store.claimJob('job', claim('w1', 5_000))?.owner, 'w1');
      assert.equal(store.claimJob('job', claim('w2', 14_999)), null);
      assert.equal(store.claimJob('job', claim('w2', 15_000))?.owner, 'w2');
      assert.equal(store.changeJob('job', { polls: 3 }, claim('w1', 15_001)), null);
      assert.equal(store.changeJob('job', { polls: 3 }, claim('w2', 15_001))?.polls, 3);
      // Ticks start again with the machine: a lease from before that reaches too far counts as past.
      assert.equal(store.claimJob('job', claim('w2', 1_000_000))?.owner, 'w2');
      assert.equal(store.claimJob('job', claim('w3', 1))?.owner, 'w3');
    });

    it('stores a paid result, whichever window holds the job by then', () => {
      store.beginJob(job, claim('w1', 0));
      store.claimJob('job', claim('w2', 20_000));
      assert.equal(store.settleJob('job', { state: 'stale' }, claim('w1', 20_001)), null);
      const score: StoredResult = { ...result, part: 'money' };
      const settled = store.settleJob('job', { state: 'done' }, claim('w1', 20_002), score);
      assert.equal(settled?.state, 'done');
      assert.deepEqual(store.readResult(key, 'money'), score);
    });

    it('marks an intent as unknown when its window is gone, and reports it until acknowledged', () => {
      store.beginJob(job, claim('w1', 0));
      assert.deepEqual(store.settleOrphans(0, 9_999), []);
      assert.equal(store.settleOrphans(0, 10_000)[0]?.state, 'unknown');
      assert.equal(store.settleOrphans(0, 10_001).length, 1);
      assert.equal(store.claimNotice('job', claim('w2', 10_002)), true);
      assert.equal(
        store.claimNotice('job', claim('w3', 10_003)),
        false,
        'another window reports it',
      );
      assert.equal(store.settleOrphans(0, 10_003).length, 0);
      // That window is gone before the user has seen it.
      assert.equal(store.settleOrphans(0, 20_002).length, 1);
      assert.equal(store.claimNotice('job', claim('w3', 20_002)), true);
      store.noticeJob('job');
      assert.equal(store.claimNotice('job', claim('w4', 40_000)), false);
      assert.equal(store.settleOrphans(0, 40_000).length, 0);
      assert.equal(store.openJobOf(key, 'money')?.state, 'unknown');
    });

    it('gives one turn to poll per second, first to the job that has waited longest', () => {
      assert.deepEqual(store.takeTurn('a', 'first', 0, 0), { isGranted: true, sendBefore: 2_500 });
      assert.equal(store.takeTurn('b', 'elsewhere', 0, 0).isGranted, true);
      assert.equal(store.takeTurn('a', 'second', 1, 1).isGranted, false);
      assert.equal(store.takeTurn('a', 'third', 2, 2).isGranted, false);
      store.endTurn('a', 'first', 100);
      assert.deepEqual(store.takeTurn('a', 'third', 2, 1_109), { isGranted: false, waitMs: 1 });
      assert.deepEqual(store.takeTurn('a', 'third', 2, 1_110), { isGranted: false, waitMs: 100 });
      assert.equal(store.takeTurn('a', 'second', 1, 1_110).isGranted, true);
      store.endTurn('a', 'third', 1_111); // not its turn: changes nothing
      assert.equal(store.takeTurn('a', 'third', 2, 2_200).isGranted, false);
      // A turn never given back: send time, longest stall and the pause after it go by.
      assert.equal(store.takeTurn('a', 'third', 2, 1_110 + 5_509).isGranted, false);
      assert.equal(store.takeTurn('a', 'third', 2, 1_110 + 5_510).isGranted, true);
      // The machine was restarted.
      assert.equal(store.takeTurn('a', 'third', 0, 1_000_000).isGranted, true);
      assert.equal(store.takeTurn('a', 'third', 0, 0).isGranted, true);
    });

    it('is not misled by an earlier request that arrives later (hazards 6, 17)', () => {
      store.beginJob(job, claim('w1', 10));
      assert.equal(store.claimJob('job', claim('w2', 9)), null);
      assert.deepEqual(store.settleOrphans(0, 9), []);
      store.claimCall(key, claim('w1', 10), { after: 0, before: Infinity }, orphan);
      assert.deepEqual(
        store.claimCall(key, claim('w2', 9), { after: 0, before: Infinity }, orphan),
        { kind: 'busy' },
      );
      assert.equal(store.takeTurn('a', 'first', 0, 10).isGranted, true);
      assert.equal(store.takeTurn('a', 'second', 0, 9).isGranted, false);
    });

    it('lets no one wait behind a job that no longer wants its turn', () => {
      store.takeTurn('a', 'first', 0, 0);
      assert.equal(store.takeTurn('a', 'second', 1, 1).isGranted, false);
      store.endTurn('a', 'second', 2);
      store.endTurn('a', 'first', 2);
      assert.equal(store.takeTurn('a', 'third', 3, 1_100).isGranted, true);
    });

    it('keeps a turn whose poll is in flight, and no other', () => {
      store.takeTurn('a', 'first', 0, 0);
      store.renewTurn('a', 'first', 5_000);
      store.renewTurn('a', 'second', 9_000);
      assert.equal(store.takeTurn('a', 'second', 1, 10_509).isGranted, false);
      assert.equal(store.takeTurn('a', 'second', 1, 10_510).isGranted, true);
    });

    it('uses a summary that arrived after the caller looked, whatever the clock says', () => {
      store.saveResult(result);
      const { receivedAt } = result;
      const claimed = (seen: number | null): string =>
        store.claimCall(key, claim('w1', 0), { after: 100, before: 200, seen }, orphan).kind;
      assert.equal(claimed(null), 'stored');
      assert.equal(claimed(receivedAt + 1), 'stored');
      assert.equal(claimed(receivedAt), 'claimed');
    });

    it('lets one window at a time fetch a summary', () => {
      assert.deepEqual(
        store.claimCall(key, claim('w1', 0), { after: 0, before: Infinity }, orphan),
        { kind: 'claimed' },
      );
      assert.deepEqual(
        store.claimCall(key, claim('w2', 9_999), { after: 0, before: Infinity }, orphan),
        { kind: 'busy' },
      );
      store.renewCall(key, claim('w1', 9_999));
      assert.deepEqual(
        store.claimCall(key, claim('w2', 19_998), { after: 0, before: Infinity }, orphan),
        { kind: 'busy' },
      );
      assert.deepEqual(
        store.claimCall(key, claim('w2', 19_999), { after: 0, before: Infinity }, orphan),
        { kind: 'orphaned' },
      );
      assert.deepEqual(store.readCall(key), orphan);
      assert.deepEqual(
        store.claimCall(key, claim('w2', 20_000), { after: 0, before: Infinity }, orphan),
        { kind: 'claimed' },
      );
      store.settleCall(key, 'w2', result);
      assert.equal(store.readCall(key), null);
      assert.deepEqual(
        store.claimCall(key, claim('w3', 20_001), { after: 4, before: Infinity }, orphan),
        {
          kind: 'stored',
          result,
        },
      );
      assert.deepEqual(
        store.claimCall(key, claim('w3', 20_001), { after: 5, before: Infinity }, orphan),
        { kind: 'claimed' },
      );
      store.failCall(key, 'w9', orphan);
      assert.equal(store.readCall(key), null, 'only its holder can fail a call');
      store.failCall(key, 'w3', orphan);
      assert.deepEqual(store.readCall(key), orphan);
    });

    it('applies a late change to a job only if the job is unchanged', () => {
      store.beginJob(job, claim('w1', 0));
      const running = store.overrideJob('job', { state: 'running', jobId: 'id' }, 2, ['intent']);
      assert.equal(running?.state, 'running');
      store.settleJob('job', { state: 'done' }, claim('w1', 1), { ...result, part: 'money' });
      assert.equal(store.overrideJob('job', { state: 'detached' }, 3, ['running'])?.state, 'done');
      assert.equal(store.overrideJob('none', { state: 'detached' }, 3, ['running']), null);
      assert.equal(store.forgetJob('job', 'unknown'), false);
      assert.equal(store.forgetJob('another'), false);
      assert.equal(store.readJob('job')?.state, 'done');
      assert.equal(store.forgetJob('job', 'done'), true);
      assert.equal(store.forgetJob('job'), false);
    });

    it('keeps the outcome of a start whose row is gone', () => {
      const kept = store.keepJob(job, { state: 'running', jobId: 'id' }, 2);
      assert.deepEqual([kept.state, kept.jobId, kept.owner], ['running', 'id', null]);
      assert.equal(store.keepJob(job, { state: 'unknown' }, 3).state, 'unknown');
      // Beside another job of the same subject it does nothing until the user acts.
      const other = { ...job, id: 'other' };
      assert.equal(store.keepJob(other, { state: 'running', jobId: 'id2' }, 4).state, 'detached');
      assert.equal(store.readJob('other')?.jobId, 'id2');
    });

    it('counts usage', () => {
      for (let count = 0; count < 3; count++) store.countUsage('a', 'day', 'summary', 'hover');
      store.uncountUsage('a', 'day', 'summary', 'hover');
      assert.deepEqual(store.readUsage('a', 'day'), [
        { kind: 'summary', source: 'hover', count: 2 },
      ]);
      assert.deepEqual(store.readUsage('a', 'tomorrow'), []);
    });

    it('records a paid call before it is made, and what is known about its charge', () => {
      const at = 5_000;
      const spend = (id: string, source: Spending['source'], isAutomatic = false): void => {
        const spending = { ...key, id, kind: 'summary', aggregator: null, source, isAutomatic, at };
        const decision = store.reserveSpending({ ...spending, kind: 'summary' }, { day: 'd' });
        assert.deepEqual(decision, { kind: 'granted' });
      };
      for (const id of ['made', 'none', 'maybe', 'open', 'released']) spend(id, 'command');
      for (const charge of ['made', 'none', 'maybe'] as const) store.settleSpending(charge, charge);
      store.settleSpending('none', 'none');
      store.releaseSpending('released');
      store.releaseSpending('released');
      assert.deepEqual(
        store.listSpendings('a', 9).map(({ id, charge }) => [id, charge]),
        [
          ['open', 'open'],
          ['maybe', 'maybe'],
          ['none', 'none'],
          ['made', 'made'],
        ],
      );
      assert.equal(store.listSpendings('a', 1).length, 1);
      assert.deepEqual(store.listSpendings('b', 9), []);
      const [{ account, chain, address } = assert.fail('none')] = store.listSpendings('a', 1);
      const all = store.listSpendings('a', 9);
      assert.deepEqual(store.listSpendingsOf({ account, chain, address }, 9), all);
      assert.deepEqual(store.listSpendingsOf({ account, chain: 'x', address }, 9), []);
      assert.deepEqual(store.readUsage('a', 'd'), [
        { kind: 'summary', source: 'command', count: 3 },
      ]);
    });

    it('limits automatic calls per day, and calls of commands per hour', () => {
      let id = 0;
      const reserve = (
        change: Partial<Spending>,
        limits: Partial<SpendingLimits> = {},
      ): SpendingDecision =>
        store.reserveSpending(
          {
            ...{ ...key, id: String(++id), kind: 'summary', aggregator: null },
            ...{ source: 'command', isAutomatic: false, at: 1_000, ...change },
          },
          { day: 'd', ...limits },
        );
      const automatic = { isAutomatic: true };
      assert.equal(reserve({ ...automatic, source: 'hover' }, { perDay: 2 }).kind, 'granted');
      assert.equal(reserve(automatic, { perDay: 2 }).kind, 'granted');
      assert.equal(reserve(automatic, { perDay: 2 }).kind, 'dayUsedUp');
      assert.equal(reserve(automatic, { day: 'e', perDay: 2 }).kind, 'granted');
      assert.equal(reserve({ ...automatic, account: 'b' }, { perDay: 2 }).kind, 'granted');
      // Three by commands so far; hovers, panels, batches and the other kind are not counted.
      for (const source of ['hover', 'panel', 'batch'] as const) reserve({ source });
      reserve({ kind: 'start' });
      assert.equal(reserve({}, { perHour: 4 }).kind, 'granted');
      assert.equal(reserve({ source: 'tool' }, { perHour: 4 }).kind, 'hourUsedUp');
      assert.equal(reserve({ at: 1_000 + allowanceMs }, { perHour: 4 }).kind, 'granted');
      store.decideAllowance('summary', true, 1_000);
      assert.equal(reserve({}, { perHour: 1 }).kind, 'granted');
      assert.equal(reserve({}, { perHour: 1 }).kind, 'hourUsedUp');
      store.decideAllowance('summary', false, 1_000);
      const until = 1_000 + allowanceMs;
      assert.deepEqual(reserve({}, { perHour: 9 }), { kind: 'declined', until });
      assert.equal(reserve({ kind: 'start' }, { perHour: 9 }).kind, 'granted');
      assert.equal(reserve({ source: 'panel' }).kind, 'granted');
      // A call that waited while the user said no, or a clock that was set back a little.
      assert.equal(reserve({ at: 999 }, { perHour: 99 }).kind, 'declined');
      // A no makes no room: what was counted before still counts.
      reserve({ kind: 'start', at: until - 10 });
      store.decideAllowance('start', false, 1_000);
      assert.equal(reserve({ kind: 'start', at: until }, { perHour: 1 }).kind, 'hourUsedUp');
      // The hour is over, or the clock was set back by more.
      assert.equal(reserve({ at: until }, { perHour: 9 }).kind, 'granted');
      assert.equal(reserve({ at: 1_000 - allowanceMs }, { perHour: 99 }).kind, 'granted');
    });

    it('keeps stops until they are cleared', () => {
      store.setStop('a', 'c', { scope: 'risk', status: 402, at: 1 });
      store.setStop('a', 'c', { scope: 'risk', status: 402, at: 2 });
      store.setStop('a', 'c', { scope: 'credential', status: 403, at: 3 });
      assert.equal(store.readStops('a', 'c').length, 2);
      assert.deepEqual(store.readStops('a', 'c2'), []);
      store.clearStops('a', 'risk');
      assert.deepEqual(store.readStops('a', 'c'), [{ scope: 'credential', status: 403, at: 3 }]);
      store.clearStops('a');
      assert.deepEqual(store.readStops('a', 'c'), []);
    });
  });
}

behavesAsLedger('ledger in SQLite', () => openSqliteStore(':memory:'));
behavesAsLedger(
  'ledger in memory, without a file to read',
  () => openOverlay(undefined, FileLock.ofEmptyFile(join(tmpdir(), `${randomUUID()}.lock`))).store,
);

describe('the tables of the first release', () => {
  it('never change: windows of that release use the same file', () => {
    assert.equal(schemaVersion, 1);
    const digest = createHash('sha256').update(schema).digest('hex');
    assert.equal(digest, '508ada91fed2e03605d0b836353227d653fb78fc4d695f47bf0983de5587c5ca');
  });
});
