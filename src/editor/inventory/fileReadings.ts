import { workspace, type TextDocument, type Uri } from 'vscode';
import type { FilePlace, Inventory } from '../../inventory/inventory.ts';
import { scanFile } from '../../inventory/scanFile.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { chainContexts } from '../documents/subject.ts';
import { runInTurns } from '../documents/turns.ts';
import { FileNotes } from './fileNotes.ts';
import type { FolderNumbers } from './folderNumbers.ts';

/** Reads files into an inventory, and keeps what tells when to read them again. */
export class FileReadings {
  readonly #inventory: Inventory;
  readonly #folders: FolderNumbers;
  readonly #choices: ChainChoices;
  readonly notes = new FileNotes();

  constructor(inventory: Inventory, folders: FolderNumbers, choices: ChainChoices) {
    this.#inventory = inventory;
    this.#folders = folders;
    this.#choices = choices;
  }

  /** Those of which the address book now names other networks. Yields between files. */
  *ruledOtherwise(): Generator<void, FilePlace[]> {
    const found: FilePlace[] = [];
    for (const [folder, files] of this.#folders.open()) {
      for (const path of [...this.#inventory.filesOf(folder)]) {
        const { bookNetworks } = this.notes.of({ folder, path });
        const now = this.#choices.ofFile(files.uriOf(path)).join();
        if (now !== bookNetworks) found.push({ folder, path });
        yield;
      }
    }
    return found;
  }

  /** Forgets the files of a folder that are not among these. */
  keepOnly(folder: number, paths: readonly string[]): void {
    const kept = new Set(paths);
    for (const path of [...this.#inventory.filesOf(folder)]) {
      if (!kept.has(path)) this.forget({ folder, path });
    }
  }

  async read(place: FilePlace): Promise<void> {
    const { folder, path } = place;
    const files = this.#folders.at(folder);
    if (files === undefined) return;
    const uri = files.uriOf(path);
    const shown = shownDocument(uri);
    const read =
      shown === undefined
        ? await files.reader.read(uri)
        : ({ kind: 'text', text: shown.getText() } as const);
    if (read.kind !== 'text') {
      this.forget(place);
      if (read.kind === 'tooLarge') this.notes.set(place, { isTooLarge: true });
      return;
    }
    const bookNetworks = this.#choices.ofFile(uri);
    const { addresses, dependsOnChoices } = await runInTurns(
      'inventory',
      scanFile(read.text, {
        path: workspace.asRelativePath(uri, false),
        bookNetworks,
        contextOf: chainContexts(uri, this.#choices),
      }),
    );
    // Meanwhile the folder may be closed, or the file ignored.
    if (this.#folders.at(folder) !== files || !files.isWanted(path)) return;
    this.forget(place, addresses.length > 0);
    this.notes.set(place, { dependsOnChoices, bookNetworks: bookNetworks.join() });
    this.#inventory.setFile(folder, path, addresses);
  }

  /** @param isReplaced whether its addresses are about to be replaced */
  forget(place: FilePlace, isReplaced = false): void {
    this.notes.delete(place);
    if (!isReplaced) this.#inventory.deleteFile(place.folder, place.path);
  }
}

/** What the user sees in a file, if that is not what is on the disk. */
function shownDocument(uri: Uri): TextDocument | undefined {
  const name = uri.toString();
  return workspace.textDocuments.find((each) => each.isDirty && each.uri.toString() === name);
}
