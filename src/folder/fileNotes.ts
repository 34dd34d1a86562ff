import type { FilePlace } from './inventory.ts';

/** Why a file was not read. `failed`: the thread that read it ended, or our own code threw. */
export type Unread = 'tooLarge' | 'other' | 'failed';

/** Settings that a file was read with, if they differ from those of most files. */
export interface ReadWith {
  readonly unread: Unread | undefined;
  /** Whether a choice or a setting decided a network. */
  readonly dependsOnChoices: boolean;
  /** Networks named by the address book. */
  readonly bookNetworks: string;
}

const usual: ReadWith = { unread: undefined, dependsOnChoices: false, bookNetworks: '' };

/** Records when to read files again. Most files need no record, and use no memory. */
export class FileNotes {
  readonly #notes = new Map<string, ReadWith>();

  countOf(reason: Unread): number {
    let count = 0;
    for (const { unread } of this.#notes.values()) if (unread === reason) count++;
    return count;
  }

  /** The files of a folder that have notes. */
  *filesOf(folder: number): Generator<string, void> {
    for (const name of this.#notes.keys()) {
      const place = placeNamed(name);
      if (place.folder === folder) yield place.path;
    }
  }

  /** The files whose networks depend on choices and settings. */
  undecided(): FilePlace[] {
    return [...this.#notes]
      .filter(([, { dependsOnChoices }]) => dependsOnChoices)
      .map(([name]) => placeNamed(name));
  }

  of(place: FilePlace): ReadWith {
    return this.#notes.get(fileName(place)) ?? usual;
  }

  set(place: FilePlace, changed: Partial<ReadWith>): void {
    const notes = { ...usual, ...changed };
    const { unread, dependsOnChoices, bookNetworks } = notes;
    if (unread !== undefined || dependsOnChoices || bookNetworks !== '') {
      this.#notes.set(fileName(place), notes);
    } else this.delete(place);
  }

  delete(place: FilePlace): void {
    this.#notes.delete(fileName(place));
  }
}

/** One text for one file. */
export function fileName({ folder, path }: FilePlace): string {
  return `${folder} ${path}`;
}

function placeNamed(name: string): FilePlace {
  const space = name.indexOf(' ');
  return { folder: Number(name.slice(0, space)), path: name.slice(space + 1) };
}
