import { Range, type Uri } from 'vscode';
import type { Family } from '../../networks/networks.ts';
import { bookFile } from '../../book/book.ts';
import type { Place } from '../../folder/inventory.ts';
import type { Revisions } from '../git/register.ts';
import type { AddressList } from './addressList.ts';
import { scoreText } from '../../words/rowScore.ts';
import { rowOf, type AddressRow } from './addressRow.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

/** A new address with what is known of it. */
export interface NewRow {
  /** As the commands of a row receive it. */
  readonly row: AddressRow;
  /** The first one in a changed file. */
  readonly place: { readonly uri: Uri; readonly range: Range };
  readonly family: Family;
  readonly name: string | undefined;
  /** In words; undefined without a stored one. */
  readonly score: string | undefined;
  readonly isDenied: boolean;
}

interface Shown {
  readonly found: WorkspaceInventory;
  readonly list: AddressList;
  readonly revisions: Revisions;
}

/** In the order of their places. Yields between slices of work. */
export function* newRows({ found, list, revisions }: Shown): Generator<void, NewRow[]> {
  const { judgments } = list;
  const left = new Set([...judgments.newOnes()].filter((id) => judgments.isNew(id)));
  const rows: NewRow[] = [];
  /** Where they stand in code; in the address book alone if nowhere else. */
  const firstPlaces = new Map<number, Place>();
  for (const { id, place } of left.size === 0 ? [] : found.inventory.occurrences()) {
    yield;
    if (!left.has(id) || !isChanged(place, found, revisions)) continue;
    if (place.path !== bookFile) left.delete(id);
    else if (firstPlaces.has(id)) continue;
    // Moved to the end, so that the order is that of the places.
    firstPlaces.delete(id);
    firstPlaces.set(id, place);
  }
  for (const [id, place] of firstPlaces) {
    yield;
    const row = rowOf(found, id, { kind: 'new' });
    const uri = found.folders.at(place.folder)?.uriOf(place.path);
    const family = found.inventory.addresses.familyOf(id);
    if (row === undefined || uri === undefined || family === undefined) continue;
    const { line, column, length } = place;
    const score = judgments.scoreOf(id);
    rows.push({
      row,
      family,
      place: { uri, range: new Range(line, column, line, column + length) },
      name: judgments.nameOf(id) ?? found.inventory.codeNames.of(id)?.name,
      score: score && scoreText(score, list.isSample),
      isDenied: judgments.isDenied(id),
    });
  }
  return rows;
}

function isChanged(
  { folder, path }: Place,
  { folders }: WorkspaceInventory,
  revisions: Revisions,
): boolean {
  const own = folders.at(folder)?.folder;
  const state = own && revisions.stateOf(own);
  return state?.kind === 'on' && state.comparison.stateOf(path) === 'changed';
}
