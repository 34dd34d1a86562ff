import type * as vscode from 'vscode';
import { CaretLines } from './caretLines.ts';
import { AddressLens } from './lensCommands.ts';
import { tellingLinesIn, type TellingLines } from './tellingLines.ts';

/** In a file with more address lines, only those have a CodeLens that something is known of. */
const maxPlainLines = 20;

interface Remembered {
  readonly version: number;
  readonly telling: TellingLines;
}

/** The CodeLens entries of a document that has few, or many addresses (the setting `auto`). */
export class AutoLensFilter {
  readonly #rooms: Parameters<typeof tellingLinesIn>[1];
  readonly #carets: CaretLines;
  /** A caret that moves changes nothing of what is known. */
  #remembered = new WeakMap<vscode.TextDocument, Remembered>();

  /** @param onMove a caret asks for other entries */
  constructor(rooms: Parameters<typeof tellingLinesIn>[1], onMove: () => void) {
    this.#rooms = rooms;
    this.#carets = new CaretLines(onMove);
  }

  /** @param all an entry for each line with an address */
  async from(all: AddressLens[], document: vscode.TextDocument): Promise<AddressLens[]> {
    if (all.length <= maxPlainLines) {
      this.#carets.forget(document);
      return all;
    }
    const telling = await this.#tellingIn(document);
    const lines = new Set(all.map(({ range }) => range.start.line));
    const caretLines = this.#carets.follow(document, lines);
    return all.flatMap((lens) => {
      const { line } = lens.range.start;
      const known = telling.get(line);
      if (known !== undefined) return new AddressLens(known, document);
      return caretLines.has(line) ? lens : [];
    });
  }

  /** Something of what is known has changed. */
  forget(): void {
    this.#remembered = new WeakMap();
  }

  dispose(): void {
    this.#carets.dispose();
  }

  async #tellingIn(document: vscode.TextDocument): Promise<TellingLines> {
    const { version } = document;
    const known = this.#remembered.get(document);
    if (known?.version === version) return known.telling;
    const remembered = this.#remembered;
    const telling = await tellingLinesIn(document, this.#rooms, { isScoreOnly: false });
    // In the map of before: what was forgotten meanwhile stays forgotten.
    remembered.set(document, { version, telling });
    return telling;
  }
}
