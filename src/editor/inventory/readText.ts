import { FileType, workspace, type Uri } from 'vscode';
import { DiskReader } from '../../inventory/diskReader.ts';
import { largestFile, readingOf, type TextReading } from '../../inventory/fileText.ts';

/** Reads text files of a folder, which may be virtual. */
export class TextReader {
  readonly #disk: DiskReader | undefined;

  constructor(root: Uri) {
    this.#disk = root.scheme === 'file' ? new DiskReader(root.fsPath) : undefined;
  }

  async read(uri: Uri): Promise<TextReading> {
    if (this.#disk !== undefined && uri.scheme === 'file') return this.#disk.read(uri.fsPath);
    try {
      return await readFromProvider(uri);
    } catch {
      return { kind: 'other' };
    }
  }

  /** A folder may have become a link. */
  forget(): void {
    this.#disk?.forget();
  }
}

/** Of a virtual folder. */
async function readFromProvider(uri: Uri): Promise<TextReading> {
  const { type, size } = await workspace.fs.stat(uri);
  if (type !== FileType.File) return { kind: 'other' };
  if (size > largestFile) return { kind: 'tooLarge' };
  const bytes = await workspace.fs.readFile(uri);
  return bytes.length > largestFile ? { kind: 'tooLarge' } : readingOf(bytes);
}
