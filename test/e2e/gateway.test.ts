import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { NewKey } from '../../src/gateway/store/members.ts';
import { eventually } from '../harness/waiting.ts';
import type { Workbench } from '../harness/workbench.ts';
import { startGateway, type TestGateway } from '../support/gateways.ts';
import { setStage, signIn, usdc, type Stage } from './support.ts';

/** Older than the second in which `Age` counts. */
const agedMs = 1_500;

describe('two members of a team, signed in to its gateway', () => {
  let stage: Stage;
  let gateway: TestGateway;
  let workbench: Workbench;
  let alice: NewKey;
  let bob: NewKey;
  before(async () => {
    stage = await setStage();
    gateway = await startGateway(stage.service);
    [alice, bob] = [await gateway.addMember('alice'), await gateway.addMember('bob')];
    workbench = await stage.session.open();
    await workbench.openFile('treasury.multichain.yaml');
  });
  after(async () => {
    await stage.stop();
    await gateway.close();
  });

  const paid = (): string[] => stage.calls().filter((call) => call.startsWith('POST'));

  const signInAs = ({ tenantId, key }: NewKey): Promise<void> =>
    signIn(workbench, { url: gateway.url, tenant: tenantId, apiKey: key });

  async function hoverAndScore(): Promise<void> {
    await workbench.editor.hoverOver(usdc);
    const hover = await workbench.editor.hoverSaying(/Last activity/);
    assert.match(hover, /Balance\s+[\d,.]+ ETH/);
    await workbench.editor.clickCodeLens('Score risk');
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
  }

  /** The entries of the usage of the member who is signed in. */
  async function usage(): Promise<string[]> {
    await workbench.ask('Address Risk: Show Usage', /Summaries today:/);
    const rows = workbench.page.locator('.quick-input-list .monaco-list-row');
    const entries = await rows.allInnerTexts();
    await workbench.dismissQuestion();
    return entries;
  }

  it('pay once: the first is charged for the hover and the score', async () => {
    await signInAs(alice);
    await hoverAndScore();
    assert.deepEqual(paid().sort(), ['POST start 200', 'POST summary 200']);
    const entries = await usage();
    assert.ok(entries.length >= 2 && !entries.some((entry) => entry.includes('shared')));
  });

  it('share what was paid for: the second pays nothing, and sees so', async () => {
    const paidAt = Date.now();
    await workbench.runCommand('Address Risk: Sign Out');
    await workbench.clickInDialog('Sign Out');
    await eventually('an age', () => Date.now() > paidAt + agedMs);
    await signInAs(bob);
    await hoverAndScore();
    assert.equal(paid().length, 2, 'nothing more was sent to the service');
    const shared = (await usage()).filter((entry) =>
      entry.includes('shared by your team: nothing charged'),
    );
    assert.equal(shared.length, 2);
  });
});
