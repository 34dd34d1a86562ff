export interface LineCounter {
  /** The line of an offset, counted from 0. Offsets may not descend. */
  readonly lineAt: (offset: number) => number;
}

/** Counts lines only as far as they are requested, and searches no part of the text twice. */
export function createLineCounter(text: string): LineCounter {
  let line = 0;
  let next = text.indexOf('\n');
  return {
    lineAt(offset) {
      while (next !== -1 && next < offset) {
        line++;
        next = text.indexOf('\n', next + 1);
      }
      return line;
    },
  };
}

export function lineAt(text: string, offset: number): number {
  return createLineCounter(text).lineAt(offset);
}
