import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { destroy, inTurn, reply } from '../../support/rawServer.ts';
import { address, before, subject, withDoor, type Door, diskFull } from '../../support/door.ts';

const body =
  '{"balance":1.50,"usd_balance":3000,"tx_total":7,"is_contract":true,"last_activity":1}';
const ok = reply(200, body);

const look = (
  door: Door,
  source: 'hover' | 'command' = 'hover',
): ReturnType<Door['summaries']['look']> => door.summaries.look(door.account, subject, source);

describe('a summary is paid for once', () => {
  it('when a hundred hovers request it at the same time', () =>
    withDoor(ok, async (door) => {
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => look(door)));
      assert.equal(door.count('POST'), 1);
      assert.ok(outcomes.every(({ kind }) => kind === 'value'));
    }));

  it('when five windows and a command request it', () =>
    withDoor(ok, async (door) => {
      const windows = [door, door.window(), door.window(), door.window(), door.window()];
      const outcomes = await Promise.all(
        windows.map(({ summaries }, index) =>
          summaries.look(door.account, subject, index === 0 ? 'command' : 'hover'),
        ),
      );
      assert.equal(door.count('POST'), 1);
      assert.ok(outcomes.every(({ kind }) => kind === 'value'));
    }));

  it('even if the ledger fails briefly once it has arrived', () =>
    withDoor(ok, async (door) => {
      let failed = 0;
      before(door.store, 'settleCall', () => {
        if (failed++ < 2) throw diskFull();
      });
      assert.equal((await look(door)).kind, 'value');
      assert.equal((await look(door, 'command')).kind, 'value');
      assert.equal(door.count('POST'), 1);
    }));

  it('even if the window closes before the response arrives', async () => {
    let left: Promise<void> | undefined;
    let leave: (() => Promise<void>) | undefined;
    await withDoor(
      (socket, request, index) => {
        left = leave?.();
        ok(socket, request, index);
      },
      async (door) => {
        leave = () => door.leave();
        await look(door);
        await left;
        const next = door.window();
        const outcome = await next.summaries.look(door.account, subject, 'command');
        assert.equal(outcome.kind, 'value');
        assert.equal(door.count('POST'), 1);
      },
    );
  });

  it('while it is fresh, and again afterward', () =>
    withDoor(ok, async (door) => {
      await look(door);
      door.clock.pass(door.policy.summaryMs - 1);
      await look(door);
      assert.equal(door.count('POST'), 1);
      door.clock.pass(1);
      await look(door);
      assert.equal(door.count('POST'), 2);
    }));

  it('and is stored unchanged before it is shown', () =>
    withDoor(ok, async (door) => {
      const outcome = await look(door);
      const stored = door.store.readResult({ account: 'account', ...subject }, 'summary');
      assert.equal(stored?.body, body);
      assert.deepEqual(outcome, { kind: 'value', result: stored });
    }));

  it('even if the clock was set back a day', () =>
    withDoor(ok, async (door) => {
      await look(door);
      door.clock.jump(-86_400_000);
      await look(door);
      assert.equal(door.count('POST'), 1);
    }));

  it('even if the clock is set back a day while another window waits for it (hazard 31)', async () => {
    const { promise: bothClaim, resolve } = Promise.withResolvers<undefined>();
    let setBack: (() => void) | undefined;
    await withDoor(
      (socket, request, index) =>
        void bothClaim.then(() => {
          setBack?.();
          ok(socket, request, index);
        }),
      async (door) => {
        let claims = 0;
        before(door.store, 'claimCall', () => {
          if (++claims === 2) resolve(undefined);
        });
        setBack = () => door.clock.jump(-86_400_000);
        const windows = [door, door.window()];
        const outcomes = await Promise.all(
          windows.map(({ summaries }) => summaries.look(door.account, subject, 'command')),
        );
        assert.deepEqual(outcomes[0], outcomes[1]);
        assert.equal(outcomes[0]?.kind, 'value');
        assert.equal(door.count('POST'), 1);
      },
    );
  });
});

