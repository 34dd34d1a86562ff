import * as vscode from 'vscode';
import { bookRejectionText, listProblemText, partProblemText } from '../../words/book.ts';
import { bookChanges } from '../../words/bookChanges.ts';
import { removedLists, type TrustedBooks } from '../../book/trustedBooks.ts';

/** What is wrong with an address book and its lists, as problems of its file. */
export function problemsOf(books: TrustedBooks): vscode.Diagnostic[] {
  const { book, rejection, lists } = books.change;
  const changes = changesOf(books).map((text) => problemAt(0, text));
  if (rejection !== undefined) {
    const line = 'line' in rejection ? rejection.line : 0;
    const severity = vscode.DiagnosticSeverity.Error;
    return [problemAt(line, bookRejectionText(rejection), severity), ...changes];
  }
  return [
    ...book.problems.map(({ line, problem }) => problemAt(line, partProblemText(problem))),
    ...lists.flatMap(({ reference, list }) =>
      list.problem === undefined
        ? []
        : [
            problemAt(
              reference.line,
              listProblemText(list.problem, reference.isFetched),
              // An alarm that is not whole is no alarm.
              reference.kind === 'deny'
                ? vscode.DiagnosticSeverity.Error
                : vscode.DiagnosticSeverity.Warning,
            ),
          ],
    ),
    ...changes,
  ];
}

/** What the change takes away, which counts all the same. */
function changesOf(books: TrustedBooks): string[] {
  const { trusted, change } = books;
  if (trusted === change) return [];
  if (trusted.rejection !== undefined) return [bookChanges.baseRejected()];
  if (change.rejection !== undefined) return [];
  if (trusted.isThere && !change.isThere) return [bookChanges.bookRemoved()];
  return removedLists(books).map(({ name }) => bookChanges.listRemoved(name));
}

function problemAt(
  line: number,
  text: string,
  severity = vscode.DiagnosticSeverity.Warning,
): vscode.Diagnostic {
  // To the end of the line, whose length only the editor knows.
  const range = new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER);
  const diagnostic = new vscode.Diagnostic(range, text, severity);
  diagnostic.source = 'Address Risk';
  diagnostic.code = 'addressBook';
  return diagnostic;
}
