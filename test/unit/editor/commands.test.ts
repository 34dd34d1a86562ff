import { shown, userSettings, workspace } from './support/vscode.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually } from '../../harness/waiting.ts';
import { subject } from '../../support/door.ts';
import { subject as other } from '../words/support/samples.ts';
import { withOffice } from './support/office.ts';

beforeEach(() => userSettings.clear());
afterEach(() => {
  workspace.isTrusted = true;
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
        await commands.scoreRisk(subject);
        // Joins the summary of the score, were there one.
        await commands.lookUpAddress(subject);
        const summaries = store.listSpendings('one', 9).filter(({ kind }) => kind === 'summary');
        assert.deepEqual(
          summaries.map(({ isAutomatic }) => isAutomatic),
          [isFetched],
        );
        assert.deepEqual(made().toSorted(), ['GET status', 'POST start money', 'POST summary']);
      }));
  }

  it('brings no summary on a network that is only assumed, unless that was set', () =>
    withOffice(async ({ commands, made, store }) => {
      const { address } = subject;
      await commands.scoreRisk({ address });
      await commands.scoreRisk({ ...subject, reason: 'assumed', evidence: 'ethereum' });
      assert.deepEqual(made(), ['POST start money', 'GET status']);
      const network = 'Network assumed: Ethereum · nothing nearby names a network';
      assert.ok(shown.includes(`Scoring 0x5aAe…eAed · money · ${network}`), shown.join('\n'));
      userSettings.set('addressRisk.defaultChain', 'ethereum');
      await commands.scoreRisk({ address: other.address });
      // Joins the summary of the score, or makes the call that is missing.
      await commands.lookUpAddress({ address: other.address });
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
        const runs = Array.from({ length: 1_000 }, (_, index) =>
          commands.scoreRisk({ address: `0xa11ce${String(index).padStart(35, '0')}` }),
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
