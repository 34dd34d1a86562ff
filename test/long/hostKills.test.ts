import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  answersFor,
  callsOf,
  confirmAssumed,
  lookUp,
  setStage,
  signIn,
  type Stage,
} from '../e2e/support.ts';
import { eventually } from '../harness/waiting.ts';
import type { Workbench } from '../harness/workbench.ts';

const kills = 50;

/** What the report says where a crash came before the response with the ID. */
const responseLost = 'its response was lost';

describe('a risk job in VS Code', () => {
  let stage: Stage;
  let workbench: Workbench;
  before(async () => {
    stage = await setStage({ jobSeconds: 5 });
    workbench = await stage.session.open();
    await signIn(workbench, answersFor(stage.service));
  });
  after(() => stage.stop());

  it(`survives crashes of the extension host at random points (${kills}): no second start`, async (test) => {
    await workbench.openFile('payouts.ts');
    const addresses: string[] = [];
    const polled = new Set<string>();
    for (let kill = 0; kill < kills; kill++) {
      if (kill % 2 === 0) {
        const next = `0x${String(kill + 10).padStart(40, '1')}`;
        addresses.push(next);
        await lookUp(workbench, next);
        await confirmAssumed(workbench);
        await workbench.panelSaying(/Last activity/);
        await workbench.panel().getByRole('button', { name: 'Score Risk' }).click();
        await eventually('the start', () => callsOf(stage, next).starts === 1);
      }
      const before = stage.service.log.length;
      // Only a job that was just started is polled for sure: an earlier one may have ended.
      const moment = before + (kill % 2 === 0 ? Math.floor(Math.random() * 2) : 0);
      await eventually('the moment', () => stage.service.log.length >= moment);
      await stage.session.server.killExtensionHosts();
      // Only an ID that was stored can be polled. Before that, a crash can lose the response.
      for (const address of addresses) {
        if (callsOf(stage, address).polls > 0) polled.add(address);
      }
      if (kill % 2 === 1) await workbench.reload();
    }
    for (const address of addresses) {
      await lookUp(workbench, address);
      const score = 'Risk score \\(by funds\\)\\s+[\\d.]+[^]*As of';
      const end = polled.has(address) ? score : `(${score}|${responseLost})`;
      await workbench.panelSaying(new RegExp(`${address}[^]*${end}`, 'i'));
      assert.equal(callsOf(stage, address).starts, 1);
    }
    const gaps = stage.service.log
      .filter(({ target }) => target.includes('job_id='))
      .map(({ timeMs }) => timeMs)
      .sort((a, b) => a - b)
      .flatMap((at, index, all) => (index === 0 ? [] : [at - (all[index - 1] ?? 0)]));
    test.diagnostic(
      `${kills} kills, ${addresses.length} addresses, ${gaps.length + 1} polls, smallest gap ${Math.min(...gaps).toFixed(0)} ms`,
    );
    assert.ok(gaps.every((gap) => gap >= 1_000));
  });
});
