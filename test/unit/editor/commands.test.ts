import { answers, resetAnswers, titles, userSettings, workspace } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../harness/waiting.ts';
import { subject } from '../../support/door.ts';
import { subject as other } from '../messages/support/samples.ts';
import { withOffice } from './support/office.ts';

const { withToken } = await import('../../../src/editor/documents/argument.ts');

beforeEach(() => userSettings.clear());
afterEach(() => {
  workspace.isTrusted = true;
  resetAnswers();
});

describe('the box that asks for an address', () => {
  it('has the title of its command', () =>
    withOffice(async ({ commands }) => {
      titles.length = 0;
      await commands.lookUpAddress(undefined);
      await commands.scoreRisk(undefined);
      await commands.compareAggregators(undefined);
      assert.deepEqual(titles, ['Look Up Address', 'Score Risk', 'Compare Methods']);
    }));
});

describe('a score requested by a command', () => {
  for (const [hover, isTrusted, isFetched] of [
    ['auto', true, true],
    ['auto', false, false],
    ['ask', true, false],
    ['off', true, false],
  ] as const) {
    const where = isTrusted ? 'a trusted workspace' : 'Restricted Mode';
    it(`${isFetched ? 'brings a' : 'brings no'} summary if hovers are set to ${hover} in ${where} (hazard 65)`, () =>
      withOffice(async ({ commands, made, store }) => {
        userSettings.set('addressRisk.hover.summary', hover);
        workspace.isTrusted = isTrusted;
        await commands.scoreRisk(withToken('scoreRisk', subject));
        // Joins the summary of the score, were there one.
        await commands.lookUpAddress(withToken('lookUpAddress', subject));
        const summaries = store.listSpendings('one', 9).filter(({ kind }) => kind === 'summary');
        assert.deepEqual(
          summaries.map(({ isAutomatic }) => isAutomatic),
          [isFetched],
        );
        assert.deepEqual(made().toSorted(), ['GET status', 'POST start money', 'POST summary']);
      }));
  }

  it('brings its summary with it on a network that the user has set', () =>
    withOffice(async ({ commands, store }) => {
      userSettings.set('addressRisk.defaultChain', 'ethereum');
      const { address } = other;
      await commands.scoreRisk(withToken('scoreRisk', { address }));
      // Joins the summary of the score, or makes the call that is missing.
      await commands.lookUpAddress(withToken('lookUpAddress', { address }));
      const [last] = store.listSpendings('one', 1);
      assert.deepEqual([last?.kind, last?.isAutomatic], ['summary', true]);
    }));

  it('starts twenty of a thousand that a program requests with an argument (hazard 13)', () => {
    let questions = 0;
    const mayExceed = (): Promise<boolean> => {
      questions++;
      return Promise.resolve(false);
    };
    return withOffice(
      async ({ calls, commands, made, notices, store }) => {
        userSettings.set('addressRisk.hover.summary', 'off');
        answers.modal = (_, [yes]) => yes;
        const runs = Array.from({ length: 1_000 }, (_, index) =>
          commands.scoreRisk({
            ...{ address: `0xa11ce${String(index).padStart(35, '0')}`, chain: 'base' },
          }),
        );
        const starts = (): number => made().filter((call) => call === 'POST start money').length;
        await eventually('the rejected ones', () => notices.length === 980);
        await eventually('the starts', () => starts() === 20);
        assert.equal(questions, 1);
        assert.deepEqual(
          new Set(store.listSpendings('one', 1_000).map(({ source }) => source)),
          new Set(['command']),
        );
        for (const { sentence } of notices) assert.match(sentence.text, /^You declined more/);
        // The twenty are polled one a second: the end of the window does not wait for that.
        await (await calls.openEngine()).leave();
        await Promise.all(runs);
        assert.equal(starts(), 20);
      },
      { mayExceed },
    );
  });
});
