import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  answersFor,
  callsOf,
  dai,
  lookUp,
  setStage,
  signIn,
  usdc,
  usdt,
  type Stage,
} from '../../e2e/support.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Workbench } from '../../harness/workbench.ts';

describe('a risk job over windows', () => {
  let stage: Stage;
  let workbench: Workbench;
  before(async () => {
    stage = await setStage({ jobSeconds: 5 });
    workbench = await stage.session.open();
    await workbench.openFile('vault.vy');
    await signIn(workbench, answersFor(stage.service));
  });
  after(() => stage.stop());

  it('survives a reload in the middle: one start, and the report shows the score', async () => {
    await workbench.openFile('payouts.ts');
    await lookUp(workbench, usdc);
    await workbench.panelSaying(/Last activity/);
    await workbench.panel().getByRole('button', { name: 'Score Risk' }).click();
    await eventually('the start', () => callsOf(stage, usdc).starts === 1);
    await workbench.reloadWindow();
    // The panel comes back without a click, with the job as the ledger has it.
    await workbench.panelSaying(/0xA0b8[^]*Risk score \(by funds\)/);
    await workbench.openFile('payouts.ts');
    await workbench.editor.codeLensSaying(/^Risk [\d.]+/);
    await workbench.editor.clickCodeLens(/^Risk /);
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
    assert.equal(callsOf(stage, usdc).starts, 1);
  });

  it('survives a window that is closed and opened again', async () => {
    await lookUp(workbench, usdt);
    await workbench.panelSaying(/Last activity/);
    await workbench.panel().getByRole('button', { name: 'Score Risk' }).click();
    await eventually('the start', () => callsOf(stage, usdt).starts === 1);
    await workbench.page.close();

    workbench = await stage.session.open();
    await workbench.openFile('payouts.ts');
    await lookUp(workbench, usdt);
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
    assert.equal(callsOf(stage, usdt).starts, 1);
  });

  it('of one address in two windows is started once, and both show it', async () => {
    const before = callsOf(stage, dai).starts;
    const [one, two] = [workbench, await stage.session.open()];
    for (const workbench of [one, two]) {
      // A window that is not in front draws no CodeLens that it did not have before.
      await workbench.page.bringToFront();
      await workbench.openFile('vault.vy');
      await workbench.editor.codeLensSaying(/Score risk/);
    }
    await one.editor.clickCodeLens('Score risk', dai);
    await eventually('the start', () => callsOf(stage, dai).starts === before + 1);
    // The job may have ended by now: then the same lens shows its score, and a click opens the report.
    await two.editor.clickCodeLens(/^(?:Score risk|Scoring|Risk )/, dai);
    for (const workbench of [one, two]) {
      await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
    }
    assert.equal(callsOf(stage, dai).starts, before + 1);
    await two.page.close();
  });
});
