import * as vscode from 'vscode';
import type { Denial } from '../../book/facts.ts';
import { deniedTextText } from '../../words/denials.ts';
import { addressRows } from '../../words/inventory.ts';
import type { Books } from '../book/register.ts';
import { runInTurns } from '../../turns/turns.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** A text of a deny list that is no address. It may be a key, so it is not shown. */
export interface ListedText {
  readonly uri: vscode.Uri;
  readonly path: string;
  readonly range: vscode.Range;
  readonly denials: readonly Denial[];
}

export interface ListedTexts {
  readonly count: number;
  /** The first ones. */
  readonly rows: readonly ListedText[];
}

/** What the deny lists of now have of what was found. */
export function listedTexts(
  { folders, inventory }: WorkspaceInventory,
  books: Pick<Books, 'bookFor'>,
  maxRows: number,
): Promise<ListedTexts> {
  function* steps(): Generator<void, ListedTexts> {
    const rows: ListedText[] = [];
    let count = 0;
    for (const { folder, path, spots, count: inFile } of inventory.listed.files()) {
      const files = folders.at(folder);
      const search = files && books.bookFor(files.folder.uri)?.loaded.denySearch;
      if (files === undefined || search === undefined) continue;
      const uri = files.uriOf(path);
      for (const { line, column, length, key } of spots) {
        // A row is no hit of its own list.
        const denials = search.denialsOf(key).filter((denial) => denial.path !== path);
        if (denials.length > 0) count++;
        if (denials.length === 0 || rows.length >= maxRows) continue;
        const range = new vscode.Range(line, column, line, column + length);
        rows.push({ uri, path, range, denials });
      }
      count += inFile - spots.length;
      yield;
    }
    return { count, rows };
  }
  return runInTurns('inventory', steps());
}

/** The list and the place, and never the text. */
export function listedTextItem({ uri, path, range, denials }: ListedText): vscode.TreeItem {
  const place = addressRows.place(path, range.start.line + 1);
  const [label = ''] = denials.map(deniedTextText);
  const item = new vscode.TreeItem(label);
  item.description = place;
  item.tooltip = [...denials.map(deniedTextText), place].join('\n');
  item.iconPath = new vscode.ThemeIcon('error');
  const selection = new vscode.Range(range.start, range.start);
  item.command = { title: place, command: 'vscode.open', arguments: [uri, { selection }] };
  return item;
}
