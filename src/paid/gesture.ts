import type { SpendingSource } from '../ledger/store.ts';

/** Everything that can start a risk calculation: never a hover. */
export type GestureSource = Exclude<SpendingSource, 'hover'>;

declare const mark: unique symbol;

/**
 * Proof that a command or a button was used. A start needs one, and only the editor's command
 * handlers create them (lint enforces it): a hover or a restore has none.
 */
export interface Gesture {
  readonly source: GestureSource;
  readonly [mark]: true;
}

export function gestureOf(source: GestureSource): Gesture {
  return { source } as Gesture;
}
