import { isAbsolute, relative, sep } from 'node:path';
import { Uri, workspace, type TextDocument, type WorkspaceFolder } from 'vscode';
import { pathBelow } from '../../book/paths.ts';
import type { ToolError } from '../../report/toolResult.ts';
import { toolTexts } from '../../words/tools.ts';
import { readInFolder } from '../book/folderFile.ts';

/** In bytes. Larger files are seldom code, and an agent can pass a part as text. */
const maxFileSize = 4_194_304;

type WorkspaceFile =
  | { readonly kind: 'open'; readonly document: TextDocument; readonly path: string }
  | { readonly kind: 'refused'; readonly error: ToolError };

/**
 * Opens a text file that is really in a folder of the workspace: no parent, no link that leads out,
 * no pipe.
 * @param path of a folder of the workspace, or absolute
 */
export async function openInWorkspace(path: string): Promise<WorkspaceFile> {
  for (const folder of workspace.workspaceFolders ?? []) {
    const below = pathIn(folder, path);
    if (below === undefined) continue;
    const file = await readInFolder(folder.uri, below, maxFileSize);
    if (file.kind === 'tooLarge') {
      return refused('fileTooLarge', toolTexts.fileTooLarge(maxFileSize / 1_048_576));
    }
    if (file.kind !== 'text') continue;
    const document = await openText(Uri.joinPath(folder.uri, below));
    if (document !== undefined) return { kind: 'open', document, path: below };
  }
  return refused('noFile', toolTexts.noFile());
}

function refused(kind: string, message: string): WorkspaceFile {
  return { kind: 'refused', error: { kind, message } };
}

/** Of several folders, a path may begin with the name of one, as VS Code shows it. */
function pathIn({ uri, name }: WorkspaceFolder, path: string): string | undefined {
  if (isAbsolute(path)) return pathBelow(relative(uri.fsPath, path).replaceAll(sep, '/'));
  const isMany = (workspace.workspaceFolders ?? []).length > 1;
  const own = isMany && path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path;
  return pathBelow(own);
}

/** Undefined for what VS Code does not read as text. */
async function openText(uri: Uri): Promise<TextDocument | undefined> {
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}
