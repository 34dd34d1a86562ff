import * as vscode from 'vscode';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { isEditable } from '../documents/isOutsideWorkspace.ts';
import type { Documents } from '../documents/foundAddresses.ts';
import { replacementAt } from '../documents/surroundings.ts';
import { runInTurns } from '../../scheduler/turns.ts';

/** What one kind of mark finds in a document. */
interface Marker {
  /** Disposed of with the marks. */
  readonly collection: vscode.DiagnosticCollection;
  /** Undefined after an edit: another reading is requested already. */
  readonly find: (
    document: vscode.TextDocument,
    lines: readonly AddressLine[],
  ) => Iterator<void, vscode.Diagnostic[] | undefined>;
  /** What must be there first. */
  readonly ready?: (document: vscode.TextDocument) => Promise<void>;
  readonly forget?: (document: vscode.TextDocument) => void;
  /** Changes that concern all documents. */
  readonly changes: readonly vscode.Event<unknown>[];
}

/** Keeps the problems of one kind in all open documents. Each kind is found on its own. */
export function createDocumentMarks(
  index: Documents['index'],
  { collection, find, ready, forget, changes }: Marker,
): vscode.Disposable {
  async function mark(document: vscode.TextDocument): Promise<void> {
    if (!isEditable(document)) return;
    const lines = (await index.of(document)) ?? [];
    await ready?.(document);
    const found = await runInTurns('diagnostics', find(document, lines));
    if (found === undefined || document.isClosed) return;
    // Most edits change nothing here, so the problems stay untouched.
    if (!isSame(collection.get(document.uri) ?? [], found)) collection.set(document.uri, found);
  }

  function markInTime(document: vscode.TextDocument): void {
    // No caller waits for this, and the next edit tries again.
    mark(document).catch(() => collection.delete(document.uri));
  }
  const markAll = (): void => vscode.workspace.textDocuments.forEach(markInTime);
  markAll();
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(markInTime),
    index.onDidRead(markInTime),
    vscode.workspace.onDidCloseTextDocument((document) => {
      collection.delete(document.uri);
      forget?.(document);
    }),
    ...changes.map((event) => event(markAll)),
  );
}

function isSame(some: readonly vscode.Diagnostic[], others: readonly vscode.Diagnostic[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ range, severity, message }, index) => {
      const other = others[index];
      const isThis = severity === other?.severity && message === other.message;
      return isThis && range.isEqual(other.range);
    })
  );
}

/** An address that a quick fix writes in the place of another one, and what the fix is called. */
export interface Replacement {
  readonly title: string;
  readonly address: string;
}

/** Offers quick fixes for the problems with a code, each of them in one place. */
export function offerReplacements(
  code: string,
  find: (document: vscode.TextDocument, start: vscode.Position) => readonly Replacement[],
): vscode.Disposable {
  const replace = (
    document: vscode.TextDocument,
    diagnostic: vscode.Diagnostic,
    { title, address }: Replacement,
  ): vscode.CodeAction =>
    quickFix(title, [diagnostic], document, [replacementAt(diagnostic.range, address)]);
  return offerQuickFixes({
    provideCodeActions: (document, _, { diagnostics }) =>
      diagnostics
        .filter((diagnostic) => diagnostic.code === code)
        .flatMap((diagnostic) =>
          find(document, diagnostic.range.start).map((each) => replace(document, diagnostic, each)),
        ),
  });
}

/** In files of any language. */
export function offerQuickFixes(provider: vscode.CodeActionProvider): vscode.Disposable {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return vscode.languages.registerCodeActionsProvider({ pattern: '**' }, provider, kinds);
}

/** A fix of problems that edits their document. */
export function quickFix(
  title: string,
  diagnostics: vscode.Diagnostic[],
  { uri }: vscode.TextDocument,
  edits: vscode.TextEdit[],
): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = diagnostics;
  action.edit = new vscode.WorkspaceEdit();
  action.edit.set(uri, edits);
  return action;
}

export function problemAt(
  range: vscode.Range,
  text: string,
  { severity, code }: { readonly severity: vscode.DiagnosticSeverity; readonly code: string },
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, text, severity);
  diagnostic.source = 'Address Risk';
  diagnostic.code = code;
  return diagnostic;
}
