import { workspace, type Uri } from 'vscode';
import { FolderFiles } from './folderFiles.ts';

/** The folders of the workspace by number. A folder keeps its own while it is open. */
export class FolderRegistry {
  readonly #folders: (FolderFiles | undefined)[] = [];

  /** Undefined for a folder that is no longer open. */
  at(number: number): FolderFiles | undefined {
    return this.#folders[number];
  }

  *open(): Generator<[number: number, files: FolderFiles], void> {
    for (const [number, files] of this.#folders.entries()) {
      if (files !== undefined) yield [number, files];
    }
  }

  /** The folder of a file, and the path below it; undefined for a file of no folder. */
  placeOf(uri: Uri): { folder: number; files: FolderFiles; path: string } | undefined {
    const owner = workspace.getWorkspaceFolder(uri)?.uri.toString();
    for (const [folder, files] of this.open()) {
      if (files.folder.uri.toString() === owner) return { folder, files, path: files.pathOf(uri) };
    }
    return undefined;
  }

  /** Takes the folders that are open now. @returns the numbers of those that no longer are */
  update(): number[] {
    const open = new Map(
      (workspace.workspaceFolders ?? []).map((folder) => [folder.uri.toString(), folder]),
    );
    const closed: number[] = [];
    for (const [number, { folder }] of this.open()) {
      if (open.delete(folder.uri.toString())) continue;
      this.#folders[number] = undefined;
      closed.push(number);
    }
    for (const folder of open.values()) this.#folders.push(new FolderFiles(folder));
    return closed;
  }
}
