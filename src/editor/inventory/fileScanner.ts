import { workspace } from 'vscode';
import type { ScannedAddress } from '../../folder/addressTable.ts';
import { ContentUnpacker, type PackedContents } from '../../folder/encodeRows.ts';
import { FileNotes, type Unread } from '../../folder/fileNotes.ts';
import type { FileContent } from '../../folder/fileSearch.ts';
import { maxFileSize } from '../../folder/fileText.ts';
import type { FilePlace, Inventory } from '../../folder/inventory.ts';
import type { Judgments } from '../../folder/judgments.ts';
import type {
  FolderListing,
  FolderRequest,
  WantedPaths,
  WantedRequest,
} from '../../folder/list.ts';
import type { ThreadFile } from '../../folder/scanDiskFiles.ts';
import { ownSpelling } from '../../folder/compare.ts';
import { chosenNetwork, isOpen, type FoundAddress } from '../../folder/scanText.ts';
import {
  DenyListSync,
  endOf,
  readInThread,
  ScanThreads,
  type FolderDenyLists,
  type ScanThreadOptions,
} from '../../folder/scanThreads.ts';
import { nextTurn, runInTurns } from '../../scheduler/turns.ts';
import type { Books } from '../book/books.ts';
import { readVirtual } from '../book/folderFile.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { chainContexts } from '../documents/subject.ts';
import type { Log } from '../shell/shell.ts';
import type { SearchedFolder, FolderRegistry, ListingThread } from './searchedFolder.ts';

/**
 * Why an address is never looked up, scored, or exported: its text may be a key (`hidden`), or its
 * checksum is wrong, so a character may be a typo.
 */
export type Withheld = (typeof kindsOfWithheld)[number];
export const kindsOfWithheld = ['hidden', 'checksum'] as const;

/** Addresses, and what is known of them. */
export interface JudgedAddresses {
  readonly inventory: Inventory;
  readonly judgments: Judgments;
}

/** Withheld addresses are kept apart, so that no surface shows or sends them by mistake. */
export type InventoryParts = Readonly<Record<'usual' | Withheld, JudgedAddresses>>;

/** The content of a file, with the networks that the address book named for it at that time. */
interface ScannedContent {
  readonly content: FileContent;
  readonly networks: readonly string[];
}

interface PlacedReading extends ScannedContent {
  readonly place: FilePlace;
}

/** A file that a thread can read. */
interface PlacedFile {
  readonly place: FilePlace;
  readonly file: ThreadFile;
}

interface Ports {
  readonly parts: InventoryParts;
  readonly folders: FolderRegistry;
  readonly books: Pick<Books, 'bookFor'>;
  readonly choices: ChainChoices;
  readonly log: Pick<Log, 'fault'>;
  readonly thread: ScanThreadOptions;
  /** Whether a file lists addresses for the book, and uses none. */
  readonly isOwnFile: (place: FilePlace) => boolean;
  /** Called if a choice or the book has changed while a file was read. */
  readonly onStale: (place: FilePlace) => void;
}

/**
 * Lists and reads files in its own thread, fills the inventories, and records when to read files
 * again. If the thread ends, the work isn't repeated here: whatever ended it would end or block all
 * extensions.
 */
