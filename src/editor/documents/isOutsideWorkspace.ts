import * as vscode from 'vscode';

// Beside the surroundings of addresses, because a window without documents loads only this.

/** Documents that the user did not write: our own log would offer look-ups. */
export function isOutsideWorkspace(document: vscode.TextDocument): boolean {
  return ['output', 'vscode'].includes(document.uri.scheme);
}

/**
 * Whether a document belongs among *Problems*: the user can save it. The other side of a comparison,
 * a Git version, and a snippet of a chat are no places to mend.
 */
export function isEditable({ isUntitled, uri: { scheme } }: vscode.TextDocument): boolean {
  return (
    isUntitled ||
    scheme === 'vscode-notebook-cell' ||
    vscode.workspace.fs.isWritableFileSystem(scheme) === true
  );
}
