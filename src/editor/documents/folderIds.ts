import { workspace, type TextDocument, type Uri } from 'vscode';
import { FolderIds } from '../../paths/folderIds.ts';

const known = new Map<string, FolderIds>();

/** The chain IDs of the folders that a file is in. Undefined if it is in no folder on the disk. */
export function folderIdsOf(uri: Uri): FolderIds | undefined {
  const root = workspace.getWorkspaceFolder(uri)?.uri;
  if (root?.scheme !== 'file' || uri.scheme !== 'file') return undefined;
  const ids = known.get(root.fsPath) ?? new FolderIds(root.fsPath);
  known.set(root.fsPath, ids);
  return ids;
}

/** The path of a document in its folder, as it names a network. */
export function networkPathOf({ uri }: TextDocument): string {
  const path = workspace.asRelativePath(uri, false);
  // Outside the workspace, the folders of the path are not evidence.
  return (folderIdsOf(uri)?.byId(path) ?? path).split('/').slice(-6).join('/');
}
