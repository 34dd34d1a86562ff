import type { FileContent } from './fileSearch.ts';
import type { FoundAddress, NetworkBasis, Spelling } from './scanText.ts';

/**
 * Addresses found in a batch of files, as a thread sends them: one array of numbers, and each text
 * once.
 */
export interface PackedContents {
  readonly files: readonly PackedFile[];
  /** Spellings that no earlier message had; their numbers continue from there. */
  readonly spellings: readonly Spelling[];
  readonly bases: readonly NetworkBasis[];
  /** That the code gives; undefined for none. */
  readonly names: readonly (string | undefined)[];
  /** Six numbers for each address: spelling, basis, line, column, twice the length and whether it is hidden, and name. */
  readonly places: Uint32Array<ArrayBuffer>;
}

interface PackedFile {
  readonly content: FileContent;
  /** Addresses. */
  readonly count: number;
}

const stride = 6;

/** Packs what one thread finds. */
export class ContentPacker {
  readonly #spellings = new Map<Spelling, number>();

  pack(contents: Iterable<FileContent>): PackedContents {
    const files: PackedFile[] = [];
    const known = this.#spellings.size;
    const bases = new Map<NetworkBasis, number>();
    const names = new Map<string | undefined, number>();
    const places: number[] = [];
    for (const content of contents) {
      const start = places.length;
      for (const { spelling, basis, line, column, length, isHidden, name } of addressesOf(
        content,
      )) {
        places.push(numberOf(spelling, this.#spellings), numberOf(basis, bases), line, column);
        places.push(2 * length + Number(isHidden), numberOf(name, names));
      }
      const count = (places.length - start) / stride;
      files.push({
        content: 'addresses' in content ? { ...content, addresses: [] } : content,
        count,
      });
    }
    return {
      files,
      spellings: [...this.#spellings.keys()].slice(known),
      bases: [...bases.keys()],
      names: [...names.keys()],
      places: Uint32Array.from(places),
    };
  }
}

/** Unpacks what one thread sends, in its order. */
export class ContentUnpacker {
  readonly #spellings: Spelling[] = [];
  readonly #adopt: (spelling: Spelling) => Spelling;

  /** @param adopt what this thread has for a spelling of the other one */
  constructor(adopt: (spelling: Spelling) => Spelling = (spelling) => spelling) {
    this.#adopt = adopt;
  }

  *unpack(packed: PackedContents): Generator<FileContent, undefined> {
    for (const spelling of packed.spellings) this.#spellings.push(this.#adopt(spelling));
    let at = 0;
    for (const { content, count } of packed.files) {
      const end = at + count * stride;
      yield 'addresses' in content
        ? { ...content, addresses: this.#between(at, end, packed) }
        : content;
      at = end;
    }
  }

  *#between(
    start: number,
    end: number,
    { places, bases, names }: PackedContents,
  ): Generator<FoundAddress> {
    const numberAt = (at: number): number => places[at] ?? 0;
    for (let at = start; at < end; at += stride) {
      const spelling = this.#spellings[numberAt(at)];
      const basis = bases[numberAt(at + 1)];
      if (spelling === undefined || basis === undefined) throw new RangeError('Not packed');
      yield {
        spelling,
        basis,
        line: numberAt(at + 2),
        column: numberAt(at + 3),
        length: numberAt(at + 4) >> 1,
        isHidden: numberAt(at + 4) % 2 === 1,
        name: names[numberAt(at + 5)],
      };
    }
  }
}

const addressesOf = (content: FileContent): Iterable<FoundAddress> =>
  'addresses' in content ? content.addresses : [];

function numberOf<Value>(value: Value, numbers: Map<Value, number>): number {
  let number = numbers.get(value);
  if (number === undefined) numbers.set(value, (number = numbers.size));
  return number;
}
