import { workspace } from 'vscode';
import { searchableText, type TextReading } from '../../inventory/fileText.ts';
import { listedIn, type ListedInFile } from '../../inventory/listedTexts.ts';
import type { FilePlace, Inventory } from '../../inventory/inventory.ts';
import {
  isOpen,
  scanFile,
  withLineFeeds,
  withNetwork,
  type ReadAddress,
  type ScannedAddress,
} from '../../inventory/scanFile.ts';
import { denyPathsOf } from '../../workspace/trust.ts';
import type { Books } from '../book/register.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { folderIdsOf } from '../documents/folderIds.ts';
import { chainContexts } from '../documents/subject.ts';
import { runInTurns } from '../../turns/turns.ts';
import { unsavedDocuments } from './diskFiles.ts';
import { FileNotes, type Unread } from '../../inventory/fileNotes.ts';
import type { FolderFiles } from './folderFiles.ts';
import type { FolderNumbers } from './folderNumbers.ts';

/** What was read of a file, with the networks that the address book named for it then. */
interface FileReading {
  readonly kind: TextReading['kind'] | 'failed';
  readonly addresses: Iterable<ReadAddress>;
  /** Texts of deny lists that are no addresses. */
  readonly listed: ListedInFile | undefined;
  readonly bookNetworks: readonly string[];
}

interface Ports {
  readonly inventory: Inventory;
  readonly folders: FolderNumbers;
  readonly choices: ChainChoices;
  readonly books: Pick<Books, 'bookFor'>;
  /** Called if a choice or the book has changed while a file was read. */
  readonly onStale: (place: FilePlace) => void;
}

/** Reads files into an inventory, and keeps what tells when to read them again. */
export class FileReadings {
  readonly #ports: Ports;
  readonly notes = new FileNotes();
  #choiceVersion = 0;
  /** By folder. For each file, VS Code would read all its settings again, with garbage of 60 KB. */
  readonly #contexts = new Map<FolderFiles, ReturnType<typeof chainContexts>>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** A choice or a setting has changed. Files that are being read may have seen the old one. */
  choicesChanged(): void {
    this.#choiceVersion++;
    this.#contexts.clear();
  }

  /** Forgets the files of a folder that are not among these. */
  keepOnly(folder: number, paths: readonly string[]): void {
    const kept = new Set(paths);
    for (const path of [...this.#ports.inventory.filesOf(folder)]) {
      if (!kept.has(path)) this.forget({ folder, path });
    }
  }

  /** Reads a file in this thread. */
  async read(place: FilePlace): Promise<void> {
    const files = this.#ports.folders.at(place.folder);
    if (files === undefined) return;
    const reading = await readInTurns(files, place.path, this.#ports);
    await runInTurns('inventory', this.put(place, reading));
  }

  /** Puts what was read of a file into the inventory, with the choices and settings of now. */
  *put(
    place: FilePlace,
    { kind, addresses, listed, bookNetworks }: FileReading,
  ): Generator<void, void> {
    const { folder, path } = place;
    const files = this.#ports.folders.at(folder);
    // Meanwhile the folder may be closed, or the file ignored.
    if (files?.wanted.has(path) !== true) return;
    if (kind !== 'text') {
      this.forget(place);
      // Of files that are no text, most are meant to be none; what has changed is named.
      const isNamed = kind === 'tooLarge' || kind === 'failed' || files.wanted.changed.has(path);
      if (isNamed && kind !== 'gone') this.notes.set(place, { unread: kind });
      this.#ports.inventory.listed.set(place, listed);
      return;
    }
    const version = this.#choiceVersion;
    const decided = new Decided(addresses, this.#contextsOf(files));
    yield* this.#ports.inventory.putFile(folder, path, decided);
    this.#ports.inventory.listed.set(place, listed);
    const { dependsOnChoices } = decided;
    const networks = bookNetworks.join();
    this.notes.set(place, { dependsOnChoices, bookNetworks: networks });
    if (this.#ports.folders.at(folder) !== files || !files.wanted.has(path)) this.forget(place);
    else if (
      (dependsOnChoices && version !== this.#choiceVersion) ||
      networks !== this.#ports.choices.ofFile(files.uriOf(path)).join()
    ) {
      this.#ports.onStale(place);
    }
  }

  #contextsOf(files: FolderFiles): ReturnType<typeof chainContexts> {
    let contexts = this.#contexts.get(files);
    if (contexts === undefined) {
      contexts = chainContexts(files.folder.uri, this.#ports.choices);
      this.#contexts.set(files, contexts);
    }
    return contexts;
  }

  forget(place: FilePlace): void {
    this.notes.delete(place);
    this.#ports.inventory.deleteFile(place.folder, place.path);
  }
}

/** How many files that have changed were not read, by the reason. */
export function unreadChanges(
  { notes }: Pick<FileReadings, 'notes'>,
  folders: FolderNumbers,
): ReadonlyMap<Unread, number> {
  const counts = new Map<Unread, number>();
  for (const [folder, { wanted }] of folders.open()) {
    for (const path of wanted.changed) {
      const { unread } = notes.of({ folder, path });
      if (unread !== undefined) counts.set(unread, (counts.get(unread) ?? 0) + 1);
    }
  }
  return counts;
}

async function readInTurns(
  files: FolderFiles,
  name: string,
  { books, choices }: Pick<Ports, 'books' | 'choices'>,
): Promise<FileReading> {
  const uri = files.uriOf(name);
  const shown = unsavedDocuments().get(uri.toString());
  const read: TextReading =
    shown === undefined ? await files.reader.read(uri) : { kind: 'text', text: shown.getText() };
  const { kind } = read;
  const bookNetworks = choices.ofFile(uri);
  if (kind !== 'text' && kind !== 'binary') {
    return { kind, addresses: [], listed: undefined, bookNetworks };
  }
  const path = workspace.asRelativePath(uri, false);
  const file = { path, bookNetworks };
  const addresses =
    kind === 'binary'
      ? []
      : await runInTurns('inventory', scanFile(read.text, file, folderIdsOf(uri)));
  const text = kind === 'binary' ? searchableText(read.bytes) : withLineFeeds(read.text);
  const loaded = books.bookFor(uri)?.loaded;
  const isSearched = loaded !== undefined && !denyPathsOf(loaded).includes(path);
  const places = isSearched ? await runInTurns('inventory', loaded.denySearch.find(text)) : [];
  return { kind, addresses, listed: listedIn(text, places, addresses), bookNetworks };
}

/** Addresses with their networks, decided as they are read. */
class Decided {
  readonly #addresses: Iterable<ReadAddress>;
  readonly #contextOf: ReturnType<typeof chainContexts>;
  /** Whether a choice or a setting decided one of those read so far. */
  dependsOnChoices = false;

  constructor(addresses: Iterable<ReadAddress>, contextOf: ReturnType<typeof chainContexts>) {
    this.#addresses = addresses;
    this.#contextOf = contextOf;
  }

  *[Symbol.iterator](): Generator<ScannedAddress, void> {
    for (const address of this.#addresses) {
      if (isOpen(address)) this.dependsOnChoices = true;
      yield withNetwork(address, this.#contextOf);
    }
  }
}
