/** What a person did that may cost a calculation. */
export type GestureSource = 'command' | 'lens' | 'panel';

declare const mark: unique symbol;

/**
 * Proof that a person asked. A start call cannot be made without one, and only the command
 * handlers of the editor make them (lint holds it): a hover or a restore has none to give.
 */
export interface Gesture {
  readonly source: GestureSource;
  readonly [mark]: true;
}

export function gestureOf(source: GestureSource): Gesture {
  return { source } as Gesture;
}
