import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CommandParts } from '../../../src/editor/commands/commands.ts';
import { answers, userSettings } from './support/vscode.ts';

const { createCommands } = await import('../../../src/editor/commands/commands.ts');

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
    await createCommands(parts as unknown as CommandParts).signIn(undefined);
    assert.deepEqual(steps, [
      ['addressRisk.hover.summary', 'off'],
      ['addressRisk.serviceUrl', 'off'],
      ['credentials', 'off'],
      ['mode', 'off'],
      ['refresh', 'off'],
    ]);
  });
});
