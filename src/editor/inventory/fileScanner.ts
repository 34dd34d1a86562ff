import type { ScannedAddress } from '../../folder/addressTable.ts';
import type { FilePlace, Inventory } from '../../folder/inventory.ts';
import type { FileContent } from '../../folder/fileSearch.ts';
import { chosenNetwork, isOpen, type FoundAddress } from '../../folder/scanText.ts';
import type { ChainChoices } from '../documents/chainChoice.ts';
import { chainContexts } from '../documents/subject.ts';
import { FileNotes, type Unread } from '../../folder/fileNotes.ts';
import type { FolderFiles, FolderRegistry } from './folderFiles.ts';

/** What was read of a file, with the networks that the address book named for it then. */
export interface FileReading {
  readonly content: FileContent;
  readonly networks: readonly string[];
}

/**
 * Why an address is never looked up, scored, or exported: its text may be a key (`hidden`), or its
 * checksum is wrong, so a character may be a typo.
 */
export type Withheld = (typeof kindsOfWithheld)[number];
export const kindsOfWithheld = ['hidden', 'checksum'] as const;

/** Kept in inventories of their own, so that no surface shows or sends them by mistake. */
export type WithheldInventories = Readonly<Record<Withheld, Inventory>>;

interface Ports {
  readonly inventory: Inventory;
  readonly withheld: WithheldInventories;
  readonly folders: FolderRegistry;
  readonly choices: ChainChoices;
  /** Whether a file lists addresses for the book, and uses none. */
  readonly isOwnFile: (place: FilePlace) => boolean;
  /** Called if a choice or the book has changed while a file was read. */
  readonly onStale: (place: FilePlace) => void;
}

/** Reads files into an inventory, and keeps what tells when to read them again. */
export class FileScanner {
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
    for (const path of this.filesOf(folder)) if (!kept.has(path)) this.forget({ folder, path });
  }

  /** The files of a folder that have addresses. */
  filesOf(folder: number): ReadonlySet<string> {
    return new Set(this.#inventories().flatMap((each) => [...each.filesOf(folder)]));
  }

  #inventories(): readonly Inventory[] {
    const { inventory, withheld } = this.#ports;
    return [inventory, withheld.hidden, withheld.checksum];
  }

  /** Puts what was read of a file into the inventory, with the choices and settings of now. */
  *put(place: FilePlace, { content, networks }: FileReading): Generator<void, void> {
    const { folder, path } = place;
    const files = this.#ports.folders.at(folder);
    // Meanwhile the folder may be closed, or the file ignored.
    if (files?.wanted.has(path) !== true) return;
    const unread = unreadOf(content);
    if (!('addresses' in content)) {
      this.forget(place);
      if (unread !== undefined) this.notes.set(place, { unread });
      return;
    }
    const version = this.#choiceVersion;
    const used = this.#ports.isOwnFile(place) ? [] : content.addresses;
    const resolved = new ResolvedAddresses(used, this.#contextsOf(files));
    yield* this.#ports.inventory.putFile(folder, path, resolved);
    this.#ports.inventory.listed.set(place, content.listed);
    for (const kind of kindsOfWithheld) {
      yield* this.#ports.withheld[kind].putFile(folder, path, resolved.withheld[kind]);
    }
    const { dependsOnChoices } = resolved;
    const bookNetworks = networks.join();
    // Of what is no file, most is meant to be none; what has changed is named.
    const isNamed = unread !== 'other' || files.wanted.changed.has(path);
    this.notes.set(place, { dependsOnChoices, bookNetworks, ...(isNamed && { unread }) });
    if (this.#ports.folders.at(folder) !== files || !files.wanted.has(path)) this.forget(place);
    else if (
      (dependsOnChoices && version !== this.#choiceVersion) ||
      bookNetworks !== this.#ports.choices.ofFile(files.uriOf(path)).join()
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
    for (const each of this.#inventories()) each.deleteFile(place.folder, place.path);
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

/** Addresses with their networks, decided as they are read. */
class ResolvedAddresses {
  readonly #addresses: Iterable<FoundAddress>;
  readonly #contextOf: ReturnType<typeof chainContexts>;
  /** Whether a choice or a setting decided one of those read so far. */
  dependsOnChoices = false;
  /** Addresses skipped so far. */
  readonly withheld: Record<Withheld, ScannedAddress[]> = { hidden: [], checksum: [] };

  constructor(addresses: Iterable<FoundAddress>, contextOf: ReturnType<typeof chainContexts>) {
    this.#addresses = addresses;
    this.#contextOf = contextOf;
  }

  *[Symbol.iterator](): Generator<ScannedAddress, void> {
    for (const { spelling, basis, isHidden, ...place } of this.#addresses) {
      const { text, canonical, family, isChecksumWrong, isPlaceholder } = spelling;
      if (isPlaceholder) continue;
      if (isOpen(basis)) this.dependsOnChoices = true;
      const network = chosenNetwork({ spelling, basis }, this.#contextOf);
      const address = {
        canonical: isChecksumWrong ? text : canonical,
        family,
        ...network,
        ...place,
      };
      if (isHidden) this.withheld.hidden.push(address);
      else if (isChecksumWrong) this.withheld.checksum.push(address);
      else yield address;
    }
  }
}
