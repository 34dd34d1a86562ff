import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shown } from './support/vscode.ts';

const { dialogs } = await import('../../../src/editor/shell/dialogs.ts');

const link = '[click](command:workbench.action.closeAllEditors)';
/** VS Code makes a link of this, and of nothing else, in a message. */
const linkShape = /\[[^\]]+\]\((?:https?:|command:|file:)/;

describe('a message that quotes foreign text (hazard 68)', () => {
  it('holds no link, wherever it is shown', async () => {
    shown.length = 0;
    await dialogs.inform(link);
    await dialogs.warn(link);
    await dialogs.refuse(link);
    await dialogs.ask(link, link);
    const isAgreed = await dialogs.agree({ text: link, detail: link, yes: 'Yes' });
    assert.equal(isAgreed, false, 'a question that was dismissed');
    await dialogs.input({ prompt: link, check: () => link });
    await dialogs.pick([], { placeHolder: link });
    await dialogs.progress(link, (report) => {
      report(link);
      return Promise.resolve();
    });
    assert.equal(shown.length, 12);
    for (const text of shown) {
      assert.doesNotMatch(text, linkShape);
      assert.match(text, /click/);
    }
  });
});
