import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { watchFolder } from '../../../src/paths/watchFolder.ts';
import { eventually } from '../../harness/waiting.ts';
import { withFolder } from '../../support/cores.ts';

describe('the watch of a folder', () => {
  it('creates the folder, and reports each file that changes', () =>
    withFolder(async (folder) => {
      const inside = join(folder, 'deep', 'inside');
      const names: (string | null)[] = [];
      const stop = watchFolder(inside, {
        onChange: (name) => names.push(name),
        onLost: () => assert.fail('the watch was lost'),
      });
      writeFileSync(join(inside, 'one.json'), '1');
      await eventually('the change', () => names.includes('one.json'));
      stop();
    }));

  it('says at once that a folder cannot be watched', () =>
    withFolder((folder) => {
      writeFileSync(join(folder, 'file'), '');
      let lost = 0;
      const stop = watchFolder(join(folder, 'file', 'inside'), {
        onChange: () => undefined,
        onLost: () => void lost++,
      });
      assert.equal(lost, 1);
      stop();
      return Promise.resolve();
    }));
});
