import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { selectRevision } from '../../src/editor/commands/revisionCommand.ts';
import type { GitApi } from '../../src/editor/git/gitApi.ts';
import type { AddressNode } from '../../src/editor/inventory/addressItems.ts';
import { comparisonNotes } from '../../src/editor/inventory/newAddresses.ts';
import type { Shell } from '../../src/editor/shell/shell.ts';
import { eventually, openView } from './support/addressesView.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const uni = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
const link = '0x514910771AF9Ca656af840dff83E8264EcF986CA';

const root = (): vscode.Uri => {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri;
};
/** A repository in the folder of the workspace: other tests use the rest of it. */
const home = 'newAddresses';
const uriOf = (name: string): vscode.Uri => vscode.Uri.joinPath(root(), home, name);

async function write(name: string, content: string): Promise<vscode.Uri> {
  const uri = uriOf(name);
  await mkdir(dirname(uri.fsPath), { recursive: true });
  await writeFile(uri.fsPath, content);
  return uri;
}

async function git(...args: readonly string[]): Promise<string> {
  const env = {
    ...{ PATH: process.env['PATH'], HOME: tmpdir(), GIT_CONFIG_GLOBAL: '/dev/null' },
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' },
    ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' },
  };
  const cwd = uriOf('').fsPath;
  return (await promisify(execFile)('git', args, { cwd, env })).stdout.trim();
}

async function commitAll(message: string): Promise<string> {
  await git('add', '--all');
  await git('commit', '--quiet', '--message', message);
  return git('rev-parse', '--short=7', 'HEAD');
}

async function gitApi(): Promise<GitApi & { openRepository(uri: vscode.Uri): Promise<unknown> }> {
  const extension = vscode.extensions.getExtension<{
    getAPI(version: 1): Awaited<ReturnType<typeof gitApi>>;
  }>('vscode.git');
  assert.ok(extension, 'VS Code has its Git extension');
  return (await extension.activate()).getAPI(1);
}

/** Fails with what was seen instead. */
async function within<T>(look: () => Promise<T> | T, isRight: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + 12_000;
  return eventually(look, (seen) => {
    assert.ok(isRight(seen) || Date.now() < end, JSON.stringify(seen));
    return isRight(seen);
  });
}

async function hoverOver(uri: vscode.Uri, line = 0): Promise<string> {
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

async function lensTitles(uri: vscode.Uri): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    100,
  );
  return lenses.map(({ command }) => command?.title ?? '');
}

/** Accepts the boxes as they open, with what is in them; a list with its first item. */
async function accepting(work: Thenable<unknown>): Promise<void> {
  const done = Promise.resolve(work).then(() => true);
  const later = (): Promise<boolean> =>
    new Promise((resolve) => setTimeout(() => resolve(false), 100));
  do {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  } while (!(await Promise.race([done, later()])));
}

/** The rows of a group of a view, each with its tooltip. */
async function rowsOf(view: ReturnType<typeof openView>, group: string): Promise<string[]> {
  const groups = await view.children();
  const tips = async (node: AddressNode): Promise<string> => {
    const { label, tooltip } = await view.tree.getTreeItem(node);
    assert.ok(typeof label === 'string' && typeof tooltip === 'string');
    return `${label}: ${tooltip}`;
  };
  const own = groups.find((each) => each.kind === 'group' && each.group.kind.kind === group);
  if (own === undefined) return [];
  return [await tips(own), ...(await Promise.all((await view.children(own)).map(tips)))];
}

/** Runs *Select Revision…*, and picks by label. @returns the labels and descriptions it showed */
async function selecting(label: string | undefined): Promise<string[]> {
  const pick = vscode.window.showQuickPick;
  const view = openView();
  let shown: string[] = [];
  try {
    vscode.window.showQuickPick = ((items: readonly vscode.QuickPickItem[]) => {
      shown = items.map((each) => [each.label, each.description ?? ''].join(' | '));
      return Promise.resolve(items.find((each) => each.label === label));
    }) as unknown as typeof pick;
    const fail = (text: string): never => assert.fail(text);
    const notifier = { inform: fail, refuse: fail };
    await selectRevision(view.revisions, { notifier, log: {} } as unknown as Shell);
    return shown;
  } finally {
    vscode.window.showQuickPick = pick;
    view.dispose();
  }
}

