import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answersFor, lookUp, setStage, signIn, usdc, type Stage } from './support.ts';

describe('Look Up Addresses in File (hazard 14)', () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage({ apiCalls: 2 });
  });
  after(() => stage.stop());

  it('shows the cost before it starts, and stops at the first 402', async () => {
    const workbench = await stage.session.open();
    await workbench.openFile('payouts.ts');
    await signIn(workbench, { ...answersFor(stage.service), hover: 'Ask first' });
    await lookUp(workbench, usdc);
    await workbench.panelSaying(/Last activity/);
    await workbench.openFile('payouts.ts');

    await workbench.runCommand('Address Risk: Look Up Addresses in File…');
    const dialog = await workbench.dialog();
    assert.match(dialog, /Addresses found: 4\. Already stored: 1\. Calls needed: 3/);
    await workbench.clickInDialog('Cancel');
    assert.deepEqual(stage.calls(), ['POST summary 200']);

    await workbench.runCommand('Address Risk: Look Up Addresses in File…');
    await workbench.clickInDialog('Fetch 3');
    await workbench.notification('No API calls left for this key (402)').text();
    await workbench.notification('Summaries stored: 1 of 3').text();
    assert.deepEqual(stage.calls(), ['POST summary 200', 'POST summary 200', 'POST summary 402']);
  });
});
