import * as vscode from 'vscode';
import { bookRejectionText, listProblemText, partProblemText } from '../../words/book.ts';
import type { LoadedBook } from './folderBook.ts';

/** What is wrong with an address book and its lists, as problems of its file. */
export function problemsOf({ book, rejection, lists }: LoadedBook): vscode.Diagnostic[] {
  if (rejection !== undefined) {
    const line = 'line' in rejection ? rejection.line : 0;
    return [problemAt(line, bookRejectionText(rejection), vscode.DiagnosticSeverity.Error)];
  }
  return [
    ...book.problems.map(({ line, problem }) => problemAt(line, partProblemText(problem))),
    ...lists.flatMap(({ reference, list }) =>
      list.problem === undefined
        ? []
        : [
            problemAt(
              reference.line,
              listProblemText(list.problem),
              // An alarm that is not whole is no alarm.
              reference.kind === 'deny'
                ? vscode.DiagnosticSeverity.Error
                : vscode.DiagnosticSeverity.Warning,
            ),
          ],
    ),
  ];
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
