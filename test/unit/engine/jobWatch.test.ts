import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Accounts } from '../../../src/engine/accounts.ts';
import { JobWatch } from '../../../src/engine/jobWatch.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { openLedger } from '../../../src/ledger/openLedger.ts';
import type { Scores } from '../../../src/paid/scores.ts';
import { eventually } from '../../harness/waiting.ts';
import { withFolder } from '../../support/cores.ts';
import { subject } from '../../support/door.ts';
import { account } from '../../support/testEngine.ts';
import { ledgerOver, openSqliteStore } from '../../support/openStore.ts';

const minuteMs = 60_000;

/** Without jobs, a watch needs neither accounts nor scores. */
const unused: unknown = undefined;

/** A watch over a ledger with a running job, and how often it had jobs followed. */
function watching(t: TestContext, fail: () => boolean = () => false) {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const store = openSqliteStore(':memory:');
  const { origin, credential } = account;
  const job = {
    ...subject,
    account: account.key,
    aggregator: 'money',
    origin,
    credential,
  } as const;
  store.beginJob({ ...job, id: 'job' }, { owner: 'gone', now: 1, tick: 0 });
  store.overrideJob('job', { state: 'running', jobId: 'paid' }, 1);
  let followed = 0;
  const faults: unknown[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'address-risk-watch-'));
  const watch = new JobWatch({
    folder,
    host: {
      account: () => Promise.resolve(account),
      onChange: () => undefined,
      onUnknown: () => Promise.resolve(),
      onFault: (_, error) => faults.push(error),
    },
    ledger: ledgerOver(store),
    accounts: { open: () => Promise.resolve({}) } as unknown as Accounts,
    scores: {
      followJobs: () => {
        followed++;
        return fail() ? Promise.reject(new Error('busy')) : Promise.resolve();
      },
      leave: () => Promise.resolve(),
    } as unknown as Scores,
  });
  const pass = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    for (let round = 0; round < 10; round++) await setImmediate();
  };
  t.after(() => {
    watch.stop();
    store.close();
    rmSync(folder, { recursive: true });
  });
  return { watch, store, pass, faults, followed: () => followed };
}

describe('jobs that no window follows', () => {
  it('are taken up once a minute, as long as there are any', async (t) => {
    const { watch, store, pass, followed } = watching(t);
    await watch.followJobs();
    assert.equal(followed(), 1);
    await pass(minuteMs - 1);
    assert.equal(followed(), 1);
    await pass(1);
    await pass(minuteMs);
    assert.equal(followed(), 3);
    store.overrideJob('job', { state: 'done' }, 2);
    await pass(minuteMs);
    await pass(minuteMs);
    assert.equal(followed(), 3);
  });

  it('are taken up again after a look that failed', async (t) => {
    let isBroken = false;
    const { watch, pass, faults, followed } = watching(t, () => isBroken);
    await watch.followJobs();
    isBroken = true;
    await pass(minuteMs);
    assert.equal(faults.length, 1);
    isBroken = false;
    await pass(minuteMs);
    assert.equal(followed(), 3);
  });

  it('wait while the user is inactive', async (t) => {
    const { watch, pass, followed } = watching(t);
    await watch.followJobs();
    await watch.setActive(false);
    await pass(3 * minuteMs);
    assert.equal(followed(), 1);
    await watch.setActive(true);
    assert.equal(followed(), 2);
    await pass(minuteMs);
    assert.equal(followed(), 3);
  });
});

describe('a watch in a quiet window', () => {
  it('has no timer, and notices what another process stores', () =>
    withFolder(async (folder) => {
      const ledger = openLedger(folder, ({ kind }) => assert.fail(kind));
      let changes = 0;
      const before = timers();
      const watch = new JobWatch({
        folder,
        host: {
          account: () => Promise.resolve(account),
          onChange: () => changes++,
          onUnknown: () => Promise.resolve(),
          onFault: (_, error) => assert.fail(String(error)),
        },
        ledger,
        accounts: unused as Accounts,
        scores: unused as Scores,
      });
      await watch.followJobs();
      assert.equal(timers(), before);

      const other = openLedger(folder, ({ kind }) => assert.fail(kind));
      const stop = { scope: 'risk', status: 402, at: 1 } as const;
      await other.setStop(account.key, account.credential, stop);
      await eventually('the change', () => changes === 1);
      await eventually('the end of the pause', () => timers() === before);
      watch.stop();
      await Promise.all([ledger.close(), other.close()]);
    }));

  it('looks every second if the folder cannot be watched', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
    let version = 1;
    let changes = 0;
    const watch = new JobWatch({
      folder: '/dev/null/no-folder',
      host: {
        account: () => Promise.resolve(undefined),
        onChange: () => changes++,
        onUnknown: () => Promise.resolve(),
        onFault: (_, error) => assert.fail(String(error)),
      },
      ledger: {
        version: () => Promise.resolve(version),
        listJobsInProgress: () => Promise.resolve([]),
      } as unknown as Ledger,
      accounts: unused as Accounts,
      scores: unused as Scores,
    });
    await watch.followJobs();
    version = 2;
    t.mock.timers.tick(1_000);
    await setImmediate();
    assert.equal(changes, 1);
    watch.stop();
  });
});

/** Pending timers of this process; each may wake it. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}
