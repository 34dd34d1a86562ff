import assert from 'node:assert/strict';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { selectRevision } from '../../../src/editor/commands/reviewCommand.ts';
import { comparisonNotes } from '../../../src/editor/inventory/newAddresses.ts';
import type { Shell } from '../../../src/editor/shell/shell.ts';
import { openView } from '../support/addressesView.ts';
import {
  changedRepository,
  dai,
  link,
  ofUser,
  repository,
  setSince,
} from '../support/newAddresses.ts';
import { hoverOver, root, rowsOf, within } from '../support/repository.ts';

const { uriOf, git, write } = repository;

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
    const shell = { notifier, log: {} } as unknown as Shell;
    await selectRevision({ revisions: view.revisions, shell });
    return shown;
  } finally {
    vscode.window.showQuickPick = pick;
    view.dispose();
  }
}

describe('new addresses', () => {
  const base = changedRepository();

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
      [`New: Added since main (${base()})`, `LINK: ${link}`, `DAI: ${dai}`],
    );
    assert.ok(rows[1]?.includes(`New since main (${base()})`));
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
        (text) => text.startsWith(`Git could not read some files at main (${base()})`),
      );
      const unlisted = await within(
        () => rowsOf(view, 'unlisted'),
        (rows) => rows.join().includes('It is unknown whether this address is new'),
      );
      assert.match(unlisted.join('\n'), /DAI/);
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
      `Automatic | Merge base with main: ${base()}`,
      'HEAD | The last commit',
      'main | The default branch',
      'Enter a Revision… | ',
      'Tags | ',
      `v1.0 | ${base()}`,
    ]);
    assert.ok(shown.includes(`${base()} | base`), 'commits');
    assert.ok(
      shown.some((each) => each.startsWith('work | ')),
      'branches',
    );
    assert.equal(shown.filter((each) => each.startsWith('main | ')).length, 1);
    await selecting('v1.0');
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => seen.includes(`New since v1.0 (${base()})`),
    );
    await selecting('Automatic');
    const { workspaceFolderValue } =
      vscode.workspace.getConfiguration('addressRisk', root()).inspect('newSince') ?? {};
    assert.equal(workspaceFolderValue, undefined);
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
        `The workspace sets “Address Risk: New Since” to “HEAD”. This has no effect because it is not older than main (${base()}).`,
    );
    assert.ok((await hoverOver(uriOf('changed.txt'))).includes('New since main'));
    view.dispose();
    await setSince(undefined);
  });

  it('do nothing with a setting of a repository that is an option of Git', async function () {
    this.timeout(30_000);
    const target = join(tmpdir(), `address-risk-output-${process.pid}`);
    await rm(target, { force: true });
    // The other texts that are no revision alone: `baseSince.test.ts`.
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
    await git('config', 'user.name', 'Reviewer');
    await vscode.window.showTextDocument(uriOf('changed.txt'), {
      viewColumn: vscode.ViewColumn.One,
    });
    const report = vscode.window.createWebviewPanel('report', 'Report', vscode.ViewColumn.Two);
    await accepting(vscode.commands.executeCommand('addressRisk.reviewNewAddresses'));
    assert.ok(report.visible, 'the files are shown beside the report');
    report.dispose();
    const selected = vscode.window.visibleTextEditors.filter(({ selection }) => !selection.isEmpty);
    assert.equal(selected.length, 0);
    const book = await readFile(join(root().fsPath, '.address-risk.json'), 'utf8');
    const { addresses } = JSON.parse(book) as {
      addresses: readonly { address: string; reviewedAt: string; reviewedBy: string }[];
    };
    assert.deepEqual(addresses.map(({ address }) => address).sort(), [link, dai].sort());
    const today = new Date().toISOString().slice(0, 10);
    for (const { reviewedAt, reviewedBy } of addresses) {
      assert.deepEqual([reviewedAt, reviewedBy], [today, 'Reviewer']);
    }
    await within(
      () => hoverOver(uriOf('changed.txt')),
      (seen) => !seen.includes('New since'),
    );
  });
});
