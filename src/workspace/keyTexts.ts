import { keyMaterialIn } from '../addresses/keyMaterial.ts';
import { createLineCounter } from '../book/lines.ts';

/** Where a text is that may be a key, or a part of one. The text is not repeated. */
export interface KeyText {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** In which files they are looked for, which takes time. */
export type KeyTextsIn = 'all' | 'changed' | undefined;

/** Of a folder: a file of keys does not fill the memory. */
const mostKeyTexts = 1_000;

/** Collects the texts that are read as keys, and never sent. */
export class KeyTexts {
  readonly found: KeyText[] = [];
  readonly #where: KeyTextsIn;

  constructor(where: KeyTextsIn) {
    this.#where = where;
  }

  search(path: string, text: string, isChanged: boolean): void {
    if (this.#where === undefined || (this.#where === 'changed' && !isChanged)) return;
    const left = mostKeyTexts - this.found.length;
    if (left === 0) return;
    const starts = new Set(keyMaterialIn(text, { path }).map(({ offset }) => offset));
    const lines = createLineCounter(text);
    for (const start of [...starts].sort((one, other) => one - other).slice(0, left)) {
      const { line, column } = lines.placeAt(start);
      this.found.push({ path, line: line + 1, column: column + 1 });
    }
  }
}
