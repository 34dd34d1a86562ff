import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import type { GitApi } from '../../../src/editor/git/gitApi.ts';
import type { AddressNode } from '../../../src/editor/inventory/addressTree.ts';
import { eventually, type openView } from './addressesView.ts';

export const root = (): vscode.Uri => {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri;
};

/** A repository in a folder of the workspace. @param home empty for the folder of the window */
export function repositoryIn(home: string) {
  const uriOf = (name: string): vscode.Uri => vscode.Uri.joinPath(root(), home, name);

  async function git(...args: readonly string[]): Promise<string> {
    const env = {
      ...{ PATH: process.env['PATH'], HOME: tmpdir(), GIT_CONFIG_GLOBAL: '/dev/null' },
      ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' },
      ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' },
    };
    const cwd = uriOf('').fsPath;
    return (await promisify(execFile)('git', args, { cwd, env })).stdout.trim();
  }

  return {
    uriOf,
    git,
    write: async (name: string, content: string | Uint8Array): Promise<vscode.Uri> => {
      const uri = uriOf(name);
      await mkdir(dirname(uri.fsPath), { recursive: true });
      await writeFile(uri.fsPath, content);
      return uri;
    },
    commitAll: async (message: string): Promise<string> => {
      await git('add', '--all');
      await git('commit', '--quiet', '--message', message);
      return git('rev-parse', '--short=7', 'HEAD');
    },
  };
}

export async function gitApi(): Promise<
  GitApi & { openRepository(uri: vscode.Uri): Promise<unknown> }
> {
  const extension = vscode.extensions.getExtension<{
    getAPI(version: 1): Awaited<ReturnType<typeof gitApi>>;
  }>('vscode.git');
  assert.ok(extension, 'VS Code has its Git extension');
  return (await extension.activate()).getAPI(1);
}

/** Fails with what was seen instead. */
export async function within<T>(
  look: () => Promise<T> | T,
  isRight: (seen: T) => boolean,
): Promise<T> {
  const end = Date.now() + 12_000;
  return eventually(look, (seen) => {
    assert.ok(isRight(seen) || Date.now() < end, JSON.stringify(seen));
    return isRight(seen);
  });
}

export async function hoverOver(uri: vscode.Uri, line = 0): Promise<string> {
  await vscode.workspace.openTextDocument(uri);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    new vscode.Position(line, 15),
  );
  return hovers
    .flatMap(({ contents }) => contents.map((each) => (each as vscode.MarkdownString).value))
    .join('\n')
    .replaceAll('\\', '');
}

/** The rows of a group of a view, each with its tooltip. */
export async function rowsOf(view: ReturnType<typeof openView>, group: string): Promise<string[]> {
  const groups = await view.children();
  const tips = async (node: AddressNode): Promise<string> => {
    const { label, tooltip } = await view.tree.getTreeItem(node);
    assert.ok(typeof label === 'string');
    return typeof tooltip === 'string' ? `${label}: ${tooltip}` : label;
  };
  const own = groups.find((each) => each.kind === 'group' && each.group.kind.kind === group);
  if (own === undefined) return [];
  return [await tips(own), ...(await Promise.all((await view.children(own)).map(tips)))];
}
