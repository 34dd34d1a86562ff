import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Ledger, SharedLedger } from '../../src/ledger/ledger.ts';
import {
  allowanceMs,
  type CallRow,
  type NewJob,
  type Spending,
  type SpendingDecision,
  type SpendingLimits,
  type StoredResult,
} from '../../src/ledger/store.ts';

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

/** Requirements for every ledger that prevents double payment, wherever it stores its rows. */
export function behavesAsSharedLedger(name: string, open: () => Promise<SharedLedger>): void {
  describe(name, () => {
    let ledger: SharedLedger;
    beforeEach(async () => {
      ledger = await open();
    });
    afterEach(() => ledger.close());

    it('returns a result as it was stored, and those before it by their time', async () => {
      await ledger.saveResult(result);
      await ledger.saveResult({ ...result, body: '{"balance":2.50}', receivedAt: 7 });
      assert.deepEqual(await ledger.readResult(key, 'summary'), {
        ...{ ...result, body: '{"balance":2.50}', receivedAt: 7 },
      });
      assert.equal(await ledger.readResult(key, 'money'), null);
      assert.equal(await ledger.readResult({ ...key, account: 'b' }, 'summary'), null);
      assert.deepEqual(await ledger.readPastResult(result), result);
      assert.equal(await ledger.readPastResult({ ...result, receivedAt: 6 }), null);
    });

    it('starts one job for a subject and aggregator, whichever window asks', async () => {
      assert.equal((await ledger.beginJob(job, claim('w1', 0))).isNew, true);
      const second = await ledger.beginJob({ ...job, id: 'other' }, claim('w2', 0));
      assert.deepEqual([second.isNew, second.job.id], [false, 'job']);
      const ranked = { ...job, id: 'ranked', aggregator: 'money_rank_weight' } as const;
      assert.equal((await ledger.beginJob(ranked, claim('w2', 0))).isNew, true);
      await ledger.settleJob('job', { state: 'rejected' }, claim('w1', 1));
      assert.equal((await ledger.beginJob({ ...job, id: 'again' }, claim('w2', 2))).isNew, true);
    });

    it('gives a job to one window at a time, and to another once the first is silent', async () => {
      await ledger.beginJob(job, claim('w1', 0));
      assert.equal(await ledger.claimJob('job', claim('w2', 9_999), 'intent'), null);
      assert.equal((await ledger.claimJob('job', claim('w1', 5_000), 'intent'))?.owner, 'w1');
      assert.equal(await ledger.claimJob('job', claim('w2', 14_999), 'intent'), null);
      assert.equal((await ledger.claimJob('job', claim('w2', 15_000), 'intent'))?.owner, 'w2');
      assert.equal(await ledger.changeJob('job', { polls: 3 }, claim('w1', 15_001)), null);
      assert.equal((await ledger.changeJob('job', { polls: 3 }, claim('w2', 15_001)))?.polls, 3);
      // Ticks start again with the machine: a lease from before that reaches too far counts as past.
      assert.equal((await ledger.claimJob('job', claim('w2', 1_000_000), 'intent'))?.owner, 'w2');
      assert.equal((await ledger.claimJob('job', claim('w3', 1), 'intent'))?.owner, 'w3');
    });

    it('stores a paid result, whichever window holds the job by then', async () => {
      await ledger.beginJob(job, claim('w1', 0));
      await ledger.claimJob('job', claim('w2', 20_000), 'intent');
      assert.equal(await ledger.settleJob('job', { state: 'stale' }, claim('w1', 20_001)), null);
      const score: StoredResult = { ...result, part: 'money' };
      const settled = await ledger.settleJob('job', { state: 'done' }, claim('w1', 20_002), score);
      assert.equal(settled?.state, 'done');
      assert.deepEqual(await ledger.readResult(key, 'money'), score);
    });

    it('marks an intent as unknown when its window is gone, and reports it until acknowledged', async () => {
      await ledger.beginJob(job, claim('w1', 0));
      assert.deepEqual(await ledger.settleOrphans(0, 9_999), []);
      assert.equal((await ledger.settleOrphans(0, 10_000))[0]?.state, 'unknown');
      assert.equal((await ledger.settleOrphans(0, 10_001)).length, 1);
      const claimed = await ledger.claimJob('job', claim('w2', 10_002), 'unknown');
      assert.equal(claimed?.isNoticed, false);
      assert.equal(
        await ledger.claimJob('job', claim('w3', 10_003), 'unknown'),
        null,
        'another window reports it',
      );
      assert.equal((await ledger.settleOrphans(0, 10_003)).length, 0);
      // That window is gone before the user has seen it.
      assert.equal((await ledger.settleOrphans(0, 20_002)).length, 1);
      assert.equal(await ledger.claimJob('job', claim('w3', 20_002), 'running'), null);
      assert.equal((await ledger.claimJob('job', claim('w3', 20_002), 'unknown'))?.owner, 'w3');
      await ledger.overrideJob('job', { isNoticed: true }, 0);
      const noticed = await ledger.claimJob('job', claim('w4', 20_003), 'unknown');
      assert.deepEqual([noticed?.isNoticed, noticed?.owner], [true, 'w4']);
      assert.equal((await ledger.settleOrphans(0, 40_000)).length, 0);
      assert.equal((await ledger.openJobOf(key, 'money'))?.state, 'unknown');
    });

    it('gives one turn to poll per second, first to the job that has waited longest', async () => {
      assert.equal(await ledger.takeTurn('a', 'first', 0, 0), 0);
      assert.equal(await ledger.takeTurn('b', 'elsewhere', 0, 0), 0);
      assert.notEqual(await ledger.takeTurn('a', 'second', 1, 1), 0);
      assert.notEqual(await ledger.takeTurn('a', 'third', 2, 2), 0);
      await ledger.endTurn('a', 'first', 100);
      assert.equal(await ledger.takeTurn('a', 'third', 2, 1_109), 1);
      assert.equal(await ledger.takeTurn('a', 'third', 2, 1_110), 100);
      assert.equal(await ledger.takeTurn('a', 'second', 1, 1_110), 0);
      await ledger.endTurn('a', 'third', 1_111); // not its turn: changes nothing
      assert.notEqual(await ledger.takeTurn('a', 'third', 2, 2_200), 0);
      // A turn never given back: send time, longest stall and the pause after it go by.
      assert.notEqual(await ledger.takeTurn('a', 'third', 2, 1_110 + 5_509), 0);
      assert.equal(await ledger.takeTurn('a', 'third', 2, 1_110 + 5_510), 0);
      // The machine was restarted.
      assert.equal(await ledger.takeTurn('a', 'third', 0, 1_000_000), 0);
      assert.equal(await ledger.takeTurn('a', 'third', 0, 0), 0);
    });

    it('is not misled by an earlier request that arrives later (hazards 6, 17)', async () => {
      await ledger.beginJob(job, claim('w1', 10));
      assert.equal(await ledger.claimJob('job', claim('w2', 9), 'intent'), null);
      assert.deepEqual(await ledger.settleOrphans(0, 9), []);
      await ledger.claimCall(key, claim('w1', 10), { after: 0, before: Infinity }, orphan);
      assert.deepEqual(
        await ledger.claimCall(key, claim('w2', 9), { after: 0, before: Infinity }, orphan),
        { kind: 'busy' },
      );
      assert.equal(await ledger.takeTurn('a', 'first', 0, 10), 0);
      assert.notEqual(await ledger.takeTurn('a', 'second', 0, 9), 0);
    });

    it('lets no one wait behind a job that no longer wants its turn', async () => {
      await ledger.takeTurn('a', 'first', 0, 0);
      assert.notEqual(await ledger.takeTurn('a', 'second', 1, 1), 0);
      await ledger.endTurn('a', 'second', 2);
      await ledger.endTurn('a', 'first', 2);
      assert.equal(await ledger.takeTurn('a', 'third', 3, 1_100), 0);
    });

    it('gives a turn again to one that did not learn that it has it (hazard 89)', async () => {
      assert.equal(await ledger.takeTurn('a', 'first', 0, 0), 0);
      // The connection was cut before the answer of the commit.
      assert.equal(await ledger.takeTurn('a', 'first', 0, 1_000), 0);
      assert.notEqual(await ledger.takeTurn('a', 'second', 1, 1_000 + 5_509), 0);
      assert.equal(await ledger.takeTurn('a', 'second', 1, 1_000 + 5_510), 0);
    });

    it('keeps a turn whose poll is in flight, and no other', async () => {
      await ledger.takeTurn('a', 'first', 0, 0);
      await ledger.renewTurn('a', 'first', 5_000);
      await ledger.renewTurn('a', 'second', 9_000);
      assert.notEqual(await ledger.takeTurn('a', 'second', 1, 10_509), 0);
      assert.equal(await ledger.takeTurn('a', 'second', 1, 10_510), 0);
    });

    it('uses a summary that arrived after the caller looked, whatever the clock says', async () => {
      await ledger.saveResult(result);
      const { receivedAt } = result;
      const claimed = async (seen: number | null): Promise<string> =>
        (await ledger.claimCall(key, claim('w1', 0), { after: 100, before: 200, seen }, orphan))
          .kind;
      assert.equal(await claimed(null), 'stored');
      assert.equal(await claimed(receivedAt + 1), 'stored');
      assert.equal(await claimed(receivedAt), 'claimed');
    });

    it('lets one window at a time fetch a summary', async () => {
      assert.deepEqual(
        await ledger.claimCall(key, claim('w1', 0), { after: 0, before: Infinity }, orphan),
        { kind: 'claimed' },
      );
      assert.deepEqual(
        await ledger.claimCall(key, claim('w2', 9_999), { after: 0, before: Infinity }, orphan),
        { kind: 'busy' },
      );
      await ledger.renewCall(key, claim('w1', 9_999));
      assert.deepEqual(
        await ledger.claimCall(key, claim('w2', 19_998), { after: 0, before: Infinity }, orphan),
        { kind: 'busy' },
      );
      assert.deepEqual(
        await ledger.claimCall(key, claim('w2', 19_999), { after: 0, before: Infinity }, orphan),
        { kind: 'orphaned' },
      );
      assert.deepEqual(await ledger.readCall(key), orphan);
      assert.deepEqual(
        await ledger.claimCall(key, claim('w2', 20_000), { after: 0, before: Infinity }, orphan),
        { kind: 'claimed' },
      );
      await ledger.settleCall(key, 'w2', result);
      assert.equal(await ledger.readCall(key), null);
      assert.deepEqual(
        await ledger.claimCall(key, claim('w3', 20_001), { after: 4, before: Infinity }, orphan),
        {
          kind: 'stored',
          result,
        },
      );
      assert.deepEqual(
        await ledger.claimCall(key, claim('w3', 20_001), { after: 5, before: Infinity }, orphan),
        { kind: 'claimed' },
      );
      await ledger.releaseCall(key, 'w9', orphan);
      assert.equal(await ledger.readCall(key), null, 'only its holder can fail a call');
      await ledger.releaseCall(key, 'w3', orphan);
      assert.deepEqual(await ledger.readCall(key), orphan);
    });

    it('applies a late change to a job only if the job is unchanged', async () => {
      await ledger.beginJob(job, claim('w1', 0));
      const running = await ledger.overrideJob('job', { state: 'running', jobId: 'id' }, 2, [
        'intent',
      ]);
      assert.equal(running?.state, 'running');
      await ledger.settleJob('job', { state: 'done' }, claim('w1', 1), {
        ...result,
        part: 'money',
      });
      assert.equal(
        (await ledger.overrideJob('job', { state: 'detached' }, 3, ['running']))?.state,
        'done',
      );
      assert.equal(await ledger.overrideJob('none', { state: 'detached' }, 3, ['running']), null);
      assert.equal(await ledger.forgetJob('job', 'unknown'), false);
      assert.equal(await ledger.forgetJob('another'), false);
      assert.equal((await ledger.readJob('job'))?.state, 'done');
      assert.equal(await ledger.forgetJob('job', 'done'), true);
      assert.equal(await ledger.forgetJob('job'), false);
    });

    it('changes nothing of a job that is settled, however late it is asked to (hazard 88)', async () => {
      const score: StoredResult = { ...result, part: 'money' };
      const running = { state: 'running', jobId: 'id' } as const;
      await ledger.beginJob(job, claim('w1', 0));
      await ledger.keepJob(job, running, 1);
      await ledger.claimJob('job', claim('w1', 1), 'running');
      await ledger.settleJob('job', { state: 'done', polls: 1 }, claim('w1', 2), score);
      // Another process looked before, and the answers to the first two statements were lost.
      assert.equal(await ledger.claimJob('job', claim('w2', 3), 'running'), null);
      assert.equal((await ledger.keepJob(job, running, 4, claim('w1', 4))).state, 'done');
      assert.equal(await ledger.changeJob('job', { polls: 9 }, claim('w1', 5)), null);
      for (const state of ['running', 'stale', 'pausedAuth'] as const) {
        assert.equal(await ledger.settleJob('job', { state }, claim('w1', 6)), null);
        assert.equal((await ledger.overrideJob('job', { state }, 7))?.state, 'done');
      }
      const again = await ledger.settleJob(
        'job',
        { state: 'done', polls: 9 },
        claim('w1', 8),
        score,
      );
      assert.deepEqual([again?.state, again?.polls, again?.owner], ['done', 1, null]);
      assert.equal(await ledger.openJobOf(key, 'money'), null);
      assert.deepEqual(await ledger.settleOrphans(9, 99_999), []);
      assert.deepEqual(await ledger.readResult(key, 'money'), score);
    });

    it('keeps the outcome of a start whose row is gone', async () => {
      const kept = await ledger.keepJob(job, { state: 'running', jobId: 'id' }, 2);
      assert.deepEqual([kept.state, kept.jobId, kept.owner], ['running', 'id', null]);
      // A late one does not take an ID away.
      const late = await ledger.keepJob(job, { state: 'unknown' }, 3);
      assert.deepEqual([late.state, late.jobId], ['running', 'id']);
      // Beside another job of the same subject it does nothing until the user acts.
      const other = { ...job, id: 'other' };
      assert.equal(
        (await ledger.keepJob(other, { state: 'running', jobId: 'id2' }, 4)).state,
        'detached',
      );
      assert.equal((await ledger.readJob('other'))?.jobId, 'id2');
    });

    it('counts polls, and takes back those that were not sent', async () => {
      for (let count = 0; count < 3; count++) await ledger.countPoll('a', 'day', 'job');
      await ledger.uncountPoll('a', 'day', 'job');
      await ledger.uncountPoll('a', 'day', 'check');
      assert.deepEqual(await ledger.readUsage('a', 'day'), [
        { kind: 'poll', source: 'job', count: 2 },
      ]);
      assert.deepEqual(await ledger.readUsage('a', 'tomorrow'), []);
    });

    it('says whether a claim was still held when it was renewed', async () => {
      const usable = { after: 0, before: 1 };
      await ledger.claimCall(key, claim('w1', 0), usable, orphan);
      assert.equal(await ledger.renewCall(key, claim('w1', 1)), true);
      assert.equal(await ledger.renewCall(key, claim('w2', 1)), false);
      await ledger.takeTurn('a', 'w1', 0, 0);
      assert.equal(await ledger.renewTurn('a', 'w1', 1), true);
      assert.equal(await ledger.renewTurn('a', 'w2', 1), false);
    });

    it('knows of no loss', async () => {
      assert.equal(await ledger.readLoss(), null);
    });

    it('keeps stops until they are cleared', async () => {
      await ledger.setStop('a', 'c', { scope: 'risk', status: 402, at: 1 });
      await ledger.setStop('a', 'c', { scope: 'risk', status: 402, at: 2 });
      await ledger.setStop('a', 'c', { scope: 'credential', status: 403, at: 3 });
      assert.equal((await ledger.readStops('a', 'c')).length, 2);
      assert.deepEqual(await ledger.readStops('a', 'c2'), []);
      await ledger.clearStops('a', 'risk');
      assert.deepEqual(await ledger.readStops('a', 'c'), [
        { scope: 'credential', status: 403, at: 3 },
      ]);
      await ledger.clearStops('a');
      assert.deepEqual(await ledger.readStops('a', 'c'), []);
    });
  });
}

