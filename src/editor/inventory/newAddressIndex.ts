import { EventEmitter, type WorkspaceFolder } from 'vscode';
import type { Judgments } from '../../folder/judgments.ts';
import type { Books } from '../book/books.ts';
import type { Revisions } from '../git/revisions.ts';
import { kindsOfWithheld, type Withheld } from './fileScanner.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';
import { findNew, type Comparison } from '../../folder/compare.ts';
import { runInTurns } from '../../scheduler/turns.ts';

/** The addresses that are new, or may be, as they were last judged. */
export class NewAddressIndex {
  readonly #changed = new EventEmitter<void>();
  #byAddress: ReadonlyMap<string, readonly number[]> = new Map();
  #isWaiting = true;

  /** Fires when others are new. */
  readonly onDidChange = this.#changed.event;

  get size(): number {
    return this.#byAddress.size;
  }

  /** Whether it is still to be found out which ones are new. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Their numbers. @param canonical spelling */
  of(canonical: string): readonly number[] {
    return this.#byAddress.get(canonical) ?? [];
  }

  /** Marks what is new, as far as Git has said what changed; for more, it asks Git. */
  async judge(
    found: WorkspaceInventory,
    judgments: Judgments,
    withheld: Readonly<Record<Withheld, Judgments>>,
    { books, revisions }: { readonly books: Books; readonly revisions: Revisions },
  ): Promise<void> {
    const { folders, inventory, search } = found;
    /** Whether more will be known once the search or Git has ended. */
    let isWaiting = false;
    for (const [number, { folder }] of folders.open()) {
      revisions.follow(folder);
      const state = revisions.stateOf(folder);
      // They are still to be read.
      if (state.kind === 'on' && found.followChanged(number, state.changed)) isWaiting = true;
    }
    // An address that seems new may be in a file that is still to be read.
    if (search.isRunning) {
      this.#isWaiting = true;
      return;
    }
    const comparisons = new Map<number, Comparison>();
    for (const [number, { folder }] of folders.open()) {
      const state = revisions.stateOf(folder);
      if (state.kind === 'waiting') isWaiting = true;
      if (state.kind !== 'on' || search.progress.state !== 'complete') continue;
      comparisons.set(number, withoutBook(state.comparison, books, folder));
    }
    const all = [
      { inventory, judgments },
      ...kindsOfWithheld.map((kind) => ({
        inventory: found.withheld[kind],
        judgments: withheld[kind],
      })),
    ];
    const { newness, waiting } = await runInTurns('inventory', findNew(all, comparisons));
    for (const number of waiting) {
      const folder = folders.at(number)?.folder;
      if (folder !== undefined) revisions.readBases(folder);
    }
    this.#isWaiting = isWaiting || waiting.size > 0;
    // Each of them, also behind one that has changed.
    const changed = all.filter((each, index) =>
      each.judgments.setNewness(newness[index] ?? new Map()),
    );
    if (changed.length === 0) return;
    const { addresses } = inventory;
    this.#byAddress = Map.groupBy(judgments.newOnes(), (id) => addresses.addressOf(id));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function withoutBook(comparison: Comparison, books: Books, folder: WorkspaceFolder): Comparison {
  const own = books.bookFor(folder.uri)?.loaded.ownFiles();
  const { stateOf } = comparison;
  return { ...comparison, stateOf: (path) => (own?.has(path) ? 'outside' : stateOf(path)) };
}
