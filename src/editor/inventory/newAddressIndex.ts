import { EventEmitter } from 'vscode';
import type { Judgments } from '../../folder/judgments.ts';
import type { Books } from '../book/register.ts';
import type { Revisions } from '../git/register.ts';
import { kindsOfWithheld, type Withheld } from './fileScanner.ts';
import { judgeNewness } from './judgeNewness.ts';
import type { WorkspaceInventory } from './workspaceInventory.ts';

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

  /** @param withheld what is known of those that are not looked up */
  async judge(
    found: WorkspaceInventory,
    judgments: Judgments,
    withheld: Readonly<Record<Withheld, Judgments>>,
    ports: { readonly books: Books; readonly revisions: Revisions },
  ): Promise<void> {
    const all = [
      { inventory: found.inventory, judgments },
      ...kindsOfWithheld.map((kind) => ({
        inventory: found.withheld[kind],
        judgments: withheld[kind],
      })),
    ];
    const { isChanged, isWaiting } = await judgeNewness(found, all, ports);
    this.#isWaiting = isWaiting;
    if (!isChanged) return;
    const { addresses } = found.inventory;
    this.#byAddress = Map.groupBy(judgments.newOnes(), (id) => addresses.addressOf(id));
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