const setSince = (value: string | undefined): Thenable<void> =>
  vscode.workspace
    .getConfiguration('addressRisk', root())
    .update('newSince', value, vscode.ConfigurationTarget.Workspace);

describe('new addresses', () => {
  let base = '';

  before(async function () {
    this.timeout(60_000);
    await mkdir(uriOf('').fsPath, { recursive: true });
    const without = openView();
    await without.search();
    await within(
      () => comparisonNotes(without.revisions).join(),
      (text) => text === 'New addresses are not marked: this folder is not in a Git repository.',
    );
    without.dispose();
    await git('init', '--quiet', '--initial-branch=main');
    await write('kept.txt', `ethereum: "${usdc}"\n`);
    await write('moved.txt', `${'// a line\n'.repeat(20)}ethereum: "${weth}"\n`);
    await write('changed.txt', `ethereum: "${uni}"\n`);
    base = await commitAll('base');
    await (await gitApi()).openRepository(uriOf(''));
    await git('checkout', '--quiet', '-b', 'work');
    await write('changed.txt', `ethereum: "${dai}"\n`);
    await mkdir(uriOf('below').fsPath);
    await rename(uriOf('moved.txt').fsPath, uriOf('below/moved.txt').fsPath);
    await commitAll('a change');
    await write('untracked.txt', `ethereum: "${link}"\nethereum: "${usdc}"\nethereum: "${uni}"\n`);
    const api = await gitApi();
    await within(
      () => api.repositories.map((each) => each.state.workingTreeChanges.length).join(),
      (count) => count === '1',
    );
  });

  after(async () => {
    await setSince(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(uriOf('').fsPath, { recursive: true, force: true });
    await rm(join(root().fsPath, '.address-risk.json'), { force: true });
    await rm(join(root().fsPath, '.vscode'), { recursive: true, force: true });
    const api = await gitApi();
    await within(
      () => api.repositories.length,
      (count) => count === 0,
    );
  });

  it('are marked in hovers and lenses, since where HEAD and the default branch parted', async function () {
    this.timeout(30_000);
    const added = uriOf('changed.txt');
    const text = await within(
      () => hoverOver(added),
      (seen) => seen.includes('New since'),
    );
    assert.match(text, new RegExp(`New since main \\(${base}\\)`));
    assert.deepEqual(await lensTitles(added), ['Score risk · New']);
    const untracked = uriOf('untracked.txt');
    await within(
      () => hoverOver(untracked, 0),
      (seen) => seen.includes('New since main'),
    );
    assert.doesNotMatch(await hoverOver(untracked, 1), /New/, 'it is in an unchanged file');
    assert.doesNotMatch(await hoverOver(untracked, 2), /New/, 'it was in a changed file');
    assert.doesNotMatch(await hoverOver(uriOf('below/moved.txt'), 20), /New/, 'it was moved');
    assert.deepEqual(await lensTitles(untracked), ['Score risk · New', 'Score risk', 'Score risk']);
  });

  it('are a group of the Addresses view, count for its badge, and filter it', async function () {
    this.timeout(30_000);
    const view = openView();
    await view.search();
    await within(
      () => rowsOf(view, 'new'),
      (rows) => rows.length === 3,
    );
    const rows = (await rowsOf(view, 'new')).map((row) => row.split('\n'));
    assert.deepEqual(
      rows.map(([first]) => first),
      [`New: Added since main (${base})`, `0x5149…86CA: ${link}`, `0x6B17…1d0F: ${dai}`],
    );
    assert.ok(rows[1]?.includes(`New since main (${base})`));
    assert.equal(view.list.grouping.alarming, 2);
    await view.list.setView({ filter: { isNew: true } });
    const shown = await view.children();
    assert.deepEqual(
      shown.map(({ kind }) => kind),
      ['filter', 'group'],
    );
    // A change of one file shows without another search.
    await write('later.txt', `ethereum: "0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9"`);
    await within(
      () => rowsOf(view, 'new'),
      (now) => now.length === 4,
    );
    await rm(uriOf('later.txt').fsPath);
    await within(
      () => rowsOf(view, 'new'),
      (now) => now.length === 3,
    );
    view.dispose();
  });

  it('are unknown if Git cannot read a file at the revision', async function () {
    this.timeout(30_000);
    const blob = await git('rev-parse', 'main:changed.txt');
    const object = uriOf(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`).fsPath;
    await rename(object, `${object}.away`);
    try {
      const view = openView();
      await view.search();
      await within(
        () => comparisonNotes(view.revisions).join(),
        (text) => text.startsWith(`Git could not read some files at main (${base})`),
      );
      const unlisted = await within(
        () => rowsOf(view, 'unlisted'),
        (rows) => rows.join().includes('It is unknown whether this address is new'),
      );
      assert.match(unlisted.join('\n'), /0x6B17…1d0F/);
      assert.deepEqual(await rowsOf(view, 'new'), []);
      view.dispose();
    } finally {
      await rename(`${object}.away`, object);
    }
  });

  it('count since a revision that the user selects', async function () {
    this.timeout(30_000);
    await git('tag', 'v1.0', 'main');
    const shown = await selecting(undefined);
    assert.deepEqual(shown.slice(0, 6), [
      `Automatic | Merge base with main: ${base}`,
      'HEAD | The last commit',
      'main | The default branch',
      'Enter a Revision… | ',
      'Tags | ',
      `v1.0 | ${base}`,
    ]);
    assert.ok(shown.includes(`${base} | base`), 'commits');
    assert.ok(
      shown.some((each) => each.startsWith('work | ')),
      'branches',
    );
    await selecting('v1.0');
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => seen.includes(`New since v1.0 (${base})`),
    );
    await selecting('Automatic');
    const { workspaceFolderValue } =
      vscode.workspace.getConfiguration('addressRisk', root()).inspect('newSince') ?? {};
    assert.equal(workspaceFolderValue, undefined);
  });

  it('follow the setting, and edits', async function () {
    this.timeout(30_000);
    await setSince('HEAD');
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => !seen.includes('New since'),
    );
    await within(
      () => hoverOver(uriOf('untracked.txt')),
      (seen) => seen.includes('New since HEAD ('),
    );
    await setSince(undefined);
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => seen.includes('New since main'),
    );
  });

  it('do nothing with a setting of a repository that is an option of Git', async function () {
    this.timeout(30_000);
    const target = join(tmpdir(), `address-risk-output-${process.pid}`);
    await rm(target, { force: true });
    for (const value of [`--output=${target}`, `HEAD --output=${target}`, '-h', 'HEAD:x', '..']) {
      await setSince(value);
      await within(
        () => hoverOver(uriOf('changed.txt')),
        (seen) => !seen.includes('New since'),
      );
      await assert.rejects(stat(target), { code: 'ENOENT' });
    }
    await setSince(undefined);
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => seen.includes('New since main'),
    );
  });

  it('are written into the address book by the review, and are no longer new then', async function () {
    this.timeout(60_000);
    await accepting(vscode.commands.executeCommand('addressRisk.reviewNewAddresses'));
    const book = await readFile(join(root().fsPath, '.address-risk.json'), 'utf8');
    const { addresses } = JSON.parse(book) as { addresses: readonly { address: string }[] };
    assert.deepEqual(addresses.map(({ address }) => address).sort(), [link, dai].sort());
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => !seen.includes('New since'),
    );
  });
});
