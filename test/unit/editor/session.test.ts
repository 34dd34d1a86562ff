import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, it } from 'node:test';
import { networks } from '../../../src/addresses/networks.ts';
import type { Log } from '../../../src/editor/shell/log.ts';
import type { Mode } from '../../../src/editor/session/mode.ts';
import type { Session } from '../../../src/editor/session/session.ts';
import { userSettings } from './support/vscode.ts';

const { CurrentSession } = await import('../../../src/editor/session/session.ts');
const { settings } = await import('../../../src/editor/shell/settings.ts');
const { EventEmitter } = await import('vscode');

const origin = 'https://service.test';
const bound = { origin, tenantId: 't', apiKey: 'k', id: 'credential-1' };
const broken = (): never => {
  throw new Error('locked');
};

/** A session over a keyring and a mode file that a test makes fail. */
function open(): {
  session: Session;
  read: { credentials: () => typeof bound | undefined; mode: () => Mode | 'missing' };
  changes: boolean[];
  notes: string[];
} {
  const read: ReturnType<typeof open>['read'] = {
    credentials: () => bound,
    mode: () => 'service',
  };
  const notes: string[] = [];
  const log: Log = {
    call: () => undefined,
    note: (text) => notes.push(text),
    fault: (where) => notes.push(where),
    show: () => undefined,
  };
  const session = new CurrentSession({
    mode: {
      read: () => Promise.resolve().then(() => read.mode()),
      save: () => Promise.resolve(),
      watch: () => () => undefined,
    },
    credentials: {
      read: () => Promise.resolve().then(() => read.credentials()),
      save: () => Promise.resolve(true),
      remove: () => Promise.resolve(),
      onDidChange: new EventEmitter<void>().event,
    },
    sample: {
      connection: () => Promise.reject(new Error('not requested')),
      dispose: () => undefined,
    },
    log,
  });
  const changes: boolean[] = [];
  session.onDidChange(({ isOtherAccount }) => changes.push(isOtherAccount));
  return { session, read, changes, notes };
}

const kindNow = async (session: Session): Promise<string> => (await session.identity()).kind;

describe('who is signed in', () => {
  beforeEach(() => {
    userSettings.clear();
    userSettings.set('addressRisk.serviceUrl', origin);
  });

  it('is read again after the keyring failed once, and then reported', async () => {
    const { session, read, changes } = open();
    read.credentials = broken;
    await assert.rejects(session.identity());
    assert.deepEqual(changes, []);
    read.credentials = () => bound;
    assert.equal(await kindNow(session), 'service');
    assert.deepEqual(changes, [false]);
    await kindNow(session);
    assert.deepEqual(changes, [false], 'told once');
  });

  it('is reported as another account even if the keyring failed in between', async () => {
    const { session, read, changes, notes } = open();
    await session.identity();
    read.credentials = broken;
    session.refresh();
    await setImmediate();
    assert.deepEqual([changes, notes], [[], ['session']]);
    read.credentials = () => ({ ...bound, id: 'credential-2' });
    assert.equal(await kindNow(session), 'service');
    assert.deepEqual(changes, [true]);
    session.refresh();
    await setImmediate();
    assert.deepEqual(changes, [true, false]);
  });

  it('is undecided while the mode cannot be read; listeners are notified once it can', async () => {
    const { session, read, changes, notes } = open();
    assert.equal(await kindNow(session), 'service');
    read.mode = broken;
    session.refresh();
    await setImmediate();
    assert.deepEqual(changes, [true]);
    assert.deepEqual(await session.identity(), { kind: 'undecided', origin });
    assert.equal(notes.filter((note) => note.includes('No paid call is made')).length, 1);
    read.mode = () => 'sample';
    assert.equal(await kindNow(session), 'sample');
    assert.deepEqual(changes, [true, true]);
  });

  it('is undecided if the mode file is gone and credentials exist', async () => {
    const { session, read } = open();
    read.mode = () => 'missing';
    assert.deepEqual(await session.identity(), { kind: 'undecided', origin });
  });

  it('is signed out if there are no credentials, whatever the mode file says', async () => {
    for (const mode of [() => 'missing' as const, broken]) {
      const { session, read } = open();
      Object.assign(read, { mode, credentials: () => undefined });
      assert.equal(await kindNow(session), 'signedOut');
    }
  });
});

describe('a setting that is null', () => {
  it('counts as not set', () => {
    userSettings.set('addressRisk.chainIds', null);
    for (const { name } of networks) assert.equal(settings.serviceChain(name), name);
  });
});
