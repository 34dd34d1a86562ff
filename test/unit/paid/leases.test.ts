/** What a window holds while it works, and what it releases. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { holdJob } from '../../../src/paid/jobRun.ts';
import { claimOf } from '../../../src/paid/lease.ts';
import { OwnPollTurn } from '../../../src/paid/pollTurn.ts';
import type { JobPorts } from '../../../src/paid/ports.ts';
import { checkService } from '../../../src/paid/pollTurn.ts';
import { before, subject, withDoor, type Door, diskFull } from '../../support/door.ts';
import { reply, type RawAnswer } from '../../support/rawServer.ts';

const never = new AbortController().signal;
const key = { account: 'account', ...subject } as const;
const silent: RawAnswer = () => assert.fail('nothing is sent');
const portsOf = ({ ledger, clock, policy }: Door, owner: string): JobPorts => {
  return { ledger, clock, owner, policy: () => policy };
};
/** Lets calls of the ledger end. */
async function settled(): Promise<void> {
  for (let round = 0; round < 10; round++) await setImmediate();
}

describe('a job that a window holds', () => {
  it('stays its own while it works, and is reported as lost once', (t) =>
    withDoor(silent, async (door) => {
      t.mock.timers.enable({ apis: ['setInterval'] });
      const ports = portsOf(door, 'w1');
      const origin = { origin: door.server.url, credential: 'credential-1' };
      door.store.beginJob({ ...key, ...origin, id: 'a', aggregator: 'money' }, claimOf(ports));
      let lost = 0;
      const lease = holdJob(ports, 'a');
      lease.lost.addEventListener('abort', () => lost++);
      // The lease lasts ten seconds: without a beat every three, it would be over.
      for (let beat = 0; beat < 5; beat++) {
        door.clock.pass(3_000);
        t.mock.timers.tick(3_000);
        await settled();
      }
      assert.equal(door.store.claimJob('a', claimOf(portsOf(door, 'w2')), 'intent'), null);
      assert.equal(lost, 0);
      door.clock.pass(10_001);
      assert.notEqual(door.store.claimJob('a', claimOf(portsOf(door, 'w2')), 'intent'), null);
      t.mock.timers.tick(3_000);
      await settled();
      assert.equal(lost, 1);
      lease.end();
      t.mock.timers.tick(30_000);
      await settled();
      assert.equal(lost, 1);
      door.store.forgetJob('a');
    }));

  it('is not lost because the ledger is busy at a beat', (t) =>
    withDoor(silent, async (door) => {
      t.mock.timers.enable({ apis: ['setInterval'] });
      before(door.store, 'changeJob', () => {
        throw diskFull();
      });
      const lease = holdJob(portsOf(door, 'w1'), 'a');
      t.mock.timers.tick(3_000);
      await settled();
      assert.equal(lease.lost.aborted, false);
      lease.end();
    }));
});

describe('a turn to poll', () => {
  it('is over before it is taken, and when its time to send has passed', () =>
    withDoor(silent, async (door) => {
      const turn = new OwnPollTurn(door, 'account');
      assert.equal(turn.isOver(), true);
      await turn.take(never);
      assert.equal(turn.isOver(), false);
      door.clock.pass(2_499);
      assert.equal(turn.isOver(), false);
      door.clock.pass(1);
      assert.equal(turn.isOver(), true);
      await turn.end();
    }));

  it('lasts as long as its poll, and then gives way after the pause', (t) =>
    withDoor(silent, async (door) => {
      t.mock.timers.enable({ apis: ['setInterval'] });
      const turn = new OwnPollTurn(door, 'account');
      await turn.take(never);
      for (let beat = 0; beat < 8; beat++) {
        door.clock.pass(1_500);
        t.mock.timers.tick(1_500);
        await settled();
      }
      const tick = door.clock.tick();
      const other = door.store.takeTurn('account', 'other', tick, tick);
      assert.ok(other > 5_000, String(other));
      await turn.end();
      const soon = door.store.takeTurn('account', 'other', tick, tick);
      assert.ok(soon > 0 && soon <= 1_010, String(soon));
      // Released: a beat must not take it back.
      t.mock.timers.tick(6_000);
      await settled();
      assert.equal(door.store.takeTurn('account', 'other', tick, tick + 1_010), 0);
    }));

  it('is requested again while the ledger cannot give one, and not after a stop', () =>
    withDoor(silent, async (door) => {
      let tries = 0;
      before(door.store, 'takeTurn', () => {
        if (++tries < 3) throw diskFull();
      });
      const began = door.clock.tick();
      const turn = new OwnPollTurn(door, 'account');
      await turn.take(never);
      assert.equal(door.clock.tick() - began, 2_000);
      await turn.end();
      await new OwnPollTurn(door, 'account').take(AbortSignal.abort());
      assert.equal(tries, 3);
    }));
});

