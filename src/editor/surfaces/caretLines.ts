import * as vscode from 'vscode';

/** What a document was given CodeLens entries for. */
interface Given {
  readonly addressLines: ReadonlySet<number>;
  readonly caretLines: ReadonlySet<number>;
}

/** Follows the carets in documents where an address line has a CodeLens only while a caret is on it. */
export class CaretLines {
  readonly #given = new WeakMap<vscode.TextDocument, Given>();
  readonly #watch: vscode.Disposable;

  /** @param onMove a caret has come to an address line, or has left one */
  constructor(onMove: () => void) {
    this.#watch = vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document } }) => {
      const given = this.#given.get(document);
      if (given === undefined) return;
      const now = caretsOn(document, given.addressLines);
      const { caretLines } = given;
      if (now.size !== caretLines.size || [...now].some((line) => !caretLines.has(line))) onMove();
    });
  }

  /**
   * The lines with a caret and an address.
   * @param addressLines all lines of the document with an address, counted from 0
   */
  follow(document: vscode.TextDocument, addressLines: ReadonlySet<number>): ReadonlySet<number> {
    const caretLines = caretsOn(document, addressLines);
    this.#given.set(document, { addressLines, caretLines });
    return caretLines;
  }

  forget(document: vscode.TextDocument): void {
    this.#given.delete(document);
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

function caretsOn(document: vscode.TextDocument, lines: ReadonlySet<number>): Set<number> {
  const carets = vscode.window.visibleTextEditors
    .filter((editor) => editor.document === document)
    .map(({ selection }) => selection.active.line);
  return new Set(carets.filter((line) => lines.has(line)));
}
