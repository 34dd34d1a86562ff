import type { Spelling } from './addressesIn.ts';
import type { FileContent, FoundAddress } from './fileSearch.ts';

/** What was found in some files, as a thread sends it. */
export interface PackedContents {
  readonly files: readonly PackedFile[];
  /** Those that no earlier message had: their numbers go on from there. */
  readonly spellings: readonly Spelling[];
  /** Of networks and of names that the code gives; undefined for none. */
  readonly words: readonly (string | undefined)[];
  /** Six numbers for each address: spelling, network, line, column, twice the length and whether it is hidden, and name. */
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
  readonly #numbers = new Map<Spelling, number>();

  pack(contents: Iterable<FileContent>): PackedContents {
    const files: PackedFile[] = [];
    const spellings: Spelling[] = [];
    const words = new Map<string | undefined, number>();
    const places: number[] = [];
    for (const content of contents) {
      const start = places.length;
      for (const { spelling, network, line, column, ...more } of addressesOf(content)) {
        const { length, isHidden, codeName } = more;
        let number = this.#numbers.get(spelling);
        if (number === undefined) {
          this.#numbers.set(spelling, (number = this.#numbers.size));
          spellings.push(spelling);
        }
        const [on, named] = [numberOf(network ?? undefined, words), numberOf(codeName, words)];
        places.push(number, on, line, column, 2 * length + Number(isHidden), named);
      }
      const count = (places.length - start) / stride;
      files.push({
        content: 'addresses' in content ? { ...content, addresses: [] } : content,
        count,
      });
    }
    return { files, spellings, words: [...words.keys()], places: Uint32Array.from(places) };
  }
}

/** Unpacks what one thread sends, in its order. */
export class ContentUnpacker {
  readonly #spellings: Spelling[] = [];
  readonly #adopt: (spelling: Spelling) => Spelling;

  /** @param adopt what this thread has for a spelling of the other one */
  constructor(adopt: (spelling: Spelling) => Spelling) {
    this.#adopt = adopt;
  }

  *unpack({ files, spellings, words, places }: PackedContents): Generator<FileContent, undefined> {
    for (const spelling of spellings) this.#spellings.push(this.#adopt(spelling));
    let at = 0;
    for (const { content, count } of files) {
      const end = at + count * stride;
      yield 'addresses' in content
        ? { ...content, addresses: this.#between(at, end, words, places) }
        : content;
      at = end;
    }
  }

  *#between(
    start: number,
    end: number,
    words: PackedContents['words'],
    places: Uint32Array,
  ): Generator<FoundAddress> {
    const numberAt = (at: number): number => places[at] ?? 0;
    for (let at = start; at < end; at += stride) {
      const spelling = this.#spellings[numberAt(at)];
      if (spelling === undefined) throw new RangeError('Not packed');
      yield {
        ...{ spelling, network: words[numberAt(at + 1)] ?? null, line: numberAt(at + 2) },
        ...{
          column: numberAt(at + 3),
          length: numberAt(at + 4) >> 1,
          isHidden: numberAt(at + 4) % 2 === 1,
          codeName: words[numberAt(at + 5)],
        },
      };
    }
  }
}

const addressesOf = (content: FileContent): Iterable<FoundAddress> =>
  'addresses' in content ? content.addresses : [];

function numberOf(word: string | undefined, words: Map<string | undefined, number>): number {
  let number = words.get(word);
  if (number === undefined) words.set(word, (number = words.size));
  return number;
}
