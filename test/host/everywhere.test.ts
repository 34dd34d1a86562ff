import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lensesOf } from './support/lenses.ts';

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const text = `// Polygon\naddress a = ${address};\n`;

async function hoverIn(document: vscode.TextDocument): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    document.positionAt(document.getText().indexOf(address) + 2),
  );
  return hovers
    .flatMap(({ contents }) => contents as vscode.MarkdownString[])
    .map(({ value }) => value)
    .join('\n');
}

async function lensesIn({ uri }: vscode.TextDocument): Promise<number> {
  const lenses = await lensesOf(uri);
  return lenses.filter(({ command }) => command?.command.startsWith('addressRisk.')).length;
}

/** A file system that isn't on the disk, like those of remote repositories. */
function filesInMemory(): vscode.FileSystemProvider {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  return {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length }),
    readFile: () => new TextEncoder().encode(text),
    ...{ readDirectory: () => [], createDirectory: refuse, writeFile: refuse },
    ...{ delete: refuse, rename: refuse },
  };
}

describe('outside of files on the disk', () => {
  const registered: vscode.Disposable[] = [];
  before(() => {
    registered.push(
      vscode.workspace.registerFileSystemProvider('address-risk-memory', filesInMemory()),
      vscode.workspace.registerTextDocumentContentProvider('address-risk-version', {
        provideTextDocumentContent: () => text,
      }),
    );
  });
  after(() => {
    for (const each of registered) each.dispose();
  });

  it('hover and CodeLens work in a virtual file system', async () => {
    const uri = vscode.Uri.parse('address-risk-memory:/contracts/a.sol');
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(await hoverIn(document), /\*\*Polygon\*\*/);
    assert.equal(await lensesIn(document), 1);
  });

  it('a hover works on both sides of a diff editor', async () => {
    const left = vscode.Uri.parse('address-risk-version:/contracts/a.sol');
    const right = vscode.Uri.parse('address-risk-memory:/contracts/a.sol');
    await vscode.commands.executeCommand('vscode.diff', left, right, 'two versions');
    for (const uri of [left, right]) {
      const document = await vscode.workspace.openTextDocument(uri);
      assert.match(await hoverIn(document), /\*\*Polygon\*\*/);
    }
  });

  it('hover and CodeLens work in the cells of a notebook', async () => {
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, 'python');
    const notebook = await vscode.workspace.openNotebookDocument(
      'jupyter-notebook',
      new vscode.NotebookData([cell]),
    );
    // The text of a cell is loaded with its editor.
    await vscode.window.showNotebookDocument(notebook);
    const { document } = notebook.cellAt(0);
    assert.match(await hoverIn(document), /\*\*Polygon\*\*/);
    assert.equal(await lensesIn(document), 1);
  });
});
