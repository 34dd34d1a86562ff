import { workspace, type TextDocument } from 'vscode';

/** Documents that the user did not write: our own log would offer look-ups. */
export function isOutsideWorkspace(document: TextDocument): boolean {
  return ['output', 'vscode'].includes(document.uri.scheme);
}

/**
 * Whether a document belongs among *Problems*: the user can save it. The other side of a comparison,
 * a Git version, and a snippet of a chat are no places to mend.
 */
export function isEditable({ isUntitled, uri: { scheme } }: TextDocument): boolean {
  return (
    isUntitled ||
    scheme === 'vscode-notebook-cell' ||
    workspace.fs.isWritableFileSystem(scheme) === true
  );
}