describe('a summary that fails', () => {
  for (const [status, scope] of [
    [401, 'credential'],
    [403, 'credential'],
    [404, 'summary'],
    [402, 'summary'],
  ] as const) {
    it(`with ${status} stops every hover with that credential until the user asks`, () =>
      withDoor(inTurn(reply(status), ok), async (door) => {
        assert.equal((await look(door)).kind, 'failed');
        const other = { address: address.toLowerCase(), chain: 'base' };
        const outcome = await door.summaries.look(door.account, other, 'hover');
        assert.deepEqual(outcome.kind === 'refused' ? outcome.refusal.kind : '', 'stopped');
        assert.equal(door.count('POST'), 1);
        assert.deepEqual(
          door.store.readStops('account', 'credential-1').map((stop) => stop.scope),
          [scope],
        );
        assert.equal((await look(door, 'command')).kind, 'value');
        assert.deepEqual(door.store.readStops('account', 'credential-1'), []);
      }));
  }

  it('after it was sent is not fetched again automatically within its time', () =>
    withDoor(inTurn(destroy, ok), async (door) => {
      const outcome = await look(door);
      assert.equal(outcome.kind === 'failed' ? outcome.failure.wasSent : false, true);
      door.clock.pass(door.policy.summaryMs - 1);
      assert.equal((await look(door)).kind, 'refused');
      assert.equal(door.count('POST'), 1);
      door.clock.pass(1);
      assert.equal((await look(door)).kind, 'value');
    }));

  it('after it was sent is not fetched again because the clock was set back (hazard 31)', () =>
    withDoor(inTurn(destroy, ok), async (door) => {
      await look(door);
      for (const ms of [-1_000, -60_000, -86_400_000]) {
        door.clock.jump(ms);
        assert.equal((await look(door)).kind, 'refused', `${ms} ms`);
      }
      assert.equal(door.count('POST'), 1);
    }));

  it('leaves nothing to do for another window that waits for it', () =>
    withDoor(ok, async (door) => {
      const key = { account: 'account', ...subject };
      const orphan = { failures: 1, retryAt: 0, mayBeCharged: true, kind: 'network' } as const;
      const claim = { owner: 'other', now: door.clock.now(), tick: door.clock.tick() };
      door.store.claimCall(key, claim, { after: 0, before: Infinity }, { ...orphan, status: null });
      const waiting = look(door);
      await door.leave();
      assert.equal((await waiting).kind, 'failed');
      assert.equal(door.count('POST'), 0);
    }));

  it('without being sent cools down for twice as long each time', () =>
    withDoor(ok, async (door) => {
      const { url } = door.server;
      await door.server.close();
      const waits: number[] = [];
      for (let failures = 0; failures < 7; failures++) {
        const outcome = await look(door);
        assert.equal(outcome.kind, 'failed', `${url} answered`);
        const row = door.store.readCall({ account: 'account', ...subject });
        waits.push(((row?.retryAt ?? 0) - door.clock.now()) / 1_000);
        door.clock.pass((row?.retryAt ?? 0) - door.clock.now());
      }
      assert.deepEqual(waits, [30, 60, 120, 240, 480, 600, 600]);
      assert.deepEqual(door.store.readUsage('account', '2026-01-15'), []);
    }));

  it('keeps the known values', () =>
    withDoor(inTurn(ok, destroy), async (door) => {
      await look(door);
      door.clock.pass(door.policy.summaryMs);
      const outcome = await look(door);
      assert.equal(outcome.kind, 'failed');
      assert.equal(
        door.store.readResult({ account: 'account', ...subject }, 'summary')?.body,
        body,
      );
    }));

  it('in a window that ended is a call that may have been charged', () =>
    withDoor(ok, async (door) => {
      const key = { account: 'account', ...subject };
      const ended = { owner: 'ended', now: door.clock.now(), tick: door.clock.tick() };
      const orphan = { failures: 1, retryAt: 0, mayBeCharged: true, kind: 'network', status: null };
      door.store.claimCall(
        key,
        ended,
        { after: 0, before: Infinity },
        { ...orphan, kind: 'network' },
      );
      door.clock.pass(10_001);
      const hovered = await look(door);
      assert.equal(hovered.kind === 'refused' ? hovered.refusal.kind : '', 'coolingDown');
      assert.equal(door.count('POST'), 0);
      assert.equal(door.store.readCall(key)?.mayBeCharged, true);
      assert.equal((await look(door, 'command')).kind, 'value');
      assert.equal(door.count('POST'), 1);
    }));
});

