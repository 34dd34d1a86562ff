import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../harness/waiting.ts';
import type { Workbench } from '../harness/workbench.ts';
import { doMainJob } from './mainJob.ts';
import {
  answersFor,
  callsOf,
  dai,
  sampleMode,
  setStage,
  signIn,
  vsix,
  type Stage,
} from './support.ts';

let stage: Stage;
let workbench: Workbench;
before(async () => {
  stage = await setStage({ jobSeconds: 5 }, { globalStorage: sampleMode, extension: { vsix } });
  workbench = await stage.session.open();
});
after(() => stage.stop());

describe('the package', () => {
  it('is smaller than 1,000 KiB', () => {
    assert.ok(statSync(vsix).size < 1_000 * 1024);
  });

  it('offers its commands under F1', async () => {
    await workbench.runCommand('Address Risk: Show Log');
    assert.ok((await workbench.findCommands('Address Risk')).includes('Address Risk: Show Log'));
  });

  it('does the main job without an account: hover, lens, progress, report, score', async () => {
    await doMainJob(workbench);
    assert.deepEqual(stage.service.log, []);
  });
});

describe('a risk job', () => {
  before(async () => {
    await workbench.openFile('vault.vy');
    await signIn(workbench, answersFor(stage.service));
  });

  it('on hold is listed with its state, and resumed without another start', async () => {
    await workbench.editor.clickCodeLens('Score risk');
    await eventually('the start', () => callsOf(stage, dai).starts === 1);
    await workbench.notification('Scoring').click('Cancel');
    await workbench.panelSaying(/You stopped waiting/);
    await workbench.runCommand('Address Risk: Show Risk Jobs');
    const list = await workbench.choose(/Select a job/, /0x6B17…1d0F · by funds/);
    assert.equal(list.picks.filter((pick) => pick.includes('by funds')).length, 1);
    await workbench.choose(/You stopped waiting/, 'Resume');
    await workbench.panelSaying(/Risk score \(by funds\)\s+[\d.]+[^]*As of/);
    assert.equal(callsOf(stage, dai).starts, 1);

    await workbench.runCommand('Address Risk: Clear Stored Results');
    assert.match(await workbench.dialog(), /was paid for/);
    await workbench.clickInDialog('Clear Results');
    await workbench.notification(/results? cleared/).text();
    await workbench.panelSaying(/Risk score \(by funds\)[^]*Not scored yet/);
  });

  it('is counted in the usage that Check Connection shows for today', async () => {
    await workbench.runCommand('Address Risk: Check Connection');
    // On a busy machine, the toast is gone again before a test can see it.
    const text = await workbench.notificationInCenter('Service reachable.');
    assert.match(text, /Credentials were not rejected/);
    const last = stage.service.log.at(-1);
    assert.equal(last?.target, '/risk/api/risk_score?job_id=risk_score_result_connection-check');
  });
});
