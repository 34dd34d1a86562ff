import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Calls } from '../../src/editor/calls/calls.ts';
import { comparisonNotes, createNewAddresses } from '../../src/editor/inventory/newAddresses.ts';
import { createAddressIndex } from '../../src/editor/documents/addressIndex.ts';
import type { Documents } from '../../src/editor/documents/foundAddresses.ts';
import { createCodeLensProvider } from '../../src/editor/surfaces/lenses.ts';
import { StoredResultIndex } from '../../src/editor/surfaces/lensLines.ts';
import { openView } from './support/addressesView.ts';
import {
  wbtc,
  changedRepository,
  link,
  ofUser,
  repository,
  setSince,
} from './support/newAddresses.ts';
import { lensTitles, titledLenses } from './support/lenses.ts';
import { hoverOver, root, within } from './support/repository.ts';

const { uriOf } = repository;

describe('new addresses', () => {
  const base = changedRepository();

  it('are marked in hovers and lenses, since where HEAD and the default branch parted', async function () {
    this.timeout(30_000);
    const added = uriOf('changed.txt');
    const text = await within(
      () => hoverOver(added),
      (seen) => seen.includes('New since'),
    );
    assert.match(text, new RegExp(`New since main \\(${base()}\\)`));
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
    const stored = new StoredResultIndex(calls);
    const lenses = createCodeLensProvider({ books, calls, documents, newAddresses, stored });
    const titles = async (name: string): Promise<string[]> => {
      const document = await vscode.workspace.openTextDocument(uriOf(name));
      const all = await titledLenses(lenses, document);
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

  it('can be on a deny list, whose rows were in no use before', async function () {
    this.timeout(30_000);
    const list = { path: 'newAddresses/listed.txt', name: 'Ours', kind: 'deny' };
    const book = vscode.Uri.joinPath(root(), '.address-risk.json');
    await writeFile(book.fsPath, JSON.stringify({ version: 1, addresses: [], lists: [list] }));
    await repository.write('listed.txt', `${wbtc}\n${link}\n`);
    const used = await repository.write('used.txt', `ethereum: "${wbtc}"\n`);
    await within(
      () => hoverOver(used),
      (seen) => seen.includes('deny list') && seen.includes('New since main'),
    );
    for (const each of [used.fsPath, book.fsPath]) await rm(each);
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
});
