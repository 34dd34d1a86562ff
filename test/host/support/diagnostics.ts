import * as vscode from 'vscode';

/** Waits for the editor's own event; a test that never sees it fails by mocha's time limit. */
export async function diagnosticsOf(uri: vscode.Uri, count: number): Promise<vscode.Diagnostic[]> {
  for (;;) {
    const found = vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === 'Address Risk');
    if (found.length === count) return found;
    await new Promise<void>((resolve) => {
      const watch = vscode.languages.onDidChangeDiagnostics(() => {
        watch.dispose();
        resolve();
      });
    });
  }
}
