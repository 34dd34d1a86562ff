import {
  FileType,
  Uri,
  workspace,
  Disposable,
  RelativePattern,
  type WorkspaceFolder,
} from 'vscode';
import { encodingOf } from '../../folder/fileText.ts';
import { readFolderText, writeFolderText } from '../../folder/folderText.ts';
import type { BookFileReading } from '../../book/loadBook.ts';

type BytesReading =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | Exclude<BookFileReading, { kind: 'text' }>;

/**
 * Reads a file of a workspace folder if it is a regular file that is really inside. Checks its size
 * first.
 *
 *  @param path below the folder, as `pathBelow` returns it
 * @param largest in bytes
 */
export async function readInFolder(
  folder: Uri,
  path: string,
  largest: number,
): Promise<BookFileReading> {
  const uri = Uri.joinPath(folder, path);
  if (uri.scheme === 'file') return readFolderText(folder.fsPath, uri.fsPath, largest);
  const read = await readVirtual(uri, largest);
  if (read.kind !== 'bytes') return read;
  const { bytes } = read;
  const text = new TextDecoder(encodingOf(bytes), { ignoreBOM: true }).decode(bytes);
  return { kind: 'text', text };
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

/**
 * Reads a file of a virtual folder. Link targets are unknown there, so links are not followed.
 * Never rejects.
 *
 *  @param largest in bytes
 */
export async function readVirtual(uri: Uri, largest: number): Promise<BytesReading> {
  try {
    const { type, size } = await workspace.fs.stat(uri);
    if ((type & FileType.SymbolicLink) !== 0) return { kind: 'outside' };
    if ((type & FileType.File) === 0) return { kind: 'notAFile' };
    if (size > largest) return { kind: 'tooLarge' };
    const bytes = await workspace.fs.readFile(uri);
    return bytes.length > largest ? { kind: 'tooLarge' } : { kind: 'bytes', bytes };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { kind: code === 'FileNotFound' ? 'missing' : 'unreadable' };
  }
}

/** Reports files of a folder that were created, changed, or deleted. */
export function watchFiles(
  folder: WorkspaceFolder,
  pattern: string,
  report: (uri: Uri) => void,
): Disposable {
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, pattern));
  return Disposable.from(
    watcher,
    watcher.onDidChange(report),
    watcher.onDidCreate(report),
    watcher.onDidDelete(report),
  );
}
