import type { TextDocument } from 'vscode';

/** Documents that the user did not write: our own log would offer look-ups. */
export function isForeign(document: TextDocument): boolean {
  return ['output', 'vscode'].includes(document.uri.scheme);
}
