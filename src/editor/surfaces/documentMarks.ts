import * as vscode from 'vscode';
import type { AddressLine } from '../../addresses/addressLine.ts';
import { replacementAt } from '../documents/surroundings.ts';
import { isEditable } from '../documents/isOutsideWorkspace.ts';
import type { Documents } from '../documents/foundAddresses.ts';

/** The worst first. */
const kinds = ['denyList', 'lookAlike', 'wrongNetwork', 'checksum', 'score'] as const;

type ProblemKind = (typeof kinds)[number];

/** Of one document: VS Code draws no more, and shows no more above a hover. */
export const mostDrawn = 500;

/** Which kinds are drawn first if there are more: a file can have any number of typos. */
const kept = ['denyList', 'score', 'lookAlike', 'wrongNetwork', 'checksum'] as const;

/**
 * The problems of addresses. All kinds share one collection: above a hover, VS Code shows the problems of
 * a place in the order they were set.
 */
export class AddressProblems {
  readonly #collection = vscode.languages.createDiagnosticCollection('addressRisk');
  readonly #found = new Map<string, Partial<Record<ProblemKind, readonly vscode.Diagnostic[]>>>();

  of(uri: vscode.Uri, kind: ProblemKind): readonly vscode.Diagnostic[] {
    return this.#found.get(uri.toString())?.[kind] ?? [];
  }

  set(uri: vscode.Uri, kind: ProblemKind, problems: readonly vscode.Diagnostic[]): void {
    const found = { ...this.#found.get(uri.toString()), [kind]: problems };
    this.#found.set(uri.toString(), found);
    let left = mostDrawn;
    const drawn = new Map<ProblemKind, readonly vscode.Diagnostic[]>();
    for (const each of kept) {
      const some = found[each]?.slice(0, left) ?? [];
      drawn.set(each, some);
      left -= some.length;
    }
    this.#collection.set(
      uri,
      kinds.flatMap((each) => drawn.get(each) ?? []),
    );
  }

  forget(uri: vscode.Uri): void {
    this.#found.delete(uri.toString());
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#collection.dispose();
  }
}

/** The results of one kind of mark in a document. */
interface Marker {
  readonly problems: AddressProblems;
  readonly kind: ProblemKind;
  /** Undefined after an edit: another reading is requested already. */
  readonly find: (
    document: vscode.TextDocument,
    lines: readonly AddressLine[],
  ) => Promise<vscode.Diagnostic[] | undefined>;
  readonly forget?: (document: vscode.TextDocument) => void;
  /** Changes that concern all documents. */
  readonly changes?: readonly vscode.Event<unknown>[];
  /** Without it, a fault removes the problems of the document. */
  readonly onFault?: (error: unknown) => void;
}

/** Keeps the problems of one kind in all open documents. Each kind is found on its own. */
export function createDocumentMarks(
  index: Documents['index'],
  { problems, kind, find, forget, changes = [], onFault }: Marker,
) {
  /** Documents that are being marked; true: once more, something has changed meanwhile. */
  const working = new Map<vscode.TextDocument, boolean>();

  async function mark(document: vscode.TextDocument): Promise<void> {
    do {
      working.set(document, false);
      const found = await find(document, (await index.of(document)) ?? []);
      if (found === undefined || document.isClosed) continue;
      // Most edits change nothing here, so the problems stay untouched.
      if (!isSame(problems.of(document.uri, kind), found)) problems.set(document.uri, kind, found);
    } while (working.get(document) === true && !document.isClosed);
  }

  function markInTime(document: vscode.TextDocument): void {
    if (!isEditable(document)) return;
    if (working.has(document)) {
      working.set(document, true);
      return;
    }
    // No caller waits for this, and the next edit tries again.
    mark(document)
      .catch(onFault ?? (() => document.isClosed || problems.set(document.uri, kind, [])))
      .finally(() => working.delete(document));
  }
  const markAll = (): void => vscode.workspace.textDocuments.forEach(markInTime);
  const watches = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(markInTime),
    index.onDidRead(markInTime),
    vscode.workspace.onDidCloseTextDocument((document) => {
      problems.forget(document.uri);
      forget?.(document);
    }),
    ...changes.map((event) => event(markAll)),
  );
  markAll();
  return { refresh: markAll, dispose: (): void => void watches.dispose() };
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