/** Requirements for a ledger of the extension. */
export function behavesAsLedger(name: string, open: () => Ledger): void {
  behavesAsSharedLedger(name, () => Promise.resolve(open()));
  describe(`${name}, beyond what machines share`, () => {
    let ledger: Ledger;
    beforeEach(() => {
      ledger = open();
    });
    afterEach(() => ledger.close());

    it('returns results as they were stored, per account, network, and part', async () => {
      await ledger.saveResult(result);
      await ledger.saveResult({ ...result, part: 'money', body: 'm', receivedAt: 7 });
      await ledger.saveResult({ ...result, account: 'b', body: 'other' });
      assert.deepEqual(await ledger.readResult(key, 'summary'), result);
      assert.equal(await ledger.readResult(key, 'money_rank_weight'), null);
      assert.equal(await ledger.readResult({ ...key, chain: 'base' }, 'summary'), null);
      assert.deepEqual(
        (await ledger.listResultsOf('a', ['0xA', '0xB'])).map(({ part }) => part),
        ['money', 'summary'],
      );
      assert.deepEqual(await ledger.listResults('a', 1), [
        { ...key, part: 'money', receivedAt: 7 },
      ]);
    });

    it('lists every score over time, newest first, and reads each of them', async () => {
      const score: StoredResult = { ...result, part: 'money', body: 'first', receivedAt: 1 };
      await ledger.saveResult(result);
      await ledger.saveResult(score);
      await ledger.saveResult({ ...score, body: 'second', receivedAt: 3 });
      await ledger.saveResult({
        ...score,
        part: 'money_rank_weight',
        body: 'ranked',
        receivedAt: 2,
      });
      await ledger.saveResult({ ...score, chain: 'base', receivedAt: 4 });
      await ledger.saveResult({ ...score, account: 'b', receivedAt: 5 });
      const heads = await ledger.listHistory(key);
      assert.deepEqual(
        heads.map(({ part, receivedAt }) => [part, receivedAt]),
        [
          ['money', 3],
          ['money_rank_weight', 2],
          ['money', 1],
        ],
      );
      assert.deepEqual(
        await Promise.all(heads.map(async (head) => (await ledger.readPastResult(head))?.body)),
        ['second', 'ranked', 'first'],
      );
      assert.equal(await ledger.readPastResult({ ...score, receivedAt: 9 }), null);
      await ledger.clearResults();
      assert.deepEqual(await ledger.listHistory(key), []);
      assert.deepEqual(await Promise.all(heads.map((head) => ledger.readPastResult(head))), [
        null,
        null,
        null,
      ]);
    });

    it('has one result once, whose age a gateway gives in whole seconds', async () => {
      const score: StoredResult = { ...result, part: 'money', body: 'shared', receivedAt: 10_000 };
      for (const receivedAt of [10_000, 10_999, 9_500, 11_400]) {
        await ledger.saveResult({ ...score, receivedAt });
      }
      const times = async () => (await ledger.listHistory(key)).map((head) => head.receivedAt);
      assert.deepEqual(await times(), [11_400]);
      // Another body, and the same one later, are results of their own.
      await ledger.saveResult({ ...score, body: 'other', receivedAt: 11_500 });
      await ledger.saveResult({ ...score, body: 'other', receivedAt: 13_500 });
      assert.deepEqual(await times(), [13_500, 11_500, 11_400]);
    });

    it('lists the newest hundred scores of each aggregator', async () => {
      for (let receivedAt = 1; receivedAt <= 101; receivedAt++) {
        await ledger.saveResult({ ...result, part: 'money', body: `${receivedAt}`, receivedAt });
      }
      await ledger.saveResult({ ...result, part: 'money_rank_weight', receivedAt: 1 });
      const times = (await ledger.listHistory(key)).map(({ receivedAt }) => receivedAt);
      assert.deepEqual([times.length, times[0], times[99], times[100]], [101, 101, 2, 1]);
    });

    it('clears results and settled jobs, and keeps what is still owed', async () => {
      await ledger.saveResult(result);
      await ledger.beginJob(job, claim('w', 0));
      await ledger.beginJob({ ...job, id: 'done', chain: 'base' }, claim('w', 0));
      await ledger.settleJob('done', { state: 'done' }, claim('w', 1));
      await ledger.countPoll('a', 'day', 'job');
      assert.equal(await ledger.clearResults(), 1);
      assert.equal(await ledger.readResult(key, 'summary'), null);
      assert.deepEqual(
        (await ledger.listJobs()).map(({ id }) => id),
        ['job'],
      );
      assert.equal((await ledger.readUsage('a', 'day')).length, 1);
    });

    it('keeps a result that comes late as an older one', async () => {
      const score = { ...result, part: 'money', body: 'newer', receivedAt: 9 } as const;
      await ledger.saveResult(score);
      await ledger.addResult({ ...score, body: 'older', receivedAt: 7 });
      await ledger.addResult(score);
      assert.equal((await ledger.readResult(key, 'money'))?.body, 'newer');
      const history = await ledger.listHistory(key);
      assert.deepEqual(
        await Promise.all(history.map(async (each) => (await ledger.readPastResult(each))?.body)),
        ['newer', 'older'],
      );
      await ledger.addResult({ ...score, body: 'newest', receivedAt: 11 });
      assert.equal((await ledger.readResult(key, 'money'))?.body, 'newest');
    });

    it('records a paid call before it is made, and what is known about its charge', async () => {
      const at = 5_000;
      const later = { aggregator: null, source: 'command', isAutomatic: false } as const;
      const spend = async (
        id: string,
        source: Spending['source'],
        isAutomatic = false,
      ): Promise<void> => {
        const spending = { ...key, id, kind: 'summary', aggregator: null, source, isAutomatic, at };
        const decision = await ledger.reserveSpending(
          { ...spending, kind: 'summary' },
          { day: 'd' },
        );
        assert.deepEqual(decision, { kind: 'granted' });
      };
      const ids = ['made', 'none', 'maybe', 'open', 'sent', 'released'];
      for (const id of ids) await spend(id, 'command');
      assert.equal(await ledger.markSpending('sent'), true);
      for (const charge of ['made', 'none', 'maybe'] as const)
        await ledger.settleSpending(charge, charge);
      await ledger.settleSpending('none', 'none');
      await ledger.settleSpending('released', null);
      assert.equal(await ledger.markSpending('released'), false);
      assert.deepEqual(
        (await ledger.listSpendings('a', 9)).map(({ id, charge }) => [id, charge]),
        [
          ['sent', 'sent'],
          ['open', 'open'],
          ['maybe', 'maybe'],
          ['none', 'none'],
          ['made', 'made'],
        ],
      );
      assert.equal((await ledger.listSpendings('a', 1)).length, 1);
      assert.deepEqual(await ledger.listSpendings('b', 9), []);
      const [{ account, chain, address } = assert.fail('none')] = await ledger.listSpendings(
        'a',
        1,
      );
      const all = await ledger.listSpendings('a', 9);
      assert.deepEqual(await ledger.listSpendings(account, 9, { chain, address }), all);
      assert.deepEqual(await ledger.listSpendings(account, 9, { chain: 'x', address }), []);
      assert.deepEqual(await ledger.readUsage('a', 'd'), [
        { kind: 'summary', source: 'command', isAutomatic: false, count: 3 },
      ]);
      // Its window is gone: others need not count it any more, and it is never sent.
      await ledger.reserveSpending(
        { ...key, id: 'later', kind: 'summary', ...later, at: at + 600_001 },
        { day: 'd' },
      );
      assert.equal(await ledger.markSpending('open'), false);
      assert.equal(await ledger.markSpending('later'), true);
    });

    it('limits automatic calls per day, and calls of commands per hour', async () => {
      let id = 0;
      const reserve = (
        change: Partial<Spending>,
        limits: Partial<SpendingLimits> = {},
      ): Promise<SpendingDecision> =>
        ledger.reserveSpending(
          {
            ...{ ...key, id: String(++id), kind: 'summary', aggregator: null },
            ...{ source: 'command', isAutomatic: false, at: 1_000, ...change },
          },
          { day: 'd', ...limits },
        );
      const automatic = { isAutomatic: true };
      assert.equal(
        (await reserve({ ...automatic, source: 'hover' }, { perDay: 2 })).kind,
        'granted',
      );
      assert.equal((await reserve(automatic, { perDay: 2 })).kind, 'granted');
      assert.equal((await reserve(automatic, { perDay: 2 })).kind, 'dayUsedUp');
      assert.equal((await reserve(automatic, { day: 'e', perDay: 2 })).kind, 'granted');
      assert.equal((await reserve({ ...automatic, account: 'b' }, { perDay: 2 })).kind, 'granted');
      // Three by commands so far; hovers, panels, batches and the other kind are not counted.
      for (const source of ['hover', 'panel', 'batch'] as const) await reserve({ source });
      await reserve({ kind: 'start' });
      assert.equal((await reserve({}, { perHour: 4 })).kind, 'granted');
      assert.equal((await reserve({ source: 'tool' }, { perHour: 4 })).kind, 'hourUsedUp');
      assert.equal((await reserve({ at: 1_000 + allowanceMs }, { perHour: 4 })).kind, 'granted');
      await ledger.decideAllowance('summary', true, 1_000);
      assert.equal((await reserve({}, { perHour: 1 })).kind, 'granted');
      assert.equal((await reserve({}, { perHour: 1 })).kind, 'hourUsedUp');
      await ledger.decideAllowance('summary', false, 1_000);
      const until = 1_000 + allowanceMs;
      assert.deepEqual(await reserve({}, { perHour: 9 }), { kind: 'declined', until });
      assert.equal((await reserve({ kind: 'start' }, { perHour: 9 })).kind, 'granted');
      assert.equal((await reserve({ source: 'panel' })).kind, 'granted');
      // A call that waited while the user declined, or a clock that was set back a little.
      assert.equal((await reserve({ at: 999 }, { perHour: 99 })).kind, 'declined');
      // A refusal makes no room: earlier calls still count.
      await reserve({ kind: 'start', at: until - 10 });
      await ledger.decideAllowance('start', false, 1_000);
      assert.equal(
        (await reserve({ kind: 'start', at: until }, { perHour: 1 })).kind,
        'hourUsedUp',
      );
      // The hour is over, or the clock was set back by more.
      assert.equal((await reserve({ at: until }, { perHour: 9 })).kind, 'granted');
      assert.equal((await reserve({ at: 1_000 - allowanceMs }, { perHour: 99 })).kind, 'granted');
    });
  });
}