describe('a status call', () => {
  it('counts if it was sent, whatever came of it, and not if it ended before', () =>
    withDoor(silent, async (door) => {
      const turn = new OwnPollTurn(door, 'account');
      const counts: unknown[] = [];
      for (const wasSent of [true, false, true]) {
        await turn.take(never);
        const failure = { kind: 'network', endpoint: 'status', wasSent } as const;
        await turn.call('job', never, () => Promise.resolve({ ok: false, failure }));
        await turn.end();
        counts.push(door.store.readUsage('account', '2026-01-15')[0]?.count);
      }
      assert.deepEqual(counts, [1, 1, 2]);
    }));
});

describe('a check of the connection', () => {
  const rejecting = reply(403, '{"detail":"no"}');

  it('is one status call in its turn, counted, after which the next may poll', () =>
    withDoor(rejecting, async (door) => {
      const tick = door.clock.tick();
      door.store.takeTurn('account', 'other', tick, tick);
      door.store.endTurn('account', 'other', tick);
      const outcome = await checkService(door, door.account, never);
      assert.equal(outcome.ok ? outcome.value.status : outcome.failure.kind, 403);
      assert.ok(door.clock.tick() - tick >= 1_010, 'it waited for its turn');
      assert.equal(door.count('GET'), 1);
      assert.deepEqual(door.store.readUsage('account', '2026-01-15'), [
        { kind: 'poll', source: 'check', count: 1 },
      ]);
      const later = door.clock.tick();
      const next = door.store.takeTurn('account', 'next', later, later);
      assert.ok(next > 0 && next <= 1_010, String(next));
    }));
});

describe('a check that waits for its turn', () => {
  it('ends when the user cancels it or leaves the account, and sends nothing', () =>
    withDoor(reply(200, '{}'), async (door) => {
      for (const isLeaving of [false, true]) {
        const canceling = new AbortController();
        const tick = door.clock.tick();
        door.store.takeTurn('account', 'other', tick, tick);
        const check = checkService(door, door.account, canceling.signal);
        if (isLeaving) void door.leave();
        else canceling.abort();
        const outcome = await check;
        assert.ok(!outcome.ok && outcome.failure.kind === 'cancelled');
      }
      assert.equal(door.count('GET'), 0);
    }));
});

describe('a summary that is being fetched', () => {
  it('is not fetched by another window, however long it takes', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    let door: Door | undefined;
    const slow: RawAnswer = (socket, request, index) => {
      const { clock, store } = door!;
      void (async () => {
        for (let beat = 0; beat < 5; beat++) {
          clock.pass(3_000);
          t.mock.timers.tick(3_000);
          await settled();
        }
        const orphan = { failures: 1, retryAt: 0, mayBeCharged: true, status: null } as const;
        const claim = { owner: 'other', now: clock.now(), tick: clock.tick() };
        const fresh = { after: 0, before: Infinity };
        assert.deepEqual(store.claimCall(key, claim, fresh, { ...orphan, kind: 'network' }), {
          kind: 'busy',
        });
        reply(200, '{"balance":1}')(socket, request, index);
      })();
    };
    await withDoor(slow, async (opened) => {
      door = opened;
      const outcome = await opened.summaries.look(opened.account, subject, 'command');
      assert.equal(outcome.kind, 'value');
      assert.equal(opened.count('POST'), 1);
    });
  });
});
