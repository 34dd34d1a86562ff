import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { toEip55 } from '../../src/encodings/evmChecksum.ts';
import type { WorkspaceView } from '../../src/pageViews.ts';
import { eventually } from '../harness/waiting.ts';
import { openReports } from './support/reports.ts';
import { root } from './support/repository.ts';

// No other test has them.
const vault = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const safe = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

const written = new Set<string>();

async function write(name: string, content: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(root(), name);
  await mkdir(dirname(uri.fsPath), { recursive: true });
  await writeFile(uri.fsPath, content);
  written.add(uri.fsPath);
  return uri;
}

const show = (uri: vscode.Uri): Thenable<vscode.TextEditor> =>
  vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });

const labelsOf = (view: WorkspaceView | null): string[] =>
  view?.occurrences?.places.map(({ action }) => action.label) ?? [];

describe('a report of an address in the workspace', () => {
  let opened: ReturnType<typeof openReports>;
  beforeEach(() => {
    opened = openReports();
  });
  afterEach(async () => {
    opened.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const path of written) await rm(path, { force: true });
    written.clear();
  });

  async function activePlace(): Promise<vscode.TextEditor> {
    await eventually('an open file', () => {
      const { document, selection } = vscode.window.activeTextEditor ?? {};
      return Promise.resolve(document?.getText(selection) === vault);
    });
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    return editor;
  }

  it('opens the right line from a button, without a search and without paths in the page', async () => {
    const uri = await write('reportPlaces/payouts.ts', `\n\n  pay("${vault}"); // ethereum\n`);
    await show(uri);
    const page = await opened.open(vault);
    const view = await page.until((shown) => labelsOf(shown).length === 1);
    assert.deepEqual(labelsOf(view), ['reportPlaces/payouts.ts:3']);
    assert.equal(view?.occurrences?.text, '1 occurrence in open files');
    assert.deepEqual(
      view.occurrences.actions.map(({ id }) => id),
      ['findAddresses'],
    );
    assert.equal(opened.found.search.progress.state, 'waiting', 'no search has started');
    for (const place of [4, 1]) page.act({ id: 'openPlace', place });
    page.act({ id: 'openPlace' });
    page.act({ id: 'openPlace', place: 0 });
    const { document, selection } = await activePlace();
    assert.equal(document.uri.toString(), uri.toString());
    assert.deepEqual([selection.start.line, selection.start.character], [2, 7]);
    assert.ok(!JSON.stringify(page.reports).includes(root().path));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await page.until((shown) => shown === null);
  });

  it('goes to its top where it is shown again, and to a difference only where there is one', async () => {
    const page = await opened.open(vault);
    await page.until(() => page.reports.length > 0);
    assert.deepEqual(page.goals, []);
    opened.showDifference(vault);
    page.beat();
    opened.openAgain(vault);
    await page.until(() => page.goals.length > 0);
    page.begin();
    const count = page.reports.length;
    await page.until(() => page.reports.length > count);
    assert.deepEqual(page.goals, ['top']);
  });

  it('says what names the network in the first place, if nothing else has', async () => {
    await show(await write('reportPlaces/link.ts', `// https://etherscan.io/address/${vault}\n`));
    const page = await opened.open(vault);
    await page.until(() => (page.reports.at(-1)?.network.evidence ?? '') !== '');
    const { text, evidence } = page.reports.at(-1)?.network ?? {};
    assert.deepEqual([text, evidence], ['Ethereum', 'from the etherscan.io link']);
  });

  it('follows edits while it is visible, and does nothing while it is hidden', async () => {
    const uri = await write('reportPlaces/edited.ts', `"${vault}"\n"${safe}"\n`);
    const { document } = await show(uri);
    const [visible, hidden] = [await opened.open(vault), await opened.open(safe)];
    await visible.until((shown) => labelsOf(shown).join() === 'reportPlaces/edited.ts:1');
    await hidden.until((shown) => labelsOf(shown).join() === 'reportPlaces/edited.ts:2');
    hidden.setVisible(false);
    const before = opened.asked.filter((address) => address === safe).length;
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), `// ${vault}\n\n`);
    await vscode.workspace.applyEdit(edit);
    const view = await visible.until((shown) => labelsOf(shown).length === 2);
    assert.deepEqual(labelsOf(view), ['reportPlaces/edited.ts:1', 'reportPlaces/edited.ts:3']);
    assert.equal(opened.asked.filter((address) => address === safe).length, before);
    assert.deepEqual(labelsOf(hidden.reports.at(-1)?.workspace ?? null), [
      'reportPlaces/edited.ts:2',
    ]);
    hidden.setVisible(true);
    await hidden.until((shown) => labelsOf(shown).join() === 'reportPlaces/edited.ts:4');
    visible.act({ id: 'openPlace', place: 1 });
    assert.equal((await activePlace()).selection.start.line, 2);
    await document.save();
  });

  it('counts the workspace once it was searched, by network', async () => {
    for (const name of ['a', 'b', 'c']) {
      await write(`reportPlaces/${name}.ts`, `"${vault}" // ethereum\n"${vault}"\n\n`);
    }
    await write('reportPlaces/d.ts', `const polygon = "${vault}"; // polygon\n`);
    const page = await opened.open(vault);
    await page.until(() => page.reports.length > 0);
    await opened.search();
    // A report during the end of the search shows that it isn't complete.
    const all = '6 occurrences in the workspace';
    const view = await page.until((shown) => shown?.occurrences?.text === all);
    assert.ok(view?.occurrences);
    assert.deepEqual(
      labelsOf(view),
      ['a.ts:1', 'a.ts:2', 'b.ts:1', 'b.ts:2', 'c.ts:1'].map((each) => `reportPlaces/${each}`),
    );
    assert.deepEqual(
      view.occurrences.actions.map(({ label }) => label),
      ['Show 1 More in the Addresses View'],
    );
    page.act({ id: 'openPlace', place: 3 });
    const { document, selection } = await activePlace();
    assert.deepEqual([document.uri.path.slice(-4), selection.start.line], ['b.ts', 1]);
  });

  it('shows its times again with each minute in sight, and reads nothing for that', async () => {
    const page = await opened.open(vault);
    await page.until(() => page.reports.length > 1);
    const [before, asked] = [page.reports.length, opened.asked.length];
    page.beat();
    await page.until(() => page.reports.length > before);
    assert.equal(opened.asked.length, asked);
  });

  it('follows the network that the user chooses, unless it is pinned on another one', async () => {
    const assumed = { reason: 'assumed', evidence: 'ethereum' };
    const page = await opened.open(vault, assumed);
    const pinned = await opened.open(safe, { ...assumed, isPinned: true });
    const networkOf = ({ reports }: typeof page) => reports.at(-1)?.network;
    const { choices } = opened;
    const isShown = (each: typeof page, text: string, evidence: string) =>
      each.until(() => networkOf(each)?.text === text && networkOf(each)?.evidence === evidence);
    for (const each of [page, pinned])
      await isShown(each, 'Ethereum (assumed)', 'this file doesn’t name a network');
    await choices.remember(vault, 'ethereum');
    await isShown(page, 'Ethereum', 'selected by you');
    await choices.setAlwaysAssumed('ethereum');
    await isShown(pinned, 'Ethereum', 'your choice for this workspace');
    await choices.setAlwaysAssumed(undefined);
    await isShown(pinned, 'Ethereum (assumed)', 'this file doesn’t name a network');
    await choices.remember(safe, 'base');
    await choices.remember(vault, 'base');
    await isShown(page, 'Base', 'selected by you');
    assert.equal(networkOf(pinned)?.text, 'Ethereum (assumed)');
    assert.equal(networkOf(page)?.isAssumed, false);
  });

  it('shows names and deny-list hits of the address book, and follows it', async () => {
    const page = await opened.open(vault);
    await page.until(() => page.reports.length > 0);
    await write('lists/reportDeny.csv', `address\n${vault}\n`);
    const book = await write(
      '.address-risk.json',
      JSON.stringify({
        version: 1,
        addresses: [
          { address: vault, network: 'ethereum', name: '<b>Vault</b>', ignore: { reason: 'ours' } },
        ],
        lists: [{ path: 'lists/reportDeny.csv', name: 'Team list', kind: 'deny' }],
      }),
    );
    const view = await page.until((shown) => shown?.alarms.length === 1);
    assert.deepEqual(view?.names, [{ name: '<b>Vault</b>', source: 'from the address book' }]);
    assert.deepEqual(view.notes, ['Look-alike warnings are hidden. Reason: ours']);
    assert.deepEqual(view.alarms, [
      {
        ...{ kind: 'denied', text: 'This address is on the deny list “Team list”.' },
        path: 'lists/reportDeny.csv',
      },
    ]);
    await rm(book.fsPath);
    await page.until((shown) => shown === null);
  });

  it('replaces a look-alike only in the places that the user ticks in the preview', async () => {
    const fake =
      `${vault.slice(0, 6)}91c6218b36c1d19d4a2e9eb0ce3606eb${vault.slice(-4)}`.toLowerCase();
    const page = await opened.open(fake);
    await page.until(() => page.reports.length > 0);
    const uri = await write(
      'reportPlaces/pay.ts',
      `// ${vault}\npay("${fake}");\nto("${fake}");\n`,
    );
    const book = await write(
      '.address-risk.json',
      JSON.stringify({
        version: 1,
        addresses: [{ address: vault, network: 'ethereum', name: 'Vault' }],
      }),
    );
    const { document } = await show(uri);
    const before = document.getText();
    const view = await page.until((shown) => shown?.comparison?.heading === 'Compare with Vault');
    assert.match(view?.alarms[0]?.text ?? '', /^This isn’t Vault\./);
    await page.until(
      () => page.reports.at(-1)?.actions.some(({ id }) => id === 'replaceAddress') === true,
    );
    /** Runs commands of the preview until it is closed: it opens some time after it was asked for. */
    async function inPreview(...names: readonly string[]): Promise<void> {
      let isClosed = false;
      const replacing = opened.replace(toEip55(fake)).finally(() => (isClosed = true));
      await eventually('a closed preview', async () => {
        for (const name of names) await vscode.commands.executeCommand(name);
        return isClosed;
      });
      assert.deepEqual(await replacing, { left: 0 });
    }
    await inPreview('refactorPreview.focus', 'refactorPreview.apply');
    assert.equal(document.getText(), before, 'without a tick, nothing is written');
    await eventually('a ticked file', async () => {
      await inPreview(
        ...['refactorPreview.focus', 'list.focusFirst', 'refactorPreview.toggleCheckedState'],
        'refactorPreview.apply',
      );
      return document.getText() !== before;
    });
    assert.equal(document.getText(), before.replaceAll(fake, vault));
    await rm(book.fsPath);
    await page.until((shown) => shown === null);
  });
});
