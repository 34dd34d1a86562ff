import { keyMaterialIn } from '../addresses/keyMaterial.ts';
import { createLineCounter } from '../book/lines.ts';

/** Where a text is that may be a key, or a part of one. The text is not repeated. */
export interface KeyText {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** Of a folder: a file of keys does not fill the memory. */
const mostKeyTexts = 1_000;

/** Adds the texts of a file that are read as keys, and never sent. */
export function addKeyTexts(found: KeyText[], path: string, text: string): void {
  if (found.length >= mostKeyTexts) return;
  const starts = new Set(keyMaterialIn(text, { path }).map(({ offset }) => offset));
  if (starts.size === 0) return;
  const lines = createLineCounter(text);
  const sorted = [...starts].sort((one, other) => one - other);
  for (const start of sorted.slice(0, mostKeyTexts - found.length)) {
    const column = start - text.lastIndexOf('\n', start - 1);
    found.push({ path, line: lines.lineAt(start) + 1, column });
  }
}
