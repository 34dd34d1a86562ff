import { ViewColumn, window, workspace, type Uri } from 'vscode';

/** The texts of each scheme, by their names. */
const shown = new Map<string, Map<string, string>>();

/** Shows a text beside the code; it cannot be edited. @param uri another one for another text */
export async function showReadOnly(uri: Uri, text: string, preserveFocus = false): Promise<void> {
  const known = shown.get(uri.scheme);
  const texts = known ?? new Map<string, string>();
  texts.set(nameOf(uri), text);
  if (known === undefined) {
    shown.set(uri.scheme, texts);
    workspace.registerTextDocumentContentProvider(uri.scheme, {
      provideTextDocumentContent: (wanted) => texts.get(nameOf(wanted)) ?? '',
    });
  }
  const document = await workspace.openTextDocument(uri);
  const viewColumn = ViewColumn.Beside;
  await window.showTextDocument(document, { viewColumn, preserveFocus, preview: true });
}

const nameOf = ({ path, query }: Uri): string => `${path}?${query}`;
