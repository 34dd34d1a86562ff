import { workspace, type TextDocument } from 'vscode';
import { maxFileSize } from '../../folder/fileText.ts';
import type { FilePlace } from '../../folder/inventory.ts';
import type { ThreadFile } from '../../folder/scanDiskFiles.ts';
import type { FileContent } from '../../folder/fileSearch.ts';
import { readVirtual } from '../book/folderFile.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import type { FolderRegistry } from './folderRegistry.ts';

/** A file that a thread can read. */
export interface PlacedFile {
  readonly place: FilePlace;
  readonly file: ThreadFile;
}

/** One that needs no thread: there is nothing to search. */
interface PlacedContent {
  readonly place: FilePlace;
  readonly content: FileContent;
  readonly networks: readonly string[];
}

/**
 * Files for a thread, which reads them from the disk; with what is in them, where the user sees
 * something else, or where their folder is virtual. Never rejects.
 */
export async function filesForThread(
  places: readonly FilePlace[],
  ports: { readonly folders: FolderRegistry; readonly choices: ChainChoices },
): Promise<{ readonly files: PlacedFile[]; readonly others: PlacedContent[] }> {
  const files: PlacedFile[] = [];
  const others: PlacedContent[] = [];
  const unsaved = unsavedDocuments();
  for (const place of places) {
    const owner = ports.folders.at(place.folder);
    // Meanwhile it was closed.
    if (owner === undefined) continue;
    const uri = owner.uriOf(place.path);
    const { scheme, fsPath } = owner.folder.uri;
    const isOnDisk = scheme === 'file' && uri.scheme === 'file';
    const networks = ports.choices.ofFile(uri);
    const file = {
      root: isOnDisk ? fsPath : owner.folder.uri.toString(),
      path: workspace.asRelativePath(uri, false),
      networks,
    };
    const shown = unsaved.get(uri.toString())?.getText();
    if (shown !== undefined) files.push({ place, file: { ...file, content: shown } });
    else if (isOnDisk) files.push({ place, file });
    else {
      const read = await readVirtual(uri, maxFileSize);
      if (read.kind === 'bytes') files.push({ place, file: { ...file, content: read.bytes } });
      else others.push({ place, content: contentWithout(read), networks });
    }
  }
  return { files, others };
}

function contentWithout({
  kind,
}: Exclude<Awaited<ReturnType<typeof readVirtual>>, { kind: 'bytes' }>): FileContent {
  if (kind === 'missing') return { kind };
  const none = { addresses: [], listed: [], isChanged: false };
  return { kind: 'skipped', why: kind, reason: '', ...none };
}

/** What the user sees in files, where that is not what is on the disk; by their URIs. */
function unsavedDocuments(): ReadonlyMap<string, TextDocument> {
  return new Map(
    workspace.textDocuments
      .filter(({ isDirty }) => isDirty)
      .map((document) => [document.uri.toString(), document]),
  );
}