describe('what is not fetched', () => {
  it('a summary for a non-EVM network, from any source', () =>
    withDoor(ok, async (door) => {
      for (const source of ['hover', 'command', 'panel'] as const) {
        const outcome = await door.summaries.look(
          door.account,
          { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', chain: 'bitcoin' },
          source,
        );
        assert.equal(outcome.kind === 'refused' ? outcome.refusal.kind : '', 'notEvm');
      }
      assert.equal(door.count('POST'), 0);
    }));

  it('a summary for a hover beyond the daily budget; the user still can', () =>
    withDoor(ok, async (door) => {
      door.policy.summaryCallsPerDay = 3;
      const chains = ['ethereum', 'base', 'polygon', 'arbitrum', 'optimism'];
      const outcomes = await Promise.all(
        chains.map((chain) => door.summaries.look(door.account, { address, chain }, 'hover')),
      );
      assert.equal(door.count('POST'), 3);
      const refused = outcomes.filter(({ kind }) => kind === 'refused');
      assert.equal(refused.length, 2);
      for (const chain of chains) {
        await door.summaries.look(door.account, { address, chain }, 'command');
      }
      assert.equal(door.count('POST'), 5);
      door.clock.pass(86_400_000);
      await door.summaries.look(door.account, { address, chain: 'scroll' }, 'hover');
      assert.equal(door.count('POST'), 6);
    }));
});

describe('a summary in progress', () => {
  it('is joined by a hover, even if hovers are stopped', async () => {
    let hovered: ReturnType<typeof look> | undefined;
    let door: Door | undefined;
    await withDoor(
      (socket, request, index) => {
        hovered = look(door!);
        void setImmediate().then(() => ok(socket, request, index));
      },
      async (opened) => {
        door = opened;
        opened.store.setStop('account', 'credential-1', { scope: 'summary', status: 402, at: 1 });
        assert.equal((await look(opened, 'command')).kind, 'value');
        assert.equal((await hovered)?.kind, 'value');
        assert.equal(opened.count('POST'), 1);
      },
    );
  });

  it('that a hover may not fetch is fetched by a person who asks meanwhile', () =>
    withDoor(ok, async (door) => {
      const { store } = door;
      const reserve = store.reserveSpending.bind(store);
      let clicked: ReturnType<typeof look> | undefined;
      store.reserveSpending = (call, ...rest) => {
        if (!call.isAutomatic) return reserve(call, ...rest);
        // It waits for other hovers, and then may not be sent.
        if (clicked !== undefined) return { kind: 'unreliable' };
        clicked = look(door, 'command');
        return { kind: 'crowded' };
      };
      assert.equal((await look(door)).kind, 'refused');
      assert.equal((await clicked)?.kind, 'value');
      assert.equal(door.count('POST'), 1);
    }));

  it('notifies the surfaces when it has ended, whatever came of it', async () => {
    const seen: unknown[] = [];
    await withDoor(
      inTurn(destroy, ok),
      async (door) => {
        await look(door, 'command');
        await look(door, 'command');
        await look(door, 'command');
      },
      { onChange: (key) => seen.push(key) },
    );
    const key = { account: 'account', ...subject };
    assert.deepEqual(seen, [key, key]);
  });

  it('is called with the name that the service has for the network', () =>
    withDoor(ok, async (door) => {
      const account = { ...door.account, serviceChain: (network: string) => `own-${network}` };
      await door.summaries.look(account, subject, 'command');
      assert.match(door.server.requests[0]?.line ?? '', /own-ethereum/);
      assert.equal(
        door.store.readResult({ account: 'account', ...subject }, 'summary')?.body,
        body,
      );
    }));
});
