import { Position, Range, window } from './vscode.ts';

/** A text in an editor that the user sees, with the caret at a place of it. */
export interface OpenText {
  readonly document: never;
  readonly position: Position;
}

let opened = 0;

/** Opens a text in the only visible editor, with its caret at the first `0x`. */
export function openText(text: string): OpenText {
  const lines = text.split('\n');
  const before = text.slice(0, text.indexOf('0x')).split('\n');
  const position = new Position(before.length - 1, before.at(-1)?.length ?? 0);
  const startOf = (line: number): number => lines.slice(0, line).join('\n').length + (line && 1);
  const document = {
    uri: { scheme: 'file', path: `/made-up-${++opened}.txt`, toString: () => `file:///${opened}` },
    ...{ languageId: 'plaintext', version: 1, isClosed: false, lineCount: lines.length },
    getText: () => text,
    lineAt: (line: number) => ({ text: lines[line] ?? '' }),
    offsetAt: ({ line, character }: Position) => Math.min(startOf(line) + character, text.length),
  };
  const editor = { document, selection: { active: position, isEmpty: true }, visibleRanges: [] };
  Object.assign(window, { activeTextEditor: editor, visibleTextEditors: [editor] });
  return { document: document as never, position: new Range(position, position).start };
}

/** No editor is open. */
export function closeText(): void {
  Object.assign(window, { activeTextEditor: undefined, visibleTextEditors: [] });
}
