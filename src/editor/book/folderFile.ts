import { FileType, Uri, workspace } from 'vscode';
import { encodingOf } from '../../inventory/fileText.ts';
import { readFolderText, writeFolderText } from '../../workspace/folderText.ts';
import type { BookFileReading } from '../../workspace/loadBook.ts';

/**
 * Reads a file of a workspace folder, if it is a regular one that is really in it. Its size is
 * checked before it is read.
 *
 * @param path below the folder, as `pathBelow` returns it
 * @param largest in bytes
 */
export async function readInFolder(
  folder: Uri,
  path: string,
  largest: number,
): Promise<BookFileReading> {
  const uri = Uri.joinPath(folder, path);
  if (uri.scheme === 'file') return readFolderText(folder.fsPath, uri.fsPath, largest);
  try {
    return await readFromProvider(uri, largest);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { kind: code === 'FileNotFound' ? 'missing' : 'unreadable' };
  }
}

/**
 * Replaces a file that `readInFolder` has read, or found missing.
 * @throws the error of the file system
 */
export async function writeInFolder(folder: Uri, path: string, text: string): Promise<void> {
  const uri = Uri.joinPath(folder, path);
  await (uri.scheme === 'file'
    ? writeFolderText(folder.fsPath, uri.fsPath, text)
    : workspace.fs.writeFile(uri, Buffer.from(text)));
}

/** Of a virtual folder: where a link leads cannot be told there, so none is followed. */
async function readFromProvider(uri: Uri, largest: number): Promise<BookFileReading> {
  const { type, size } = await workspace.fs.stat(uri);
  if ((type & FileType.SymbolicLink) !== 0) return { kind: 'outside' };
  if ((type & FileType.File) === 0) return { kind: 'notAFile' };
  if (size > largest) return { kind: 'tooLarge' };
  const bytes = await workspace.fs.readFile(uri);
  if (bytes.length > largest) return { kind: 'tooLarge' };
  const text = new TextDecoder(encodingOf(bytes), { ignoreBOM: true }).decode(bytes);
  return { kind: 'text', text };
}
