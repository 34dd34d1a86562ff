import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../harness/waiting.ts';
import type { Workbench } from '../harness/workbench.ts';
import {
  answersFor,
  confirmAssumed,
  lookUp,
  setStage,
  signIn,
  usdc,
  type Stage,
} from './support.ts';

describe('Look Up Addresses in File (hazard 14)', () => {
  let stage: Stage;
  let workbench: Workbench;
  before(async () => {
    stage = await setStage({ apiCalls: 2, jobSeconds: 0 });
    workbench = await stage.session.open();
  });
  after(() => stage.stop());

  it('shows the cost before it starts, and stops at the first 402', async () => {
    await workbench.openFile('payouts.ts');
    await signIn(workbench, { ...answersFor(stage.service), hover: 'Ask first' });
    await lookUp(workbench, usdc);
    await confirmAssumed(workbench);
    await workbench.panelSaying(/Last activity/);
    await workbench.openFile('payouts.ts');

    await workbench.runCommand('Address Risk: Look Up Addresses in File…');
    const dialog = await workbench.dialog();
    assert.match(
      dialog,
      /Addresses found: 4\.\s+Summaries already stored: 1\.\s+This costs at most 3 API calls\./,
    );
    await workbench.clickInDialog('Cancel');
    assert.deepEqual(stage.calls(), ['POST summary 200']);

    await workbench.runCommand('Address Risk: Look Up Addresses in File…');
    await workbench.clickInDialog('Fetch 3 Summaries');
    await workbench.notification('No API calls left for this key (402)').text();
    await workbench.notification('Summaries stored: 1 of 3').text();
    assert.deepEqual(stage.calls(), ['POST summary 200', 'POST summary 200', 'POST summary 402']);
  });

  it('scores the addresses of a file after one question, and lists them by score', async () => {
    await workbench.openFile('payouts.ts');
    const before = stage.calls().length;
    await workbench.runCommand('Address Risk: Score Risk of Addresses in File…');
    const dialog = await workbench.dialog();
    const [, named = ''] = /This starts (\d+) calculations at/.exec(dialog) ?? [];
    assert.ok(Number(named) > 1, dialog);
    await workbench.clickInDialog(`Start ${named} Calculations`);
    await workbench.notification(`Scored: ${named} of ${named} addresses.`).text();
    const starts = stage
      .calls()
      .slice(before)
      .filter((call) => call === 'POST start 200');
    assert.equal(starts.length, Number(named));
    const rows = workbench.page.locator('.pane', { hasText: 'Scores' }).locator('.monaco-list-row');
    await eventually('the rows of the table', async () => {
      const texts = await rows.allInnerTexts();
      const scores = texts.map((text) => Number.parseFloat(text));
      const isOrdered = scores.every((score, at) => at === 0 || score <= (scores[at - 1] ?? 0));
      return texts.length >= Number(named) && isOrdered;
    });
  });

  it('offers recent addresses below the address at the caret, which is selected', async () => {
    await workbench.openFile('payouts.ts');
    await workbench.editor.select(usdc);
    const before = stage.calls().length;
    await workbench.ask('Address Risk: Look Up Address…', /An EVM address/);
    // The rows are drawn one after another.
    const question = await eventually('recent addresses', async () => {
      const asked = await workbench.question(/An EVM address/);
      return asked.picks.length > 2 && asked;
    });
    assert.deepEqual([question.value, question.selected], [usdc, usdc]);
    await workbench.dismissQuestion();
    assert.equal(stage.calls().length, before);
  });
});
