import * as vscode from 'vscode';

// Beside the surroundings of addresses, because a window without documents loads only this.

/** Documents that the user did not write: our own log would offer look-ups. */
export function isOutsideWorkspace(document: vscode.TextDocument): boolean {
  return ['output', 'vscode'].includes(document.uri.scheme);
}

/**
 * Whether a document belongs in *Problems*, that is, whether the user can save it. The other side
 * of a comparison, a Git version, or a chat snippet cannot be fixed.
 */
export function isEditable({ isUntitled, uri: { scheme } }: vscode.TextDocument): boolean {
  return (
    isUntitled ||
    scheme === 'vscode-notebook-cell' ||
    vscode.workspace.fs.isWritableFileSystem(scheme) === true
  );
}
