import { answers, resetAnswers, shown, userSettings } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Notifier } from '../../../src/editor/shell/shell.ts';
import type { Session } from '../../../src/editor/session/session.ts';
import { nothingEnded, storage } from './support/secrets.ts';

const { credentialStore } = await import('../../../src/editor/session/session.ts');
const { modeFile } = await import('../../../src/paths/modeFile.ts');
const { signOut } = await import('../../../src/editor/session/account.ts');

const origin = 'https://service.test';
const kept = new Map<string, string>();
const credentials = credentialStore(storage(kept).secrets, nothingEnded);

describe('signing out', () => {
  let folder: string;
  const file = (): string => join(folder, 'mode.json');
  const notices: string[] = [];
  const act = (): Promise<boolean> => {
    const note = (text: string): number => notices.push(text);
    return signOut({
      session: { identity: () => Promise.resolve({ kind: 'signedOut' }) } satisfies Pick<
        Session,
        'identity'
      >,
      mode: modeFile(folder),
      credentials,
      notifier: {
        inform: note,
        warn: ({ text }: { readonly text: string }) => note(text),
        signedOut: () => note('signed out'),
      } as unknown as Notifier,
      retry: () => undefined,
    });
  };
  const isStored = async (): Promise<boolean> => (await credentials.read()) !== undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'address-risk-sign-out-'));
    notices.length = shown.length = 0;
    userSettings.clear();
    await credentials.save(origin, { tenantId: 't', apiKey: 'k' });
  });
  afterEach(async () => {
    resetAnswers();
    await rm(folder, { recursive: true });
  });

  it('deletes the credentials of the service in use, which the question names', async () => {
    await writeFile(file(), '{"mode":"service"}');
    answers.modal = (text, [yes]) => (text.includes(origin) ? yes : undefined);
    assert.equal(await act(), true);
    assert.equal(await isStored(), false);
    assert.deepEqual(notices, ['Signed out. Results and jobs are kept.']);
  });

  it('ends in a window of a browser too, which still has them, until there are others', async () => {
    await writeFile(file(), '{"mode":"service"}');
    const other = credentialStore(storage(new Map(kept)).secrets, modeFile(folder));
    const hasSome = async (): Promise<boolean> => (await other.read()) !== undefined;
    assert.equal(await hasSome(), true);
    answers.modal = (_text, [yes]) => yes;
    await act();
    assert.equal(await hasSome(), false);
    for (const mode of ['sample', 'service'] as const) await modeFile(folder).save(mode);
    assert.equal(await hasSome(), false, 'whatever mode was used since');
    await credentials.save(origin, { tenantId: 't', apiKey: 'second' });
    await act();
    assert.equal(await hasSome(), false, 'whatever else was left since');
    await other.save(origin, { tenantId: 't', apiKey: 'other' });
    assert.equal(await hasSome(), true);
  });

  it('leaves sample mode and keeps the credentials', async () => {
    await writeFile(file(), '{"mode":"sample"}');
    answers.modal = (_text, [yes]) => yes;
    assert.equal(await act(), true);
    assert.equal(await isStored(), true);
    assert.equal(await readFile(file(), 'utf8'), '{"mode":"service"}\n');
  });

  for (const [name, spoil] of [
    ['is missing', () => Promise.resolve()],
    ['is cut off', () => writeFile(file(), '{"mode":"sam')],
    ['cannot be opened', () => mkdir(file())],
  ] as const) {
    describe(`while the mode file ${name}`, () => {
      it('names both outcomes, and changes nothing if the question is dismissed', async () => {
        await spoil();
        let offered: readonly string[] = [];
        answers.modal = (_text, buttons) => {
          offered = buttons;
          return undefined;
        };
        assert.equal(await act(), false);
        assert.deepEqual(offered, ['Sign Out', 'Leave Sample Mode']);
        assert.ok(shown.some((text) => text.includes(`deletes your credentials for ${origin}`)));
        assert.equal(await isStored(), true);
      });

      it('deletes the credentials only if the user chooses that', async () => {
        await spoil();
        for (const [button, isKept] of [
          ['Leave Sample Mode', true],
          ['Sign Out', false],
        ] as const) {
          answers.modal = () => button;
          // A folder in place of the file cannot be replaced: the command fails after the choice.
          const isDone = await act().catch(() => name === 'cannot be opened');
          assert.equal(isDone, true);
          assert.equal(await isStored(), isKept);
          await rm(file(), { recursive: true, force: true });
          await spoil();
        }
      });
    });
  }

  it('deletes nothing if other credentials were stored meanwhile', async () => {
    await writeFile(file(), '{"mode":"service"}');
    const replaced: Promise<boolean>[] = [];
    answers.modal = (_text, [yes]) => {
      replaced.push(credentials.save('https://other.test', { tenantId: 't2', apiKey: 'k2' }));
      return yes;
    };
    assert.equal(await act(), false);
    assert.deepEqual(await Promise.all(replaced), [true]);
    assert.equal((await credentials.read())?.origin, 'https://other.test');
    assert.deepEqual(notices, ['Nothing was deleted: the stored credentials have changed.']);
  });

  it('without credentials and outside sample mode says so', async () => {
    await credentials.remove();
    assert.equal(await act(), false);
    assert.deepEqual(notices, ['signed out']);
  });
});
