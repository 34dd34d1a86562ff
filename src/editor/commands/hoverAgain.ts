import { commands, Range, Selection, window, type TextEditor } from 'vscode';

/**
 * Shows the hover of an EVM address once more, after what its link fetched, or failed to. VS Code shows hovers at the
 * caret, so the caret goes to the address, where the mouse is.
 */
export async function showHoverAgain(address: string): Promise<void> {
  const editor = window.activeTextEditor;
  const place = editor && placeIn(editor, address.slice(2).toLowerCase());
  if (editor === undefined || place === undefined) return;
  editor.selection = place;
  await commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
}

/** The first one in sight. */
function placeIn({ document, visibleRanges }: TextEditor, digits: string): Selection | undefined {
  for (const { start, end } of visibleRanges) {
    const from = start.with({ character: 0 });
    const text = document.getText(new Range(from, document.lineAt(end.line).range.end));
    const offset = text.toLowerCase().indexOf(digits);
    if (offset === -1) continue;
    const position = document.positionAt(document.offsetAt(from) + offset);
    return new Selection(position, position);
  }
  return undefined;
}
