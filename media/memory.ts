import { createContext } from 'preact';
import type { Action } from '../src/panelProtocol.ts';

/** State that the page keeps while hidden and across a window reload. */
export interface Memory {
  /** Parts that the user opened or closed, by their ID. */
  readonly open: Readonly<Record<string, boolean>>;
  /** How many bars of a chart are shown, by its ID. */
  readonly shown: Readonly<Record<string, number>>;
  readonly scroll: number;
}

export const forgotten: Memory = { open: {}, shown: {}, scroll: 0 };

/** Stored state; validated, because another version may have written it. */
export function readMemory(kept: unknown): Memory {
  if (typeof kept !== 'object' || kept === null) return forgotten;
  const { open, shown, scroll } = kept as Record<string, unknown>;
  return {
    open: membersOf(open, (value) => typeof value === 'boolean'),
    shown: membersOf(shown, (value) => Number.isSafeInteger(value)),
    scroll: typeof scroll === 'number' && Number.isFinite(scroll) ? scroll : 0,
  };
}

function membersOf<T>(
  value: unknown,
  isFitting: (member: unknown) => boolean,
): Readonly<Record<string, T>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, member]) => isFitting(member)));
}

export interface Page {
  readonly memory: Memory;
  readonly remember: (change: Partial<Memory>) => void;
  readonly act: (action: Action) => void;
}

export const PageContext = createContext<Page>({
  memory: forgotten,
  remember: () => undefined,
  act: () => undefined,
});
