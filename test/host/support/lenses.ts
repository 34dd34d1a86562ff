import * as vscode from 'vscode';
import { eventually } from '../../harness/waiting.ts';

/** Below what a test may take, so that it fails with this as its cause. */
const patienceMs = 15_000;

/**
 * The CodeLenses of a document, each with its command. A hundred milliseconds after it has answered, VS
 * Code releases the commands; a host that is busy for so long receives both at once, and finds none.
 */
export function lensesOf(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  return eventually(
    'CodeLenses with commands',
    async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        uri,
        100,
      );
      return lenses.every(hasTitle) && lenses;
    },
    patienceMs,
  );
}

/** Not of an entry that only keeps its line free. */
const hasTitle = ({ command }: vscode.CodeLens): boolean => (command?.title ?? '').trim() !== '';

/** The entries of a provider with their titles; the first time, it only keeps their lines free. */
export function titledLenses(
  lenses: vscode.CodeLensProvider,
  document: vscode.TextDocument,
): Promise<vscode.CodeLens[]> {
  const { token } = new vscode.CancellationTokenSource();
  return eventually(
    'titles',
    async () => {
      const all = (await lenses.provideCodeLenses(document, token)) ?? [];
      return all.every(hasTitle) && all;
    },
    patienceMs,
  );
}

export async function lensTitles(uri: vscode.Uri): Promise<string[]> {
  return (await lensesOf(uri)).map(({ command }) => command?.title ?? '');
}
