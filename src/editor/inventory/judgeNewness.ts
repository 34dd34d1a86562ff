import type { WorkspaceFolder } from 'vscode';
import type { Inventory } from '../../folder/inventory.ts';
import type { Judgments } from '../../folder/judgments.ts';
import { findNew, type Comparison } from '../../folder/newness.ts';
import type { Books } from '../book/register.ts';
import { runInTurns } from '../../turns/turns.ts';
import type { Revisions } from '../git/register.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

interface Outcome {
  /** Whether other addresses are new than before. */
  readonly isChanged: boolean;
  /** Whether more will be known once the search or Git has ended. */
  readonly isWaiting: boolean;
}

/** Marks what is new, as far as Git has said what changed; for more, it asks Git. */
export async function judgeNewness(
  found: WorkspaceInventory,
  all: readonly { readonly inventory: Inventory; readonly judgments: Judgments }[],
  { books, revisions }: { readonly books: Books; readonly revisions: Revisions },
): Promise<Outcome> {
  const { folders, search } = found;
  let isWaiting = false;
  for (const [number, { folder }] of folders.open()) {
    revisions.follow(folder);
    const state = revisions.stateOf(folder);
    if (state.kind !== 'on') continue;
    // They are still to be read.
    if (found.followed.followChanged(number, state.changed)) isWaiting = true;
  }
  // An address that seems new may be in a file that is still to be read.
  if (search.isRunning) return { isChanged: false, isWaiting: true };
  const comparisons = new Map<number, Comparison>();
  for (const [number, { folder }] of folders.open()) {
    const state = revisions.stateOf(folder);
    if (state.kind === 'waiting') isWaiting = true;
    if (state.kind !== 'on' || search.progress.state !== 'complete') continue;
    comparisons.set(number, withoutBook(state.comparison, books, folder));
  }
  const { newness, waiting } = await runInTurns('inventory', findNew(all, comparisons));
  for (const number of waiting) {
    const folder = folders.at(number)?.folder;
    if (folder !== undefined) revisions.readBases(folder);
  }
  let isChanged = false;
  for (const [index, { judgments }] of all.entries()) {
    if (judgments.setNewness(newness[index] ?? new Map())) isChanged = true;
  }
  return { isChanged, isWaiting: isWaiting || waiting.size > 0 };
}

function withoutBook(comparison: Comparison, books: Books, folder: WorkspaceFolder): Comparison {
  const own = books.bookFor(folder.uri)?.loaded.ownFiles();
  const { stateOf } = comparison;
  return { ...comparison, stateOf: (path) => (own?.has(path) ? 'outside' : stateOf(path)) };
}
