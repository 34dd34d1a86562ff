/** Of offsets that do not descend; both are counted from 0. */
export interface LineCounter {
  readonly lineAt: (offset: number) => number;
  readonly placeAt: (offset: number) => { readonly line: number; readonly column: number };
}

/** Counts lines only as far as needed, and reads each part of the text once. */
export function createLineCounter(text: string): LineCounter {
  let line = 0;
  let start = 0;
  let next = text.indexOf('\n');
  function lineAt(offset: number): number {
    while (next !== -1 && next < offset) {
      line++;
      start = next + 1;
      next = text.indexOf('\n', start);
    }
    return line;
  }
  return { lineAt, placeAt: (offset) => ({ line: lineAt(offset), column: offset - start }) };
}

export function lineAt(text: string, offset: number): number {
  return createLineCounter(text).lineAt(offset);
}
