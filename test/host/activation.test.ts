import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const extensionId = 'address-risk.address-risk';

describe('activation', () => {
  it('happens when a file is opened, and registers every command of the manifest', async () => {
    const extension = vscode.extensions.getExtension(extensionId);
    assert.ok(extension);
    await vscode.workspace.openTextDocument({ language: 'solidity', content: '' });
    await extension.activate();
    assert.equal(extension.isActive, true);

    const { contributes } = extension.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
