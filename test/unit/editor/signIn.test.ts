import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answers, userSettings } from './support/vscode.ts';

const { signIn } = await import('../../../src/editor/session/signIn.ts');

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
      session: { refresh: () => note('refresh') },
      notifier: { inform: () => undefined },
    };
    await signIn(parts as unknown as Parameters<typeof signIn>[0]);
    assert.deepEqual(steps, [
      ['addressRisk.hover.summary', 'off'],
      ['addressRisk.serviceUrl', 'off'],
      ['credentials', 'off'],
      ['mode', 'off'],
      ['refresh', 'off'],
    ]);
  });
});
