import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Calls } from '../../src/editor/calls/register.ts';
import { selectRevision } from '../../src/editor/commands/revisionCommand.ts';
import { comparisonNotes, createNewAddresses } from '../../src/editor/inventory/newAddresses.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import type { Documents } from '../../src/editor/documents/register.ts';
import { createCodeLensProvider } from '../../src/editor/surfaces/codeLens.ts';
import { StoredPlaces } from '../../src/editor/surfaces/storedPlaces.ts';
import type { Shell } from '../../src/editor/shell/shell.ts';
import { openView } from './support/addressesView.ts';
import {
  gitApi,
  hoverOver,
  lensTitles,
  repositoryIn,
  root,
  rowsOf,
  within,
} from './support/repository.ts';

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
const uni = '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
const link = '0x514910771AF9Ca656af840dff83E8264EcF986CA';

/** A repository in the folder of the workspace: other tests use the rest of it. */
const home = 'newAddresses';
const { uriOf, git, write, commitAll } = repositoryIn(home);

/** Accepts the boxes as they open, with what is in them; a list with its first item. */
async function accepting(work: Thenable<unknown>): Promise<void> {
  const done = Promise.resolve(work).then(() => true);
  const later = (): Promise<boolean> =>
    new Promise((resolve) => setTimeout(() => resolve(false), 100));
  do {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  } while (!(await Promise.race([done, later()])));
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

const setSince = (
  value: string | undefined,
  target = vscode.ConfigurationTarget.Workspace,
): Thenable<void> =>
  vscode.workspace.getConfiguration('addressRisk', root()).update('newSince', value, target);
const ofUser = vscode.ConfigurationTarget.Global;

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

  it('are in the lens of a changed file, without the view or a hover, and search for no other', async function () {
    this.timeout(30_000);
    const view = openView();
    let begun = 0;
    const begin = (): void => void (begun++ === 0 && view.search());
    const newAddresses = createNewAddresses({ ...view, begin });
    const index = createAddressIndex();
    const calls = {
      session: { identity: () => Promise.resolve({ kind: 'none' }) },
    } as unknown as Calls;
    const { books, choices } = view;
    const documents = { index, choices } as unknown as Documents;
    const stored = new StoredPlaces(calls);
    const lenses = createCodeLensProvider({ books, calls, documents, newAddresses, stored });
    const { token } = new vscode.CancellationTokenSource();
    const titles = async (name: string): Promise<string[]> => {
      const document = await vscode.workspace.openTextDocument(uriOf(name));
      const all = (await lenses.provideCodeLenses(document, token)) ?? [];
      return all.map(({ command }) => command?.title ?? '');
    };
    assert.deepEqual(await titles('kept.txt'), ['Score risk']);
    await within(
      () => comparisonNotes(view.revisions).length,
      (count) => count === 0,
    );
    assert.equal(begun, 0, 'the file has not changed');
    await within(
      () => titles('changed.txt'),
      ([title]) => title === 'Score risk · New',
    );
    for (const each of [lenses, newAddresses, index, view]) each.dispose();
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
    await setSince('HEAD', ofUser);
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => !seen.includes('New since'),
    );
    await within(
      () => hoverOver(uriOf('untracked.txt')),
      (seen) => seen.includes('New since HEAD ('),
    );
    await setSince(undefined, ofUser);
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => seen.includes('New since main'),
    );
  });

  it('stay new whatever closer revision the workspace sets, which the view shows', async function () {
    this.timeout(30_000);
    await setSince('HEAD');
    const view = openView();
    await view.search();
    await within(
      () => comparisonNotes(view.revisions).join(),
      (text) =>
        text ===
        `The workspace sets “Address Risk: New Since” to “HEAD”. This has no effect because it is not older than main (${base}).`,
    );
    assert.ok((await hoverOver(uriOf('changed.txt'))).includes('New since main'));
    view.dispose();
    await setSince(undefined);
  });

  it('do nothing with a setting of a repository that is an option of Git', async function () {
    this.timeout(30_000);
    const target = join(tmpdir(), `address-risk-output-${process.pid}`);
    await rm(target, { force: true });
    // The other texts that are no revision alone: `resolveRevision.test.ts`.
    for (const value of [`--output=${target}`, `HEAD --output=${target}`]) {
      // It is not passed to Git, wherever it is set; in the workspace it takes nothing away.
      for (const where of [ofUser, vscode.ConfigurationTarget.Workspace]) {
        await setSince(value, where);
        await within(
          () => hoverOver(uriOf('changed.txt')),
          (seen) => seen.includes('New since main') === (where !== ofUser),
        );
        await setSince(undefined, where);
      }
      await assert.rejects(stat(target), { code: 'ENOENT' });
    }
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
