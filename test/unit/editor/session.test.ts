import assert from 'node:assert/strict';
import type { Memento } from 'vscode';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, it } from 'node:test';
import { networks } from '../../../src/networks/networks.ts';
import type { Log } from '../../../src/editor/shell/shell.ts';
import type { CredentialStore, SignedIn, Session } from '../../../src/editor/session/session.ts';
import type { Mode } from '../../../src/paths/modeFile.ts';
import { nothingEnded, storage } from './support/secrets.ts';
import { userSettings } from './support/vscode.ts';

const { credentialStore, connectionOf, storedKeyOf, CurrentSession } =
  await import('../../../src/editor/session/session.ts');
const { settings } = await import('../../../src/editor/shell/settings.ts');
const { EventEmitter } = await import('vscode');

const origin = 'https://service.test';
const bound = { origin, tenantId: 't', apiKey: 'k', id: 'credential-1' };
const broken = (): never => {
  throw new Error('locked');
};

/** A session over a keyring and a mode file that a test makes fail. */
function open(
  store?: CredentialStore,
  memory: Pick<Memento, 'get' | 'update'> = {
    get: () => undefined,
    update: () => Promise.resolve(),
  },
): {
  session: InstanceType<typeof CurrentSession>;
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
      ...nothingEnded,
      save: () => Promise.resolve(),
      watch: () => () => undefined,
    },
    credentials: store ?? {
      read: () => Promise.resolve().then(() => read.credentials()),
      save: () => Promise.resolve(true),
      remove: () => Promise.resolve(),
      onDidChange: new EventEmitter<void>().event,
    },
    sample: {
      connection: () => Promise.reject(new Error('not requested')),
      dispose: () => undefined,
    },
    ...{ log, memory },
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

  it('is never read between two steps of a change', async () => {
    const { session, read } = open();
    read.mode = () => 'missing';
    read.credentials = () => undefined;
    assert.equal(await kindNow(session), 'signedOut');
    const early = session.change(async () => {
      read.credentials = () => bound;
      // Whoever asks here, and whoever began to read before.
      seen.push(kindNow(session));
      await setImmediate();
      read.mode = () => 'service';
    });
    const seen = [kindNow(session)];
    await early;
    assert.deepEqual(await Promise.all(seen), ['service', 'service']);

    // A read that has begun is not kept if a change has come between its parts.
    const { session: other, read: parts } = open();
    let reads = 0;
    parts.mode = () => (reads++ === 0 ? 'missing' : 'service');
    const first = kindNow(other);
    await other.change(() => {
      parts.credentials = () => ({ ...bound, id: 'credential-2' });
      return Promise.resolve();
    });
    assert.equal(await first, 'service');
    assert.equal(await kindNow(other), 'service');
  });

  it('is changed for good by steps that fail, and reads what they left', async () => {
    const { session, read } = open();
    assert.equal(await kindNow(session), 'service');
    await assert.rejects(
      session.change(() => {
        read.credentials = () => undefined;
        return Promise.reject(new Error('full'));
      }),
    );
    assert.equal(await kindNow(session), 'signedOut');
  });

  it('is signed out if there are no credentials, whatever the mode file says', async () => {
    for (const mode of [() => 'missing' as const, broken]) {
      const { session, read } = open();
      Object.assign(read, { mode, credentials: () => undefined });
      assert.equal(await kindNow(session), 'signedOut');
    }
  });
});

