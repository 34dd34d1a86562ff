import type { Family } from '../networks/networks.ts';
import type { TextReading } from './fileText.ts';
import type { ListedInFile } from './listedTexts.ts';
import type { NetworkBasis, ReadAddress } from './scanFile.ts';

/** What became of a file in the thread. `failed`: our own code threw. */
export interface PackedFile {
  readonly kind: TextReading['kind'] | 'failed';
  /** Addresses. */
  readonly count: number;
  /** Texts of deny lists that are no addresses. */
  readonly listed?: ListedInFile;
}

/** What a thread has read, to be sent: one array of numbers, and each text once. */
export interface PackedScans {
  /** In the order of the request. Fewer than in it, if they took long; at least one. */
  readonly files: readonly PackedFile[];
  readonly spellings: readonly string[];
  /** The first one is empty: no name. */
  readonly names: readonly string[];
  readonly bases: readonly SharedBasis[];
  /** Six numbers for each address of all files: its spelling, basis, line, column, length, and name. */
  readonly places: Uint32Array<ArrayBuffer>;
}

interface SharedBasis {
  readonly family: Family;
  readonly basis: NetworkBasis;
}

const stride = 6;

export class ScanPacker {
  readonly #files: PackedFile[] = [];
  readonly #spellings = new Map<string, number>();
  readonly #names = new Map([['', 0]]);
  readonly #bases = new Map<string, SharedBasis & { readonly index: number }>();
  readonly #places: number[] = [];

  add(
    kind: PackedFile['kind'],
    addresses: readonly ReadAddress[] = [],
    listed?: ListedInFile,
  ): void {
    this.#files.push({ kind, count: addresses.length, ...(listed && { listed }) });
    for (const { canonical, family, basis, line, column, length, name = '' } of addresses) {
      const spelling = indexIn(this.#spellings, canonical);
      const named = indexIn(this.#names, name);
      this.#places.push(spelling, this.#basisOf(family, basis), line, column, length, named);
    }
  }

  packed(): PackedScans {
    return {
      files: this.#files,
      spellings: [...this.#spellings.keys()],
      names: [...this.#names.keys()],
      bases: [...this.#bases.values()].map(({ family, basis }) => ({ family, basis })),
      places: Uint32Array.from(this.#places),
    };
  }

  #basisOf(family: Family, basis: NetworkBasis): number {
    const name = `${family} ${nameOf(basis)}`;
    let known = this.#bases.get(name);
    if (known === undefined) {
      known = { family, basis, index: this.#bases.size };
      this.#bases.set(name, known);
    }
    return known.index;
  }
}

function indexIn(indexes: Map<string, number>, text: string): number {
  let index = indexes.get(text);
  if (index === undefined) {
    index = indexes.size;
    indexes.set(text, index);
  }
  return index;
}

function nameOf(basis: NetworkBasis): string {
  if (basis.kind === 'named') {
    return `${basis.isFixed ? 'fixed' : 'named'} ${basis.network ?? ''}`;
  }
  return `open ${basis.found === undefined ? '' : 'found'} ${basis.usual ?? ''}`;
}

/** A file of a response, with its addresses. */
interface UnpackedFile {
  readonly kind: PackedFile['kind'];
  /** Unpacked as they are read, once. */
  readonly addresses: Iterable<ReadAddress>;
  readonly listed: ListedInFile | undefined;
}

/** The files of a response, in their order. */
export function* unpack(scans: PackedScans): Generator<UnpackedFile, void> {
  let at = 0;
  for (const { kind, count, listed } of scans.files) {
    const end = at + count * stride;
    yield { kind, listed, addresses: addressesBetween(scans, at, end) };
    at = end;
  }
}

function* addressesBetween(
  { spellings, names, bases, places }: PackedScans,
  start: number,
  end: number,
): Generator<ReadAddress, void> {
  for (let at = start; at < end; at += stride) {
    const canonical = spellings[places[at] ?? -1];
    const shared = bases[places[at + 1] ?? -1];
    if (canonical === undefined || shared === undefined) throw new RangeError('Not packed');
    const [line = 0, column = 0, length = 0] = [places[at + 2], places[at + 3], places[at + 4]];
    const name = names[places[at + 5] ?? 0] ?? '';
    yield { canonical, ...shared, line, column, length, ...(name === '' ? {} : { name }) };
  }
}
