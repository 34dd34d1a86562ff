import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answers, shown, userSettings } from './support/vscode.ts';

const { signIn } = await import('../../../src/editor/session/account.ts');

/** Notifications, each with what its button does. */
const said: string[] = [];

/** Signs in with what is entered, and returns what was stored. */
async function signedIn(entered: readonly string[], isKept = true): Promise<unknown> {
  answers.entered = [...entered];
  shown.length = 0;
  let stored: unknown;
  const done = (): Promise<void> => Promise.resolve();
  const parts = {
    credentials: {
      save(_origin: string, credentials: unknown) {
        stored = credentials;
        return Promise.resolve(isKept);
      },
    },
    mode: { save: done },
    session: { change: (steps: () => Promise<unknown>) => steps() },
    notifier: {
      inform: (text: string, next?: string) => said.push(`${text} (${next})`),
      warn: ({ text }: { readonly text: string }) => said.push(text),
    },
  };
  await signIn(parts as unknown as Parameters<typeof signIn>[0]);
  return stored;
}

describe('a sign-in', () => {
  it('makes no call, and offers Check Connection', async () => {
    said.length = 0;
    await signedIn(['https://service.test', 'tenant', 'key']);
    assert.deepEqual(said, [
      'Signed in to https://service.test. No call was made. (checkConnection)',
    ]);
  });

  it('is not claimed where the machine did not keep the credentials (hazard 58)', async () => {
    said.length = 0;
    await signedIn(['https://service.test', 'tenant', 'key'], false);
    assert.deepEqual(said, [
      'The credentials were not kept, so you are not signed in. Start a keyring, then sign in again.',
    ]);
  });
});

describe('the last step of a sign-in', () => {
  it('comes before the notification that it has ended', async () => {
    said.length = 0;
    const before: number[] = [];
    const { choose } = answers;
    answers.choose = (items) => {
      before.push(said.length);
      return choose(items);
    };
    await signedIn(['https://service.test', 'tenant', 'key']);
    answers.choose = choose;
    assert.deepEqual([before, said.length], [[0], 1]);
  });
});

describe('a pasted key (hazard 57)', () => {
  const url = 'https://service.test';

  for (const [pasted, kept] of [
    [' key ', 'key'],
    ['key\n', 'key'],
    ['\r\nkey\r\n', 'key'],
    ['\tkey\u00a0', 'key'],
    ['\ufeffkey', 'key'],
    ['k:e:y', 'k:e:y'],
    ['kéy€', 'kéy€'],
    ['k e y', 'k e y'],
  ] as const) {
    it(`${JSON.stringify(pasted)} is stored as ${JSON.stringify(kept)}`, async () => {
      assert.deepEqual(await signedIn([url, ' tenant\n', pasted]), {
        tenantId: 'tenant',
        apiKey: kept,
      });
    });
  }

  for (const secret of ['', ' ', 'TAINT\nkey', 'TAINT\r\nX-Header: a', 'TAINT\0', 'TAINT\u0085a']) {
    it(`${JSON.stringify(secret)} is rejected, and not quoted`, async () => {
      assert.deepEqual(await signedIn([url, 'tenant', secret, 'key']), {
        tenantId: 'tenant',
        apiKey: 'key',
      });
      assert.ok(shown.some((text) => /key/.test(text) && /\.$/.test(text)));
      assert.ok(!shown.some((text) => text.includes('TAINT')));
    });
  }

  for (const tenant of ['', 'a:b', 'a\nb', 'tenant:key']) {
    it(`is not joined to a tenant ID that is ${JSON.stringify(tenant)}`, async () => {
      assert.deepEqual(await signedIn([url, tenant, 'tenant', 'key']), {
        tenantId: 'tenant',
        apiKey: 'key',
      });
    });
  }
});

describe('signing in', () => {
  it('saves what hovers may do before anything can be charged', async () => {
    userSettings.set('addressRisk.hover.summary', 'auto');
    answers.entered = ['https://service.test', 'tenant', 'key'];
    answers.picked = 'off';
    const steps: unknown[] = [];
    const note = (what: string) => {
      steps.push([what, userSettings.get('addressRisk.hover.summary')]);
    };
    const save = userSettings.set.bind(userSettings);
    userSettings.set = (name, value) => {
      save(name, value);
      note(name);
      return userSettings;
    };
    const parts = {
      credentials: {
        save() {
          note('credentials');
          return Promise.resolve(true);
        },
      },
      mode: {
        save() {
          note('mode');
          return Promise.resolve();
        },
      },
      session: {
        async change(steps: () => Promise<unknown>) {
          const result = await steps();
          note('changed');
          return result;
        },
      },
      notifier: { inform: () => undefined },
    };
    await signIn(parts as unknown as Parameters<typeof signIn>[0]);
    assert.deepEqual(steps, [
      ['addressRisk.hover.summary', 'off'],
      ['addressRisk.serviceUrl', 'off'],
      ['mode', 'off'],
      ['credentials', 'off'],
      ['changed', 'off'],
    ]);
  });
});