describe('credentials that change in another window (hazard 59)', () => {
  const pair = { tenantId: 't', apiKey: 'first' };
  const serviceIdentity = async (session: Session): Promise<SignedIn> => {
    const identity = await session.identity();
    assert.equal(identity.kind, 'service');
    return identity;
  };

  beforeEach(() => {
    userSettings.clear();
    userSettings.set('addressRisk.serviceUrl', origin);
  });

  it('are used at once, and the earlier ones no longer', async () => {
    const shared = new Map<string, string>();
    const here = storage(shared);
    const there = credentialStore(storage(shared).secrets, nothingEnded);
    await there.save(origin, pair);
    const { session, changes } = open(credentialStore(here.secrets, nothingEnded));
    const before = await serviceIdentity(session);
    assert.equal((await session.connection(before))?.apiKey, 'first');

    await there.save(origin, { ...pair, apiKey: 'second' });
    here.fire('addressRisk.credentials');
    await setImmediate();
    assert.deepEqual(changes, [true]);
    assert.equal(await session.connection(before), undefined);
    const after = await serviceIdentity(session);
    assert.equal(after.key, before.key, 'the same account');
    assert.equal((await session.connection(after))?.apiKey, 'second');

    await there.remove();
    here.fire('addressRisk.credentials');
    await setImmediate();
    assert.deepEqual(changes, [true, true]);
    assert.equal(await session.connection(after), undefined);
    assert.equal(await kindNow(session), 'signedOut');
  });

  it('are no longer watched by a closed window', async () => {
    const here = storage(new Map());
    const { session, changes } = open(credentialStore(here.secrets, nothingEnded));
    await session.identity();
    assert.equal(here.listening(), 1);
    session.dispose();
    assert.equal(here.listening(), 0);
    here.fire('addressRisk.credentials');
    await setImmediate();
    assert.deepEqual(changes, []);
  });
});

describe('signing out', () => {
  it('keeps in mind whose results are still shown, also in the next session', async () => {
    userSettings.clear();
    userSettings.set('addressRisk.serviceUrl', `${origin}/base`);
    const kept = new Map<string, unknown>();
    const memory = {
      get: (name: string) => kept.get(name),
      update: (name: string, value: unknown) => Promise.resolve(void kept.set(name, value)),
    } as Pick<Memento, 'get' | 'update'>;
    const { session, read } = open(undefined, memory);
    const before = await session.identity();
    assert.equal(storedKeyOf(before), (before as SignedIn).key);
    read.credentials = () => undefined;
    session.refresh();
    for (const each of [session, open(undefined, memory).session]) {
      if (each !== session) userSettings.set('addressRisk.serviceUrl', '');
      const identity = await each.identity();
      assert.equal(identity.kind, 'signedOut');
      assert.equal(storedKeyOf(identity), (before as SignedIn).key);
    }
    assert.ok(!JSON.stringify([...kept]).includes('"k"'), 'no credential');
    assert.equal(storedKeyOf(await open().session.identity()), undefined, 'no one was signed in');
  });
});

describe('credentials and the service URL (hazard 62)', () => {
  const service = { key: 'k', origin, credential: bound.id };
  const stored = (value: typeof bound | undefined = bound) => ({
    read: () => Promise.resolve(value),
  });

  beforeEach(() => {
    userSettings.clear();
    userSettings.set('addressRisk.serviceUrl', `${origin}/base`);
  });

  it('belong together: the key goes to the origin it was entered for', async () => {
    const { session } = open();
    assert.equal(await kindNow(session), 'service');
    assert.deepEqual(await connectionOf(service, stored()), {
      base: `${origin}/base`,
      tenantId: 't',
      apiKey: 'k',
    });
  });

  for (const [url, kind] of [
    ['https://service.test.evil.example', 'otherOrigin'],
    ['https://service.test:444', 'otherOrigin'],
    ['http://service.test', 'badServiceUrl'],
    ['', 'signedOut'],
  ] as const) {
    it(`no longer do if it is ${url || 'removed'}`, async () => {
      const { session, changes } = open();
      const before = await session.identity();
      userSettings.set('addressRisk.serviceUrl', url);
      session.refresh();
      assert.equal(await kindNow(session), kind);
      assert.deepEqual(changes, [true]);
      assert.equal(await session.connection(before as SignedIn), undefined);
      // The same once more where the key is handed out: the URL may change in between.
      assert.equal(await connectionOf(service, stored()), undefined);
    });
  }

  for (const [what, account, value] of [
    ['for an account of another service', { ...service, origin: 'https://other.test' }, bound],
    ['for earlier credentials', { ...service, credential: 'credential-0' }, bound],
    ['of another service', service, { ...bound, origin: 'https://other.test' }],
  ] as const) {
    it(`are not handed out ${what}`, async () => {
      assert.equal(await connectionOf(account, stored(value)), undefined);
    });
  }

  it('are not handed out if there are none', async () => {
    assert.equal(
      await connectionOf(service, { read: () => Promise.resolve(undefined) }),
      undefined,
    );
  });
});

describe('a setting that is null', () => {
  it('counts as not set', () => {
    userSettings.set('addressRisk.chainIds', null);
    for (const { name } of networks) assert.equal(settings.serviceChain(name), name);
  });
});
