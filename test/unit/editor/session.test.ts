import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, it } from 'node:test';
import { networks } from '../../../src/addresses/networks.ts';
import type { Log } from '../../../src/editor/log.ts';
import type { Session } from '../../../src/editor/session.ts';
import { userSettings } from './support/vscode.ts';

const { createSession } = await import('../../../src/editor/session.ts');
const { settings } = await import('../../../src/editor/settings.ts');
const { EventEmitter } = await import('vscode');

const origin = 'https://service.test';
const bound = { origin, tenantId: 't', apiKey: 'k', id: 'credential-1' };
const broken = (): never => {
  throw new Error('locked');
};

/** A session over a keyring and a mode file that a test makes fail. */
function open(): {
  session: Session;
  read: { credentials: () => typeof bound; isSample: () => boolean };
  changes: boolean[];
  notes: string[];
} {
  const read = { credentials: () => bound, isSample: () => false };
  const notes: string[] = [];
  const log: Log = {
    call: () => undefined,
    note: (text) => notes.push(text),
    fault: (where) => notes.push(where),
    show: () => undefined,
  };
  const session = createSession({
    mode: {
      isSample: () => Promise.resolve().then(() => read.isSample()),
      enterSample: () => Promise.resolve(),
      leaveSample: () => Promise.resolve(),
      watch: () => () => undefined,
    },
    credentials: {
      read: () => Promise.resolve().then(() => read.credentials()),
      save: () => Promise.resolve(true),
      remove: () => Promise.resolve(),
      onDidChange: new EventEmitter<void>().event,
    },
    openDesk: () => Promise.reject(new Error('not asked for')),
    attachSample: () => Promise.reject(new Error('not asked for')),
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

  it('is asked again after the keyring failed once, and then told', async () => {
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

  it('is told as another account though the keyring failed in between', async () => {
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

  it('is nobody while it cannot be read whether sample mode is on; once it can, that is told', async () => {
    const { session, read, changes, notes } = open();
    assert.equal(await kindNow(session), 'service');
    read.isSample = broken;
    session.refresh();
    await setImmediate();
    assert.deepEqual(changes, [true]);
    assert.equal(await kindNow(session), 'signedOut');
    assert.equal(notes.filter((note) => note.includes('no call is made')).length, 1);
    read.isSample = () => true;
    assert.equal(await kindNow(session), 'sample');
    assert.deepEqual(changes, [true, true]);
  });
});

describe('a setting that is null', () => {
  it('counts as not made', () => {
    userSettings.set('addressRisk.chainIds', null);
    for (const { name } of networks) assert.equal(settings.serviceChain(name), name);
  });
});