export class FileScanner implements ListingThread {
  readonly notes = new FileNotes();
  readonly #ports: Ports;
  readonly #threads: ScanThreads;
  readonly #rows = new DenyListSync(nextTurn);
  /** Another one after `end`. */
  #run = 0;
  /** Adds files to the inventories one after the other, so that turns stay short. */
  #putting = Promise.resolve();
  #choiceVersion = 0;
  /** By folder. For each file, VS Code would read all its settings again, with garbage of 60 KB. */
  readonly #contexts = new Map<SearchedFolder, ReturnType<typeof chainContexts>>();

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#threads = new ScanThreads(ports.thread);
  }

  /** Lists a folder on the disk. Never rejects; undefined if the thread ends before. */
  async list(folder: FolderRequest): Promise<FolderListing | undefined> {
    return this.#threads.open()?.list(folder).catch(noneAtEnd);
  }

  /** The same for the paths that a listing would have. */
  async wanted(paths: WantedRequest): Promise<WantedPaths | undefined> {
    return this.#threads.open()?.wanted(paths).catch(noneAtEnd);
  }

  /** Never rejects. */
  async read(places: readonly FilePlace[]): Promise<void> {
    const run = this.#run;
    const isWanted = (): boolean => run === this.#run;
    const { files, others } = await filesForThread(places, this.#ports);
    if (!isWanted()) return;
    for (const each of others) await this.#putAll([each], isWanted);
    await readInThread(files, {
      threads: this.#threads,
      prepare: (thread) => this.#rows.send(thread, denyListsOf(this.#ports)),
      isWanted,
      onRead: (sent, packed) => this.#putAll(readingsOf(sent, packed, this.#ports.log), isWanted),
      onLeftOut: (sent) => this.#putAll(sent.map(asFailed), isWanted),
    });
  }

  /** Ends the thread, and reads nothing more of what was passed before. */
  end(): void {
    this.#run++;
    this.#threads.end();
  }

  /** A choice or a setting has changed. Files that are being read may have seen the old one. */
  choicesChanged(): void {
    this.#choiceVersion++;
    this.#contexts.clear();
  }

  /** Forgets files of a folder that are no longer wanted; all files once it is closed. */
  forgetUnwanted(folder: number): void {
    const wanted = this.#ports.folders.at(folder)?.wanted;
    for (const path of this.filesOf(folder)) {
      if (wanted?.has(path) !== true) this.forget({ folder, path });
    }
  }

  /** The files of a folder of which anything is known. */
  filesOf(folder: number): ReadonlySet<string> {
    const { listed } = this.#ports.parts.usual.inventory;
    return new Set([
      ...this.#inventories().flatMap((each) => [...each.filesOf(folder)]),
      ...[...listed.files()].flatMap((each) => (each.folder === folder ? [each.path] : [])),
      ...this.notes.filesOf(folder),
    ]);
  }

  /** Puts what was read of a file into the inventories, with the choices and settings of now. */
  *put(place: FilePlace, { content, networks }: ScannedContent): Generator<void, void> {
    const { folder, path } = place;
    const { parts, folders, choices, isOwnFile, onStale } = this.#ports;
    const files = folders.at(folder);
    // Meanwhile the folder may be closed, or the file ignored.
    if (files?.wanted.has(path) !== true) return;
    const unread = unreadOf(content);
    if (!('addresses' in content)) {
      this.forget(place);
      if (unread !== undefined) this.notes.set(place, { unread });
      return;
    }
    const version = this.#choiceVersion;
    const { inventory } = parts.usual;
    const seen: Seen = { dependsOnChoices: false, hidden: [], checksum: [] };
    const used = isOwnFile(place) ? [] : content.addresses;
    yield* inventory.putFile(folder, path, resolved(used, this.#contextsOf(files), seen));
    inventory.listed.set(place, content.listed);
    for (const kind of kindsOfWithheld) {
      yield* parts[kind].inventory.putFile(folder, path, seen[kind]);
    }
    const { dependsOnChoices } = seen;
    const bookNetworks = networks.join();
    // Most entries that aren't files are intentional, but changed ones are named.
    const isNamed = unread !== 'other' || files.wanted.changed.has(path);
    this.notes.set(place, { dependsOnChoices, bookNetworks, ...(isNamed && { unread }) });
    if (folders.at(folder) !== files || !files.wanted.has(path)) this.forget(place);
    else if (
      (dependsOnChoices && version !== this.#choiceVersion) ||
      bookNetworks !== choices.ofFile(files.uriOf(path)).join()
    ) {
      onStale(place);
    }
  }

  forget(place: FilePlace): void {
    this.notes.delete(place);
    for (const each of this.#inventories()) each.deleteFile(place.folder, place.path);
  }

  #inventories(): readonly Inventory[] {
    return Object.values(this.#ports.parts).map(({ inventory }) => inventory);
  }

  #contextsOf(files: SearchedFolder): ReturnType<typeof chainContexts> {
    const known = this.#contexts.get(files);
    const contexts = known ?? chainContexts(files.folder.uri, this.#ports.choices);
    this.#contexts.set(files, contexts);
    return contexts;
  }

  async #putAll(readings: Iterable<PlacedReading>, isWanted: () => boolean): Promise<void> {
    this.#putting = this.#putting.then(async () => {
      if (isWanted()) await runInTurns('inventory', this.#putSteps(readings));
      await nextTurn();
    });
    await this.#putting;
  }

  *#putSteps(readings: Iterable<PlacedReading>): Generator<void, void> {
    for (const { place, ...reading } of readings) {
      try {
        yield* this.put(place, reading);
      } catch (error) {
        this.#ports.log.fault('inventory', error);
      }
      yield;
    }
  }
}

/** How many files that have changed were not read, by the reason. */
export function unreadChanges(
  { notes }: Pick<FileScanner, 'notes'>,
  folders: FolderRegistry,
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

function unreadOf(content: FileContent): Unread | undefined {
  if (content.kind === 'failed') return 'failed';
  if (content.kind !== 'skipped') return undefined;
  return content.why === 'tooLarge' ? 'tooLarge' : 'other';
}

/** Addresses of a file seen so far. */
interface Seen extends Record<Withheld, ScannedAddress[]> {
  /** Whether a choice or a setting decided a network. */
  dependsOnChoices: boolean;
}

/** Yields addresses with their networks, resolved as they are read. Skips withheld ones. */
function* resolved(
  addresses: Iterable<FoundAddress>,
  contextOf: ReturnType<typeof chainContexts>,
  seen: Seen,
): Generator<ScannedAddress, void> {
  for (const { spelling, basis, isHidden, ...place } of addresses) {
    const { family, isChecksumWrong } = spelling;
    if (spelling.isPlaceholder) continue;
    if (isOpen(basis)) seen.dependsOnChoices = true;
    const network = chosenNetwork({ spelling, basis }, contextOf);
    const address = { canonical: ownSpelling(spelling), family, ...network, ...place };
    if (isHidden) seen.hidden.push(address);
    else if (isChecksumWrong) seen.checksum.push(address);
    else yield address;
  }
}

const denyListsOf = ({ books, folders }: Pick<Ports, 'books' | 'folders'>): FolderDenyLists[] =>
  [...folders.open()].flatMap(([, { folder, root }]) => {
    const loaded = books.bookFor(folder.uri)?.loaded;
    return loaded === undefined ? [] : [{ root, search: loaded.denySearch }];
  });

const asFailed = ({ place, file: { networks } }: PlacedFile): PlacedReading => ({
  place,
  networks,
  content: { kind: 'failed' },
});

/** @param sent the files of a response are the first of these */
function* readingsOf(
  sent: readonly PlacedFile[],
  packed: PackedContents,
  log: Ports['log'],
): Generator<PlacedReading, void> {
  let index = 0;
  for (const content of new ContentUnpacker().unpack(packed)) {
    const { place, file } = sent[index++] ?? {};
    if (place === undefined || file === undefined) return;
    if (content.kind === 'failed') log.fault('inventory', new FileNotScannedError());
    yield { place, content, networks: file.networks };
  }
}

/** Our own code threw in the thread, which sends no text of a file, and so no message. */
class FileNotScannedError extends Error {
  override readonly name = 'FileNotScannedError';
}

function noneAtEnd(error: unknown): undefined {
  endOf(error);
}

/**
 * Prepares files for a thread, which reads them from the disk; includes their content if the editor
 * shows something else, or if their folder is virtual. Never rejects.
 * @returns in `others` the files without anything to search
 */
async function filesForThread(
  places: readonly FilePlace[],
  { folders, choices }: Pick<Ports, 'folders' | 'choices'>,
): Promise<{ readonly files: PlacedFile[]; readonly others: PlacedReading[] }> {
  const files: PlacedFile[] = [];
  const others: PlacedReading[] = [];
  const dirty = workspace.textDocuments.filter(({ isDirty }) => isDirty);
  const unsaved = new Map(dirty.map((document) => [document.uri.toString(), document]));
  for (const place of places) {
    const owner = folders.at(place.folder);
    // Meanwhile it was closed.
    if (owner === undefined) continue;
    const uri = owner.uriOf(place.path);
    const networks = choices.ofFile(uri);
    const file = { root: owner.root, path: place.path, networks };
    const shown = unsaved.get(uri.toString())?.getText();
    if (shown !== undefined) files.push({ place, file: { ...file, content: shown } });
    else if (owner.isOnDisk) files.push({ place, file });
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
