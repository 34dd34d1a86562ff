import { EventEmitter, userSettings } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { ExtensionContext } from 'vscode';
import type { UserActivity } from '../../../src/editor/calls/calls.ts';
import type { Session, SessionChange } from '../../../src/editor/session/session.ts';
import type { Log, Notifier } from '../../../src/editor/shell/shell.ts';
import type { Engine, ScoreEnd } from '../../../src/engine/engine.ts';
import { gestureOf } from '../../../src/paid/gesture.ts';
import { eventually } from '../../harness/waiting.ts';
import { withFolder } from '../../support/cores.ts';
import { address, subject } from '../../support/door.ts';
import { reply, startRawServer } from '../../support/rawServer.ts';
import { account } from '../../support/testEngine.ts';

const { createActivity } = await import('../../../src/editor/calls/activity.ts');
const { engineOpener } = await import('../../../src/editor/calls/calls.ts');

const never = new AbortController().signal;
const ready = JSON.stringify({ risk_score: { address, chain: 'ethereum', risk_score: 1 } });
/** What the extension brings built, from its source. */
const built: Readonly<Record<string, string>> = {
  'dist/engine.cjs': 'src/engine/engine.process.ts',
  'dist/certificates.cjs': 'src/api/certificates.process.ts',
};

interface Place {
  /** How many engines were opened. */
  readonly engines: () => number;
  readonly notes: readonly string[];
  /** How many requests of a method the service has received. */
  readonly count: (method: 'POST' | 'GET') => number;
  /** From now on the job is ready. */
  readonly finish: () => void;
  /** Whether the user is inactive. */
  readonly silence: (isSilent: boolean) => void;
  /** Who is signed in from now on; listeners are told. */
  readonly change: (key: string, isOtherAccount: boolean) => void;
  /** The way to the engine of a new window. */
  readonly openWindow: () => ReturnType<typeof engineOpener>;
}

/** The way to a real engine, over a service whose jobs are not ready before the test says so. */
async function withPlace(work: (place: Place) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    let isReady = false;
    let isSilent = false;
    const activeAgain = new EventEmitter<boolean>();
    let engines = 0;
    let who: string = account.key;
    const server = await startRawServer((socket, request, index) => {
      const poll = isReady ? reply(200, ready) : reply(409);
      (request.line.startsWith('POST') ? reply(200, 'job.1') : poll)(socket, request, index);
    });
    const changed = new EventEmitter<SessionChange>();
    const notes: string[] = [];
    const faults: unknown[] = [];
    const session = {
      identity: () => Promise.resolve({ ...account, kind: 'service', key: who }),
      connection: ({ key }) =>
        Promise.resolve(key === who ? { base: server.url, tenantId: 't', apiKey: 'k' } : undefined),
      onDidChange: changed.event,
    } as Partial<Session> as Session;
    const log = {
      note: (text: string) => notes.push(text),
      call: () => undefined,
      fault: (where: string, error: unknown) => faults.push([where, error]),
    } as unknown as Log;
    const windows: ReturnType<typeof engineOpener>[] = [];
    const openWindow = (): ReturnType<typeof engineOpener> => {
      const opener = engineOpener({
        nameOf: () => undefined,
        context: {
          globalStorageUri: { fsPath: folder },
          asAbsolutePath(path: string) {
            if (path === 'dist/engine.cjs') engines++;
            return new URL(`../../../${built[path] ?? path}`, import.meta.url).pathname;
          },
        } as unknown as ExtensionContext,
        session,
        activity: createActivity(),
        userActivity: {
          onDidChange: activeAgain.event,
          check() {
            if (isSilent) activeAgain.fire(false);
          },
        } as UserActivity,
        shell: { log, notifier: {} as Notifier },
      });
      windows.push(opener);
      return opener;
    };
    try {
      await work({
        engines: () => engines,
        notes,
        count: (method) => server.requests.filter(({ line }) => line.startsWith(method)).length,
        finish: () => void (isReady = true),
        silence(next) {
          isSilent = next;
          if (!next) activeAgain.fire(true);
        },
        change(key, isOtherAccount) {
          who = key;
          changed.fire({ isOtherAccount });
        },
        openWindow,
      });
      assert.deepEqual(faults, []);
    } finally {
      for (const each of windows) {
        each.dispose();
        await each.close();
      }
      await server.close();
    }
  });
}

function score(engine: Engine): Promise<ScoreEnd> {
  const gesture = gestureOf('command');
  const request = { account, subject, aggregator: 'money', gesture, isRepeat: false } as const;
  return engine.score(request, () => undefined, never);
}

const stateOf = (end: ScoreEnd): string => ('job' in end ? end.job.state : end.kind);

beforeEach(() => {
  userSettings.clear();
  userSettings.set('addressRisk.polling.intervalSeconds', 1);
});

describe('a user who is inactive (hazard 73)', () => {
  it('polls nothing: the wait ends, the job stays, and is resumed at the next activity', () =>
    withPlace(async ({ openWindow, notes, count, finish, silence }) => {
      const engine = await openWindow().open();
      const end = score(engine);
      await eventually('a poll', () => count('GET') > 0);
      silence(true);
      assert.equal(stateOf(await end), 'running');
      assert.deepEqual(notes, ['No activity for ten minutes. Status checks are paused.']);
      const polls = count('GET');

      finish();
      silence(false);
      await eventually('the result', async () => {
        const [heads] = await engine.readStored([{ account: account.key, ...subject }]);
        return heads?.scores.money?.isFresh;
      });
      assert.deepEqual([count('POST'), count('GET')], [1, polls + 1]);
      assert.equal(notes.length, 1);
    }));
});

describe('an account that changes (hazard 59)', () => {
  it('ends the waits of the earlier one, and leaves its jobs as they are', () =>
    withPlace(async ({ openWindow, count, change }) => {
      const engine = await openWindow().open();
      let hasEnded = false;
      const end = score(engine).finally(() => {
        hasEnded = true;
      });
      await eventually('a poll', () => count('GET') > 0);
      // Something else about the session changed: the wait continues.
      change(account.key, false);
      const polls = count('GET');
      await eventually('another poll', () => count('GET') > polls + 1);
      assert.equal(hasEnded, false);

      change('another', true);
      assert.equal(stateOf(await end), 'running');
      assert.equal(count('POST'), 1);
      const [job] = await engine.listJobs({ ...account, key: 'another' });
      assert.equal(job, undefined);
      const left = await engine.openJobOf({ account: account.key, ...subject }, 'money');
      assert.equal(left?.state, 'running');
    }));
});

describe('a window that opens', () => {
  it('opens no engine if there is no ledger yet', () =>
    withPlace(async ({ openWindow, engines, change }) => {
      const { open } = openWindow();
      change('another', true);
      change(account.key, true);
      // Had one been opened, it would have been loaded before this.
      await import('../../../src/engine/remoteEngine.ts');
      await setImmediate();
      assert.equal(engines(), 0);
      await (await open()).readUsage(account.key);
      assert.equal(engines(), 1);
    }));

  it('resumes the job of an earlier one, without a request of the user', () =>
    withPlace(async ({ openWindow, count, finish, silence }) => {
      const first = openWindow();
      const end = score(await first.open());
      await eventually('a poll', () => count('GET') > 0);
      silence(true);
      await end;
      first.dispose();
      await first.close();

      silence(false);
      finish();
      const polls = count('GET');
      openWindow();
      await eventually('a poll of the next window', () => count('GET') > polls);
      assert.equal(count('POST'), 1);
    }));
});
