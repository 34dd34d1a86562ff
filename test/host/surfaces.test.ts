import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lensTitles } from './support/lenses.ts';
import { openText } from './support/openText.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

const hoversAt = async (uri: vscode.Uri, character: number): Promise<string> => {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    new vscode.Position(0, character),
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content as vscode.MarkdownString).value)
    .join('\n');
};

const opened = (content: string, language = 'plaintext'): Promise<vscode.TextDocument> =>
  openText(content, language);

describe('hover', () => {
  it('says that no one is signed in, and what to do about it', async () => {
    const { uri } = await opened(`x = ${address}`);
    const text = await hoversAt(uri, 10);
    assert.match(text, /not signed in/);
    assert.match(text, /command:addressRisk\.signIn/);
    assert.match(text, /command:addressRisk\.useSampleService/);
    assert.equal(await hoversAt(uri, 1), '');
  });

  it('names a placeholder and an invalid checksum, and offers no actions', async () => {
    for (const [text, words] of [
      [`0x${'0'.repeat(40)}`, /placeholder/],
      // Why its checksum is wrong is the text of its problem.
      [address.replace('A0b', 'a0b'), /wrong checksum is never looked up(?![^]*Check for a typo)/],
    ] as const) {
      const { uri } = await opened(text);
      const hover = await hoversAt(uri, 5);
      assert.match(hover, words);
      assert.doesNotMatch(hover, /command:/);
    }
  });

  it('appears in any language, but not in an output channel', async () => {
    for (const language of ['solidity', 'typescript', 'json', 'markdown']) {
      const { uri } = await opened(`"${address}"`, language);
      assert.match(await hoversAt(uri, 5), /not signed in/, language);
    }
    const document = await vscode.workspace.openTextDocument(
      vscode.Uri.parse('vscode://schemas/settings/user'),
    );
    assert.doesNotMatch(await hoversAt(document.uri, 5), /signed in/);
  });
});

describe('CodeLens', () => {
  it('offers one score per line, and none for what cannot be looked up', async () => {
    const { uri } = await opened(
      [address, `${address} ${address}`, `0x${'0'.repeat(40)}`, 'nothing'].join('\n'),
    );
    assert.deepEqual(await lensTitles(uri), ['Score risk', 'Score risk']);
  });

  it('follows its setting', async () => {
    const configuration = vscode.workspace.getConfiguration('addressRisk');
    const { uri } = await opened(address);
    for (const [value, lenses] of [
      ['off', []],
      ['scored', []],
      ['all', ['Score risk']],
    ] as const) {
      await configuration.update('codeLens', value, vscode.ConfigurationTarget.Global);
      assert.deepEqual(await lensTitles(uri), lenses, value);
    }
    await configuration.update('codeLens', undefined, vscode.ConfigurationTarget.Global);
  });
});
