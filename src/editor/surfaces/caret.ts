import { commands, Disposable, window, type TextEditor } from 'vscode';
import type { Documents } from '../documents/register.ts';
import { findAddressAt } from '../documents/subject.ts';

/** Of `when` clauses in package.json. */
const contextKey = 'addressRisk.isOnAddress';

/** Tells menus whether the caret is on an address. */
export function followCaret({ choices }: Pick<Documents, 'choices'>): Disposable {
  let isOnAddress = false;
  function look(editor: TextEditor | undefined): void {
    const found = editor && findAddressAt(editor.document, editor.selection.active, choices);
    const isNow = found !== undefined && found.problem === undefined;
    if (isNow === isOnAddress) return;
    isOnAddress = isNow;
    void commands.executeCommand('setContext', contextKey, isNow);
  }
  look(window.activeTextEditor);
  return Disposable.from(
    window.onDidChangeActiveTextEditor(look),
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === window.activeTextEditor) look(textEditor);
    }),
  );
}
