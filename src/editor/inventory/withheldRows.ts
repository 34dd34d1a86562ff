import * as vscode from 'vscode';
import { deniedTextText } from '../../messages/denials.ts';
import { addressRows, addressGroups } from '../../messages/inventory.ts';
import type { Books } from '../book/books.ts';
import { runInTurns } from '../../scheduler/turns.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import type { LookAlike } from '../../book/lookAlikeParts.ts';
import type { Judgments } from '../../folder/judgments.ts';
import { listingText } from '../../messages/book.ts';
import { newTexts } from '../../messages/newness.ts';
import { shortAddress } from '../../messages/text.ts';
import type { Withheld } from './fileScanner.ts';

/** A place that the view shows, and whose text is not looked up. */
export interface WithheldRow {
  readonly uri: vscode.Uri;
  readonly path: string;
  readonly range: vscode.Range;
  readonly icon: 'error' | 'warning';
  /** Undefined for the place itself, where the text may be a key, which is not repeated. */
  readonly label: string | undefined;
  /** The label in full. */
  readonly lines: readonly string[];
  /** What is known of it, such as that it is new. */
  readonly facts: readonly string[];
}

export interface ListedTexts {
  readonly count: number;
  /** The first ones. */
  readonly rows: readonly WithheldRow[];
}

/**
 * Texts in the workspace that are on a current deny list and are not addresses. Such a text may be a
 * key, so a row names the list and the place, and never the text.
 */
export function listedTexts(
  { folders, inventory }: WorkspaceInventory,
  books: Pick<Books, 'bookFor'>,
  maxRows: number,
): Promise<ListedTexts> {
  function* steps(): Generator<void, ListedTexts> {
    const rows: WithheldRow[] = [];
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
        const lines = denials.map(deniedTextText);
        rows.push({ uri, path, range, icon: 'error', label: lines[0], lines, facts: [] });
      }
      count += inFile - spots.length;
      yield;
    }
    return { count, rows };
  }
  return runInTurns('inventory', steps());
}

export interface WithheldRows extends ListedTexts {
  /** Of all, the ones that are new or on a deny list. */
  readonly alarming: number;
}

interface Options {
  readonly books: Pick<Books, 'bookFor' | 'lookAlikes'>;
  readonly maxRows: number;
}

/** Places of addresses that are never looked up but have a warning. */
export function withheldRows(
  kind: Withheld,
  { folders, withheld }: WorkspaceInventory,
  judgments: Judgments,
  { books, maxRows }: Options,
): Promise<WithheldRows> {
  const { addresses } = withheld[kind];
  function* steps(): Generator<void, WithheldRows> {
    const rows: WithheldRow[] = [];
    let [count, alarming] = [0, 0];
    for (const { id, place } of withheld[kind].occurrences()) {
      const files = folders.at(place.folder);
      const known = addresses.of(id);
      const facts = known && factsOf(kind, id, judgments, () => books.lookAlikes.of(known));
      if (files === undefined || known === undefined || facts === undefined) continue;
      count++;
      if (judgments.isNew(id) || (kind !== 'hidden' && judgments.isDenied(id))) alarming++;
      if (rows.length >= maxRows) continue;
      const { path, line, column, length } = place;
      const lines = kind === 'hidden' ? [] : [known.address];
      const [label] = lines.map(shortAddress);
      const range = new vscode.Range(line, column, line, column + length);
      rows.push({ uri: files.uriOf(path), path, range, icon: 'warning', label, lines, facts });
      yield;
    }
    return { count, alarming, rows };
  }
  return runInTurns('inventory', steps());
}

/** Undefined without a warning. A hidden address on a deny list has a row among the listed texts. */
function factsOf(
  kind: Withheld,
  id: number,
  judgments: Judgments,
  lookAlikes: () => readonly LookAlike[],
): string[] | undefined {
  const isDenied = judgments.isDenied(id) && kind !== 'hidden';
  const isListed = !judgments.isUnlisted(id) && !judgments.isAdded(id);
  const facts = [
    ...(isDenied ? [addressGroups.denied()] : []),
    ...(!isListed && lookAlikes().length > 0 ? [addressGroups.looksLike(null)] : []),
    ...(judgments.isNew(id) ? [newTexts.group()] : []),
    ...(judgments.isUnlisted(id) ? [addressRows.unlisted()] : []),
    ...(judgments.isAdded(id) ? [listingText('added') ?? ''] : []),
  ];
  return kind === 'hidden' && facts.length === 0 ? undefined : facts;
}

export function withheldItem(row: WithheldRow): vscode.TreeItem {
  const { uri, path, range, icon, label, lines, facts } = row;
  const place = addressRows.place(path, range.start.line + 1);
  const item = new vscode.TreeItem(label ?? place);
  item.description = [...(label === undefined ? [] : [place]), ...facts].join(' · ');
  item.tooltip = [...lines, place, ...facts].join('\n');
  item.iconPath = new vscode.ThemeIcon(icon);
  const selection = new vscode.Range(range.start, range.start);
  item.command = { title: place, command: 'vscode.open', arguments: [uri, { selection }] };
  return item;
}
