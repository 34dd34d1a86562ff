import { workspace, type TextDocument } from 'vscode';
import type { FilePlace } from '../../inventory/inventory.ts';
import type { DiskFile } from '../../inventory/scanDiskFiles.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { FolderNumbers } from './folderNumbers.ts';

/** A file that a thread can read. */
export interface PlacedFile {
  readonly place: FilePlace;
  readonly file: DiskFile;
}

/**
 * Tells files that a thread can read from the others: those of a folder that is virtual or closed, and
 * those of which the user sees something else than what is on the disk.
 */
export function splitFiles(
  places: readonly FilePlace[],
  ports: { readonly folders: FolderNumbers; readonly choices: ChainChoices },
): { readonly onDisk: PlacedFile[]; readonly others: FilePlace[] } {
  const onDisk: PlacedFile[] = [];
  const others: FilePlace[] = [];
  const unsaved = unsavedDocuments();
  for (const place of places) {
    const file = diskFileOf(place, ports, unsaved);
    if (file === undefined) others.push(place);
    else onDisk.push({ place, file });
  }
  return { onDisk, others };
}

function diskFileOf(
  { folder, path }: FilePlace,
  { folders, choices }: Parameters<typeof splitFiles>[1],
  unsaved: ReadonlyMap<string, TextDocument>,
): DiskFile | undefined {
  const files = folders.at(folder);
  if (files === undefined) return undefined;
  const root = files.folder.uri;
  const uri = files.uriOf(path);
  if (root.scheme !== 'file' || uri.scheme !== 'file') return undefined;
  if (unsaved.size > 0 && unsaved.has(uri.toString())) return undefined;
  return {
    root: root.fsPath,
    file: uri.fsPath,
    path: workspace.asRelativePath(uri, false),
    bookNetworks: choices.ofFile(uri),
  };
}

/** What the user sees in files, where that is not what is on the disk; by their URIs. */
export function unsavedDocuments(): ReadonlyMap<string, TextDocument> {
  return new Map(
    workspace.textDocuments
      .filter(({ isDirty }) => isDirty)
      .map((document) => [document.uri.toString(), document]),
  );
}
