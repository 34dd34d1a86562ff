import { Disposable, window, type TextEditor } from 'vscode';
import type { Documents } from '../documents/register.ts';
import { findAddressesIn } from '../documents/foundAddresses.ts';
import { findAddressAt } from '../documents/subject.ts';
import { contextKey } from '../shell/contextKey.ts';
import type { Log } from '../shell/log.ts';

/** Tells menus whether the caret is on an address, and whether the selection has one. */
export function followCaret(documents: Documents, log: Pick<Log, 'fault'>): Disposable {
  const isOnAddress = contextKey('addressRisk.isOnAddress');
  const hasSelectedAddress = contextKey('addressRisk.hasSelectedAddress');
  /** Another one after each look: only the latest look counts. */
  let looks = 0;

  async function lookInSelection(editor: TextEditor, look: number): Promise<void> {
    for await (const portion of findAddressesIn(editor.document, documents, editor.selection)) {
      if (look !== looks) return;
      if (portion.some(({ found }) => found.problem === undefined)) {
        hasSelectedAddress(true);
        return;
      }
    }
    if (look === looks) hasSelectedAddress(false);
  }

  function look(editor: TextEditor | undefined): void {
    looks++;
    const found =
      editor && findAddressAt(editor.document, editor.selection.active, documents.choices);
    isOnAddress(found !== undefined && found.problem === undefined);
    if (editor === undefined || editor.selection.isEmpty) hasSelectedAddress(false);
    else lookInSelection(editor, looks).catch((error: unknown) => log.fault('selection', error));
  }
  look(window.activeTextEditor);
  return Disposable.from(
    window.onDidChangeActiveTextEditor(look),
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === window.activeTextEditor) look(textEditor);
    }),
  );
}
