import type { Family } from '../addresses/networks.ts';
import type { TextReading } from './fileText.ts';
import type { NetworkBasis, ReadAddress } from './scanFile.ts';

/** What became of a file in the thread. `failed`: our own code threw. */
export interface PackedFile {
  readonly kind: TextReading['kind'] | 'failed';
  /** Addresses. */
  readonly count: number;
}

/** What a thread has read, to be sent: one array of numbers, and each text once. */
export interface PackedScans {
  /** In the order of the request. Fewer than in it, if they took long; at least one. */
  readonly files: readonly PackedFile[];
  readonly spellings: readonly string[];
  readonly bases: readonly SharedBasis[];
  /** Five numbers for each address of all files: its spelling, basis, line, column, and length. */
  readonly places: Uint32Array<ArrayBuffer>;
}

interface SharedBasis {
  readonly family: Family;
  readonly basis: NetworkBasis;
}

const stride = 5;

export class ScanPacker {
  readonly #files: PackedFile[] = [];
  readonly #spellings = new Map<string, number>();
  readonly #bases = new Map<string, SharedBasis & { readonly index: number }>();
  readonly #places: number[] = [];

  add(kind: PackedFile['kind'], addresses: readonly ReadAddress[] = []): void {
    this.#files.push({ kind, count: addresses.length });
    for (const { canonical, family, basis, line, column, length } of addresses) {
      const spelling = this.#spellingOf(canonical);
      this.#places.push(spelling, this.#basisOf(family, basis), line, column, length);
    }
  }

  packed(): PackedScans {
    return {
      files: this.#files,
      spellings: [...this.#spellings.keys()],
      bases: [...this.#bases.values()].map(({ family, basis }) => ({ family, basis })),
      places: Uint32Array.from(this.#places),
    };
  }

  #spellingOf(canonical: string): number {
    let index = this.#spellings.get(canonical);
    if (index === undefined) {
      index = this.#spellings.size;
      this.#spellings.set(canonical, index);
    }
    return index;
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

function nameOf(basis: NetworkBasis): string {
  if (basis.kind === 'named') return `named ${basis.network ?? ''}`;
  return `open ${basis.found === undefined ? '' : 'found'} ${basis.usual ?? ''}`;
}

/** A file of a response, with its addresses. */
interface UnpackedFile {
  readonly kind: PackedFile['kind'];
  /** Unpacked as they are read, once. */
  readonly addresses: Iterable<ReadAddress>;
}

/** The files of a response, in their order. */
export function* unpack(scans: PackedScans): Generator<UnpackedFile, void> {
  let at = 0;
  for (const { kind, count } of scans.files) {
    const end = at + count * stride;
    yield { kind, addresses: addressesBetween(scans, at, end) };
    at = end;
  }
}

function* addressesBetween(
  { spellings, bases, places }: PackedScans,
  start: number,
  end: number,
): Generator<ReadAddress, void> {
  for (let at = start; at < end; at += stride) {
    const canonical = spellings[places[at] ?? -1];
    const shared = bases[places[at + 1] ?? -1];
    if (canonical === undefined || shared === undefined) throw new RangeError('Not packed');
    const [line = 0, column = 0, length = 0] = [places[at + 2], places[at + 3], places[at + 4]];
    yield { canonical, ...shared, line, column, length };
  }
}
