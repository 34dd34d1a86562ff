import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { vsCodeVersions } from '../harness/provision.ts';
import { startSession } from '../harness/session.ts';
import type { Session } from '../harness/session.ts';

for (const version of vsCodeVersions) {
  describe(`VS Code ${version}`, () => {
    let session: Session;
    before(async () => (session = await startSession({ version })));
    after(() => session.stop());

    it('opens a window in which F1 offers the commands', async () => {
      const workbench = await session.open();
      await workbench.runCommand('Address Risk: Show Log');
      assert.ok((await workbench.findCommands('Address Risk')).includes('Address Risk: Show Log'));
    });
  });
}
