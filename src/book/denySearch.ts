import { addDenial, denialOf, type Denial, type LoadedList } from './facts.ts';
import { ListedTexts, type ListedPlace } from './listedTexts.ts';
import { portionsOf } from './portions.ts';

/** A text on a deny list with the lists that have it. */
export interface DeniedPlace extends ListedPlace {
  readonly denials: readonly Denial[];
}

/** Texts in one portion for a thread: copying them takes a millisecond or two. */
const textsOfPortion = 5_000;

/** The search with the lists that it is for. */
export class DenySearch {
  readonly isEmpty: boolean;
  /** Finds possible hits; `denialsOf` confirms them. */
  readonly texts = new ListedTexts();
  readonly #lists: readonly LoadedList[];

  private constructor(lists: readonly LoadedList[]) {
    this.#lists = lists;
    this.isEmpty = !lists.some(({ list }) => list.addresses.size > 0);
  }

  /** Yields between rows: a list may have hundreds of thousands. */
  static *of(lists: readonly LoadedList[]): Generator<void, DenySearch> {
    const search = new DenySearch(lists.filter(({ reference }) => reference.kind === 'deny'));
    for (const text of search.#listedTexts()) {
      search.texts.add(text);
      yield;
    }
    return search;
  }

  /** Whether another search has the same lists, as they were read. */
  hasSameRows(other: DenySearch): boolean {
    const others = other.#lists;
    return (
      this.#lists.length === others.length &&
      this.#lists.every(({ list }, index) => list === others[index]?.list)
    );
  }

  /** The texts it searches for, in batches that can be sent to a thread. */
  portions(): Iterable<readonly string[]> {
    return portionsOf(this.#listedTexts(), textsOfPortion);
  }

  *#listedTexts(): Generator<string, void> {
    for (const { list } of this.#lists) {
      for (const key of list.addresses.keys()) if (evm.test(key)) yield key;
      yield* list.spellings.keys();
    }
  }

  /**
   * Places in order. Yields between slices of work.
   * @param known offsets of addresses, to be left out
   */
  *find(text: string, known?: ReadonlySet<number>): Generator<void, DeniedPlace[]> {
    if (this.isEmpty) return [];
    const places = yield* this.texts.find(text, known);
    return places
      .map((place) => ({ ...place, denials: this.denialsOf(place.key) }))
      .filter(({ denials }) => denials.length > 0);
  }

  /**
   * @param key the key of a place; returns no denials if the key only shares a hash with a listed
   * text
   */
  denialsOf(key: string): Denial[] {
    const denials: Denial[] = [];
    for (const { reference, list } of this.#lists) {
      const [listed] = list.addresses.get(list.spellings.get(key) ?? key) ?? [];
      if (listed !== undefined) addDenial(denials, denialOf(reference, listed, true));
    }
    return denials;
  }
}

const evm = /^0x[\da-f]{40}$/;
